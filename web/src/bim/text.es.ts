import { counter } from '../app/language.ts'
import type { BimText } from './text.ts'

const count = counter('es')

const spanish: BimText = {
  models: 'Modelos',
  addModel: 'Añadir modelo',
  drop: 'Soltar aquí un archivo IFC',
  dropHint:
    'IFC2X3, IFC4 o IFC4X3, como .ifc o .ifczip. Se comprueba, se convierte y queda listo para abrirlo en 3D.',
  dropHelp: 'IFC como .ifc o .ifczip',
  viewersMayNot: 'Solo los editores y administradores pueden subir modelos',
  name: 'Nombre',
  version: 'Versión',
  versionNumber: (number) => `Versión ${number}`,
  size: 'Tamaño',
  state: 'Estado',
  issues: 'Incidencias',
  uploadedBy: 'Subido por',
  when: 'Fecha',
  actions: 'Acciones',
  wholeBuilding: 'Todo el edificio',
  open: 'Abrir',
  openOne: 'Abrir en 3D',
  openAll: 'Abrir todos en 3D',
  newVersion: 'Nueva versión',
  download: 'Descargar',
  stop: 'Detener',
  restart: 'Reiniciar',
  more: (name) => `Más acciones para ${name}`,
  uploading: 'Subiendo',
  uploadOf: (name) => `Subida de ${name}`,
  ofBytes: (sent, total) => `${sent} de ${total}`,
  waiting: 'En espera',
  ready: 'Listo',
  failed: 'Error',
  stopped: 'Detenido',
  cancel: 'Cancelar',
  stages: {
    VALIDATE: 'Comprobando el archivo',
    PARSE: 'Leyendo la estructura',
    GEOMETRY: 'Generando la geometría',
    INDEX: 'Indexando las propiedades',
    TILES: 'Preparando la vista 3D',
    DIFF: 'Comparando las versiones',
    CHECK: 'Comprobando el resultado',
  },
  notShown: (number) =>
    `No se ${number === 1 ? 'pudo' : 'pudieron'} mostrar ${count(number, 'elemento', 'elementos')}`,
  warnings: 'Avisos sobre este archivo',
  uploadFailed: 'No se pudo subir el archivo',
  uploadCut: 'Se ha perdido la conexión. La subida continuará sola cuando vuelva.',
  loadFailed: 'No se pudieron cargar los modelos',
  tryAgain: 'Reintentar',
}
export default spanish
