import type { MineText } from './mine-text.ts'

const spanish: MineText = {
  title: 'Mis incidencias',
  toDo: 'Por hacer',
  toCheck: 'Por comprobar',
  kinds: 'Qué incidencias',
  nothingToDo: 'Nada por hacer',
  nothingToDoHint: 'Aquí aparecen las incidencias de todos sus proyectos que tiene asignadas.',
  nothingToCheck: 'Nada por comprobar',
  nothingToCheckHint: 'Aquí aparecen las incidencias que usted comunicó, en cuanto se resuelven.',
  failed: 'No se pudieron cargar sus incidencias',
  more: 'Mostrar más',
}
export default spanish
