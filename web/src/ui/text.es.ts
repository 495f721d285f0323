import type { FieldIssue } from './form-values.ts'
import type { UiText } from './text.tsx'

const percent = new Intl.NumberFormat('es', { style: 'percent' })

const wordedFormats: Record<string, string> = {
  email: 'Debe ser una dirección de correo, como nombre@empresa.com',
  url: 'Debe ser una dirección web, como https://empresa.com',
  date: 'Debe ser una fecha',
  datetime: 'Debe ser una fecha con hora',
  uuid: 'Este identificador no es válido',
}

function spanishFieldIssue(issue: FieldIssue): string {
  const { code, origin, minimum, maximum } = issue
  if (issue.lacks) return issue.lacks === 'tick' ? 'Hay que marcar esta casilla' : 'Este campo es obligatorio'
  if (code === 'too_small' && origin === 'string') {
    return minimum === 1 ? 'Este campo es obligatorio' : `Se necesitan al menos ${minimum} caracteres`
  }
  if (code === 'too_big' && origin === 'string') return `Se admiten como máximo ${maximum} caracteres`
  if (code === 'too_small' && origin === 'array') return `Hay que elegir al menos ${minimum}`
  if (code === 'too_big' && origin === 'array') return `Se pueden elegir como máximo ${maximum}`
  if (code === 'too_small') return `Debe ser ${minimum} o más`
  if (code === 'too_big') return `Debe ser ${maximum} o menos`
  if (code === 'invalid_format') return wordedFormats[issue.format ?? ''] ?? 'El formato no es válido'
  if (code === 'invalid_value') return 'Hay que elegir uno de los valores'
  if (code === 'invalid_type') return 'Este valor no es válido aquí'
  return issue.message
}

const spanish: UiText = {
  locale: 'es',
  keys: { Space: 'Espacio', Home: 'Inicio', Shift: 'Mayús', Enter: 'Intro', Delete: 'Supr' },
  close: 'Cerrar',
  cancel: 'Cancelar',
  clear: 'Borrar',
  remove: (name) => `Quitar ${name}`,
  loading: 'Cargando…',
  loadFailed: 'No se pudo cargar',
  tryAgain: 'Reintentar',
  noResults: 'Sin resultados',
  showMore: (count) => `${count} más`,
  showOptions: 'Mostrar las opciones',
  optionsUnread: 'Aún sin cargar. Se volverá a intentar enseguida.',
  searchFailed: 'La búsqueda ha fallado. Para repetirla, siga escribiendo.',
  opensNewTab: '(se abre en una pestaña nueva)',
  show: 'Mostrar',
  hide: 'Ocultar',
  showPassword: 'Mostrar la contraseña',
  hidePassword: 'Ocultar la contraseña',
  increase: 'Aumentar',
  decrease: 'Reducir',
  codeDigit: (digit, of) => `Cifra ${digit} de ${of}`,
  checkFields: (count) => (count === 1 ? 'Hay un campo por revisar' : `Hay ${count} campos por revisar`),
  fieldIssue: spanishFieldIssue,
  inField: (label, problem) => `${label}: ${problem}`,
  discardQuestion: '¿Salir sin guardar los cambios?',
  keepEditing: 'Seguir editando',
  discard: 'Descartar',
  draftRestored: 'Se han recuperado tus cambios sin guardar.',
  success: 'Hecho',
  changesApplied: 'Cambios aplicados',
  error: 'Error',
  serverError: 'Error del servidor',
  notCopied: 'El navegador no ha copiado el texto.',
  notifications: 'Mensajes',
  selectAll: 'Seleccionar todo',
  selectRow: (row) => `Seleccionar ${row}`,
  openRow: (row) => `Abrir ${row}`,
  resize: 'Cambiar el tamaño de los paneles',
  sheetHeight: 'Altura del panel',
  showAsTable: 'Mostrar como tabla',
  showAsChart: 'Mostrar como gráfico',
  total: 'Total',
  label: 'Concepto',
  value: 'Valor',
  chooseFile: (many) => (many ? 'Elegir archivos' : 'Elegir archivo'),
  dropHere: 'o soltar o pegar aquí',
  fileTooLarge: (limit) => `Este archivo supera ${limit}`,
  fileWrongType: (types) => `Formatos admitidos: ${types}`,
  fileTooMany: (limit) =>
    limit === 1 ? 'Solo se puede elegir un archivo' : `Se pueden elegir como máximo ${limit} archivos`,
  fileEmpty: 'Este archivo está vacío',
  uploadPicture: 'Subir imagen',
  uploadImage: 'Elegir imagen',
  pictureHelp: (limit) => `JPG o PNG, como máximo ${limit}`,
  pictureWrongType: 'La imagen debe ser JPG o PNG',
  pictureTooMany: 'Solo se puede elegir una imagen',
  pictureFrame: 'Parte visible de la imagen',
  pictureFrameHelp: 'Se ajusta arrastrando o con las flechas y las teclas + y −.',
  pictureSaved: 'Guardada. Para cambiar el encuadre, mueva o amplíe la imagen.',
  zoom: 'Zoom',
  percent: (part) => percent.format(part),
  uploading: 'Subiendo…',
  uploadFailed: 'No se pudo subir la imagen',
  chooseAnother: 'Elegir otra',
  removePicture: 'Quitar imagen',
  save: 'Guardar',
  done: 'Listo',
  copy: 'Copiar',
  copied: 'Copiado',
  needsConnection: 'Para esto hace falta conexión',
  status: {
    OPEN: 'Abierta',
    IN_PROGRESS: 'En curso',
    RESOLVED: 'Resuelta',
    REOPENED: 'Reabierta',
    CLOSED: 'Cerrada',
    VOID: 'Anulada',
  },
  priority: { LOW: 'Baja', MEDIUM: 'Media', HIGH: 'Alta', CRITICAL: 'Crítica' },
}
export default spanish
