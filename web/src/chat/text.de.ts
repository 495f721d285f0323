import { counter } from '../app/language.ts'
import type { ChatText } from './text.ts'

const count = counter('de')

const german: ChatText = {
  title: 'Chat',
  threads: 'Unterhaltungen',
  empty: 'Noch keine Unterhaltungen',
  emptyHint: 'Jedes Ihrer Projekte hat eine: zuerst ein Projekt erstellen oder einem beitreten.',
  choose: 'Unterhaltung auswählen',
  hello: 'Sagen Sie Hallo',
  helloHint: 'Hier wurde noch nichts geschrieben.',
  write: 'Nachricht schreiben',
  send: 'Senden',
  mayNot: 'Betrachter lesen mit, schreiben hier aber nicht',
  back: 'Alle Unterhaltungen',
  deleted: 'Diese Nachricht wurde gelöscht',
  formerMember: 'Früheres Mitglied',
  you: 'Sie',
  unread: (number) => count(number, 'ungelesene Nachricht', 'ungelesene Nachrichten'),
  members: (number) => count(number, 'Mitglied', 'Mitglieder'),
  older: 'Ältere Nachrichten',
  loadFailed: 'Die Unterhaltung konnte nicht geladen werden',
  messageActions: 'Aktionen zur Nachricht',
  makeIssue: 'Issue daraus machen',
  fromChat: 'Aus dem Chat',
  tryAgain: 'Erneut versuchen',
  status: { SENT: 'Gesendet', DELIVERED: 'Zugestellt', READ: 'Gelesen', DELETED: 'Gelöscht' },
}
export default german
