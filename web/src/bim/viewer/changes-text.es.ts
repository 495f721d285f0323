import type { ChangesText } from './changes-text.ts'

const spanish: ChangesText = {
  comparing: (from, to) => `Versión ${from} con ${to}`,
  compareWith: (version) => `Comparar con la versión ${version}`,
  changes: { added: 'Añadidos', changed: 'Cambiados', removed: 'Eliminados' },
  reidentified: (number) => `${number} solo con otro GlobalId`,
  same: (number) => `${number} sin cambios`,
  wholeMoved: (moved, turned) =>
    `Todo el modelo se desplazó ${moved}${turned === null ? '' : ` y giró ${turned}`}. Solo se muestran los demás cambios.`,
  changedParts: {
    name: 'Nombre',
    type: 'Tipo',
    class: 'Clase',
    storey: 'Nivel',
    shape: 'Forma',
    place: 'Posición',
    property: 'Propiedad',
  },
  history: 'Historial',
  noHistory: 'No se puede leer el historial de este elemento.',
  historyKinds: {
    first: 'En el modelo desde aquí',
    added: 'Añadido',
    changed: 'Cambiado',
    reidentified: 'Solo otro GlobalId',
    same: 'Sin cambios',
    unknown: 'No comparado con la versión anterior',
  },
  slider: 'Entre las versiones',
  versionAlone: (version) => `Versión ${version}`,
  differences: 'Diferencias',
  whatChanged: 'Qué ha cambiado',
  anyChange: 'Cualquier cambio',
  noStorey: 'Sin nivel',
  allClasses: 'Todas las clases',
  changesAsCsv: 'Descargar CSV',
  notCompared: 'Estas versiones no se pueden comparar.',
}
export default spanish
