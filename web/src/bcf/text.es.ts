import { counter } from '../base/language.ts'
import type { BcfText } from './text.ts'

const count = counter('es')
const issues = (number: number) => count(number, 'incidencia', 'incidencias')
const numbers = new Intl.NumberFormat('es')

const spanish: BcfText = {
  importBcf: 'Importar BCF',
  onlyEditors: 'Solo los editores y administradores del proyecto pueden importar incidencias',
  file: 'Archivos BCF',
  chooseFile: 'Elegir archivos BCF',
  fileHelp:
    'BCF de 1.0 a 3.0 (.bcf, .bcfzip), como máximo 2 GB cada uno. Antes de cualquier cambio se muestra una vista previa.',
  fileTooLarge: 'Un archivo BCF puede tener como máximo 2 GB. Exporte menos incidencias a la vez.',
  fileWrongType: 'Elija un archivo .bcf o .bcfzip',
  offline: 'No hay conexión. No se pueden subir archivos.',
  sending: (name, at, of) => `Subiendo ${name}${of > 1 ? ` (${at} de ${of})` : ''}`,
  cancelUpload: 'Cancelar la subida',
  continuesWhenClosed: 'Continúa después de cerrar el diálogo.',
  recent: 'Importaciones de los últimos 30 días',
  noRecent: 'No se importó ningún archivo BCF en los últimos 30 días',
  recentFailed: 'No se pudieron cargar las importaciones anteriores',
  by: (name, at) => `${name}, ${at}`,
  somebody: 'Antiguo miembro',
  states: {
    READING: 'Leyendo',
    READY: 'Espera una decisión',
    APPLYING: 'Importando',
    DONE: 'Importado',
    FAILED: 'Fallido',
    CANCELLED: 'Descartado',
  },
  topics: issues,

  loadFailed: 'No se pudo cargar esta importación, o ya no existe',
  reading: (name) => `Leyendo ${name}`,
  applying: (name) => `Importando ${name}`,
  another: 'Elegir otro archivo',
  close: 'Cerrar',
  finish: 'Listo',
  later: 'Decidir más tarde',
  discard: 'Descartar esta importación',
  bcfVersionAndProject: (version, project) => `BCF ${version}${project ? `, proyecto «${project}»` : ''}`,
  importThem: (number) => `Importar ${issues(number)}`,
  onlyNew: (number) => `Importar solo las nuevas (${numbers.format(number)})`,
  nothing: 'No hay nada que importar',
  warnings: 'Problemas en el archivo',
  times: (number) => count(number, 'vez', 'veces'),

  outcomes: {
    NEW: 'Nuevas',
    CHANGED: 'Cambiadas',
    CONFLICT: 'Conflictos',
    SAME: 'Sin cambios',
    DELETED: 'Eliminadas aquí',
  },
  outcomeHelp: {
    NEW: 'Estas incidencias todavía no están en este proyecto.',
    CHANGED:
      'Estas incidencias ya existen aquí. Difieren en algún campo o reciben nuevos comentarios, puntos de vista o documentos.',
    CONFLICT:
      'Hay campos de estas incidencias que cambiaron aquí y en el archivo desde el último intercambio. Prevalece el cambio posterior.',
    SAME: 'El archivo no aporta nada a estas incidencias. Las diferencias se deben a cambios hechos aquí desde el último intercambio.',
    DELETED: 'Estas incidencias se eliminaron aquí y siguen eliminadas.',
  },
  preview: 'Vista previa de la importación',
  rowsFailed: 'No se pudieron cargar las incidencias',
  more: 'Mostrar más',
  adds: (comments, views, documents) =>
    [
      comments > 0 && count(comments, 'comentario', 'comentarios'),
      views > 0 && count(views, 'punto de vista', 'puntos de vista'),
      documents > 0 && count(documents, 'documento', 'documentos'),
    ]
      .filter(Boolean)
      .join(', '),
  added: (what) => `Añade ${what}`,
  ours: 'Aquí',
  theirs: 'En el archivo',
  empty: 'vacío',
  why: {
    together: 'Ambos: combinados',
    fileOnly: 'Archivo: cambió solo allí',
    fileLater: 'Archivo: cambió después',
    hereOnly: 'Aquí: cambió solo aquí',
    hereLater: 'Aquí: cambió después',
  },
  fields: {
    title: 'Título',
    description: 'Descripción',
    topic_type: 'Tipo',
    topic_status: 'Estado',
    priority: 'Prioridad',
    labels: 'Etiquetas',
    reference_links: 'Enlaces',
    trade: 'Especialidad',
    level: 'Nivel',
    section: 'Zona',
    assigned_to: 'Responsable',
    due_date: 'Vence',
    comment: 'Comentario',
    stage: 'Fase',
    index: 'Orden',
    bim_snippet: 'Fragmento',
    files: 'Modelos',
  },

  people: 'Personas',
  peopleHint:
    'Estas direcciones no pertenecen a ningún miembro del proyecto. Elija un miembro para cada una o conserve la dirección del archivo.',
  knownPeople: (number) => `${count(number, 'dirección es', 'direcciones son')} de un miembro.`,
  inTopics: (number) => `en ${issues(number)}`,
  keepAddress: 'Conservar la dirección',
  memberFor: (author) => `Miembro para ${author}`,

  doneTitle: (number) => count(number, 'incidencia importada', 'incidencias importadas'),
  doneNothing: 'No hizo falta ningún cambio',
  doneCounts: (outcome, number) => `${outcome}: ${numbers.format(number)}`,
  showTheseIssues: 'Mostrar estas incidencias',
  showIssues: 'Mostrar incidencias de BCF',
  cancelled: 'Esta importación se descartó. No se importó nada.',
}
export default spanish
