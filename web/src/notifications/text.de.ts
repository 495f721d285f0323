import type { NotificationText } from './text.ts'

const german: NotificationText = {
  title: 'Benachrichtigungen',
  bell: (fresh) => (fresh > 0 ? `Benachrichtigungen, ${fresh} neu` : 'Benachrichtigungen'),
  empty: 'Sie haben keine Benachrichtigungen',
  acknowledge: 'Als gelesen markieren',
  acknowledgeAll: 'Alle als gelesen markieren',
  allProjects: 'Alle Projekte',
  project: 'Projekt',
  tryAgain: 'Erneut versuchen',
  unread: 'Die Benachrichtigungen konnten nicht geladen werden.',
  failed: 'Die Liste konnte nicht aktualisiert werden.',
  fresh: 'Neu',
  settings: 'Benachrichtigungseinstellungen',
  toAnswer: ['', 'Zur Einladung', ''],
}
export default german
