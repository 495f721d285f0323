import type { AuthorizeText } from './authorize-text.ts'

const german: AuthorizeText = {
  title: 'Ein Programm fordert Zugriff an',
  signedIn: (email) => `Sie sind als ${email} angemeldet.`,
  program: 'Programm',
  unverified: 'Nicht geprüft',
  unverifiedHint:
    'Programme können sich beliebig nennen. Erlauben Sie den Zugriff nur, wenn Sie das selbst angestoßen haben.',
  saysOfItself: 'Eigene Beschreibung',
  returnsTo: 'Sie werden zurückgeleitet zu',
  thisDevice: (address) => `ein Programm auf diesem Gerät (${address})`,
  may: 'Mit Ihren Rechten in jedem Projekt kann es:',
  mayList: [
    'Issues, deren Kommentare, Ansichten und Dokumente lesen und ändern',
    'sehen, wer in Ihren Projekten arbeitet, und von Ihnen verwaltete Projekte umbenennen',
  ],
  mayNot: 'Ihr Konto, Firmen und die Mitglieder von Projekten kann es nicht ändern.',
  until: 'Der Zugriff gilt, bis Sie das Programm in Ihrem Profil unter „API-Zugriff“ trennen.',
  allow: 'Erlauben',
  refuse: 'Ablehnen',
  returned: 'Zurück zum Programm',
  returnedHint: 'Ihre Entscheidung wurde gesendet. Sie können diese Seite schließen.',
  wrong: 'Zugriff nicht möglich',
  wrongHint: 'Die Anfrage des Programms ist ungültig. Es wurde ihm nichts gesendet.',
  tryAgain: 'Erneut versuchen',
  home: 'Zu den Projekten',
}
export default german
