import { counter } from './language.ts'
import type { AppText } from './text.ts'

const count = counter('de')

const german: AppText = {
  locale: 'de',
  loading: 'Wird geladen …',
  skip: 'Zum Inhalt springen',
  home: 'Plumbline, zu Ihren Projekten',
  account: 'Firma',
  chat: 'Chat',
  unread: (number) => count(number, 'ungelesene Nachricht', 'ungelesene Nachrichten'),
  help: 'Hilfe',
  guide: 'Handbuch',
  contact: 'Kontakt',
  terms: 'Nutzungsbedingungen',
  status: 'Betriebszustand',
  version: (name: string) => `Plumbline, version ${name}`,
  profile: 'Ihr Profil',
  companies: 'Firmen',
  myIssues: 'Meine Issues',
  me: 'Ihr Profil und Ihre Daten',
  settings: 'Einstellungen',
  administration: 'Verwaltung',
  signOut: 'Abmelden',
  appearance: 'Darstellung',
  light: 'Hell',
  dark: 'Dunkel',
  system: 'System',
  palette: 'Suche und Befehle',
  shortcuts: 'Tastenkürzel',
  reconnecting: 'Wird neu verbunden …',
  pageFailed: 'Diese Seite konnte nicht geladen werden',
  pageFailedHint: 'Die Verbindung ist möglicherweise unterbrochen oder die Anwendung wurde aktualisiert.',
  tryAgain: 'Erneut versuchen',
  toProjects: 'Zu den Projekten',
  notFound: 'Diese Seite gibt es nicht',
  notFoundHint: 'Die Adresse enthält vielleicht einen Tippfehler oder der Inhalt wurde entfernt.',
  restricted: 'Kein Zugriff',
  restrictedHint:
    'Lassen Sie sich von einem Mitglied hinzufügen, fragen Sie mit dem Projektcode Zugriff an oder wechseln Sie die Firma.',
  askAdministrator: (names) => `Ihre Berechtigungsstufe reicht dafür nicht aus. Wenden Sie sich an ${names}.`,
  requestedOn: (project, date) =>
    `Sie haben am ${date} Zugriff auf „${project}“ angefragt. Die Antwort kommt per E-Mail.`,
  requestAccess: 'Zugriff anfragen',
  switchCompany: 'Firma wechseln',
  errorId: 'Fehlernummer',
  copy: 'Kopieren',
  language: 'Sprache',
  broken: 'Bei uns ist ein Fehler aufgetreten',
  brokenHint:
    'Was gespeichert wurde, ist nicht verloren. Versuchen Sie es erneut; tritt der Fehler wieder auf, senden Sie uns die Adresse dieser Seite.',
}
export default german
