import { counter } from '../base/language.ts'
import type { ThreadsText } from './threads-text.ts'

const count = counter('fr')

const french: ThreadsText = {
  moreCount: (number) => count(number, 'autre', 'autres'),
  showLess: 'Afficher moins',
  olderCount: (number) => count(number, 'notification plus ancienne', 'notifications plus anciennes'),
  loadMore: 'Afficher plus',
  actions: 'Autres actions',
  done: 'Marquée comme lue',
  undo: 'Annuler',
  snooze: 'Reporter à',
  laterToday: 'Plus tard aujourd’hui',
  tomorrow: 'Demain',
  nextWeek: 'La semaine prochaine',
  snoozedUntil: (time) => `Reportée au ${time}`,
  snoozedCount: (number) => `Reportées : ${number}`,
  noneSnoozed: 'Aucune notification reportée',
  backToAll: 'Toutes les notifications',
  showNow: 'Afficher maintenant',
  mute: 'Mettre cette remarque en sourdine',
  unmute: 'Réactiver les notifications de cette remarque',
  muted: 'En sourdine',
  mutedToast: 'En sourdine : seules les attributions et les mentions vous sont signalées',
  unmutedToast: 'Notifications réactivées',
  answered: {
    APPROVED: (date) => `Vous avez accepté${date && ` (${date})`}.`,
    REJECTED: (date) => `Vous avez refusé${date && ` (${date})`}.`,
    CANCELLED: () => 'L’invitation a été annulée.',
    EXPIRED: () => 'L’invitation a expiré.',
  },
}
export default french
