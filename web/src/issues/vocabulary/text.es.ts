import type { VocabularyText } from './text.ts'

const spanish: VocabularyText = {
  title: 'Tipos, especialidades y estados',
  hint: 'Cambie el nombre de lo que este proyecto llama de otra manera y desactive lo que no usa, o añada tipos y especialidades. Un nombre propio se muestra a todos tal como lo escribe.',
  companyHint:
    'Los proyectos nuevos de la empresa empiezan con estos nombres y opciones, salvo que se creen a partir de otro proyecto. Los proyectos existentes conservan los suyos.',
  failed: 'No se pudieron cargar los nombres',
  kinds: { type: 'Tipos', trade: 'Especialidades', status: 'Estados' },
  builtIn: (name) => `Nombre original: ${name}`,
  add: { type: 'Añadir tipo', trade: 'Añadir especialidad' },
  own: 'Añadido en este proyecto',
  ownHint: 'Se muestra a todos tal como lo escribe.',
  off: 'No disponible',
  edit: (name) => `Editar ${name}`,
  name: 'Nombre',
  nameHint: (name) => `Déjelo vacío para usar el nombre original «${name}», que cada uno ve en su idioma.`,
  offered: {
    type: 'Disponible para incidencias nuevas',
    trade: 'Disponible para incidencias y modelos nuevos',
  },
  offeredHint: 'Lo que ya tiene este valor lo conserva.',
  isDefault: 'Lo nuevo empieza con este valor, por eso sigue disponible.',
  reset: 'Usar el nombre original',
  save: 'Guardar',
}
export default spanish
