import { counter } from '../base/language.ts'
import type { ThreadsText } from './threads-text.ts'

const count = counter('de')

const german: ThreadsText = {
  moreCount: (number) => `${number} weitere`,
  showLess: 'Weniger anzeigen',
  olderCount: (number) => count(number, 'ältere Benachrichtigung', 'ältere Benachrichtigungen'),
  loadMore: 'Mehr anzeigen',
  actions: 'Weitere Aktionen',
  done: 'Als gelesen markiert',
  undo: 'Rückgängig',
  snooze: 'Zurückstellen bis',
  laterToday: 'Heute später',
  tomorrow: 'Morgen',
  nextWeek: 'Nächste Woche',
  snoozedUntil: (time) => `Zurückgestellt bis ${time}`,
  snoozedCount: (number) => `Zurückgestellt: ${number}`,
  noneSnoozed: 'Nichts ist zurückgestellt',
  backToAll: 'Alle Benachrichtigungen',
  showNow: 'Jetzt anzeigen',
  mute: 'Dieses Issue stummschalten',
  unmute: 'Stummschaltung dieses Issues aufheben',
  muted: 'Stummgeschaltet',
  mutedToast: 'Stummgeschaltet: nur Zuweisungen und Erwähnungen werden gemeldet',
  unmutedToast: 'Nicht mehr stummgeschaltet',
  answered: {
    APPROVED: (date) => `Sie haben zugesagt${date && ` (${date})`}.`,
    REJECTED: (date) => `Sie haben abgelehnt${date && ` (${date})`}.`,
    CANCELLED: () => 'Die Einladung wurde zurückgezogen.',
    EXPIRED: () => 'Die Einladung ist abgelaufen.',
  },
}
export default german
