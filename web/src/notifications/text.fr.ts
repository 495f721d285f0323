import { counter } from '../base/language.ts'
import type { NotificationText } from './text.ts'

const count = counter('fr')

const french: NotificationText = {
  title: 'Notifications',
  bell: (fresh) => (fresh > 0 ? `Notifications, ${count(fresh, 'nouvelle', 'nouvelles')}` : 'Notifications'),
  empty: 'Vous n’avez aucune notification',
  acknowledge: 'Marquer comme lue',
  acknowledgeAll: 'Tout marquer comme lu',
  allProjects: 'Tous les projets',
  project: 'Projet',
  tryAgain: 'Réessayer',
  unread: 'Les notifications n’ont pas pu être chargées.',
  failed: 'La liste n’a pas pu être actualisée.',
  fresh: 'Nouvelle',
  settings: 'Réglages des notifications',
  toAnswer: ['Pour répondre, ', 'suivez les instructions', ''],
}
export default french
