import { count } from '../base/language.ts'
import type { OfflineText } from './offline-text.ts'

const french: OfflineText = {
  title: 'Disponible hors ligne',
  hint: (project) =>
    `${project} reste sur cet appareil avec ses remarques, leurs images, les personnes et les niveaux, et y fonctionne sans connexion.`,
  files: 'Maquettes et plans',
  size: (size) => `Environ ${size} sur cet appareil`,
  free: (size) => `${size} sont libres`,
  plenty: (size) => `${size} ou plus sont libres`,
  start: 'Rendre disponible',
  update: 'Mettre à jour',
  remove: 'Retirer de cet appareil',
  stop: 'Arrêter',
  issues: (number) => count(number, 'remarque', 'remarques'),
  progress: 'Arrive sur cet appareil',
  asOf: (time) => `Sur cet appareil, état de ${time}`,
  safe: 'Le navigateur le garde jusqu’à ce que vous le retiriez.',
  unsafe: 'Le navigateur peut le supprimer quand l’appareil manque de place.',
  failed: 'Tout n’est pas arrivé. Ce qui est là est gardé ; relancez pour continuer.',
  done: (project) => `${project} est disponible hors ligne`,
}
export default french
