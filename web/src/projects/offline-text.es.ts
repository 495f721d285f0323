import { count } from '../base/language.ts'
import type { OfflineText } from './offline-text.ts'

const spanish: OfflineText = {
  title: 'Disponible sin conexión',
  hint: (project) =>
    `${project} se queda en este dispositivo con sus incidencias, sus imágenes, personas y niveles, y funciona en él sin conexión.`,
  files: 'Modelos y planos',
  size: (size) => `Unos ${size} en este dispositivo`,
  free: (size) => `${size} libres`,
  plenty: (size) => `${size} libres o más`,
  start: 'Hacer disponible',
  update: 'Actualizar',
  remove: 'Quitar de este dispositivo',
  stop: 'Detener',
  issues: (number) => count(number, 'incidencia', 'incidencias'),
  progress: 'Llegando a este dispositivo',
  asOf: (time) => `En este dispositivo, estado de las ${time}`,
  safe: 'El navegador lo guarda hasta que lo quites.',
  unsafe: 'El navegador puede borrarlo si falta espacio en este dispositivo.',
  failed: 'No ha llegado todo. Lo que hay se conserva; empieza de nuevo para continuar.',
  done: (project) => `${project} está disponible sin conexión`,
}
export default spanish
