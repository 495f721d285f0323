import type { AuthorizeText } from './authorize-text.ts'

const german: AuthorizeText = {
  title: 'Ein Programm bittet um Zugriff',
  signedIn: (email) => `Sie sind als ${email} angemeldet.`,
  program: 'Programm',
  unverified: 'Nicht geprüft',
  unverifiedHint:
    'Jeder kann ein Programm beliebig nennen. Erlauben Sie es nur, wenn Sie das gerade selbst begonnen haben.',
  saysOfItself: 'Es sagt über sich',
  returnsTo: 'Die Antwort geht an',
  thisDevice: (address) => `ein Programm auf diesem Gerät (${address})`,
  may: 'Es darf, mit Ihren Rechten in jedem Projekt:',
  mayList: [
    'Issues, deren Kommentare, Ansichten und Dokumente lesen und ändern',
    'sehen, wer in Ihren Projekten arbeitet, und von Ihnen verwaltete Projekte umbenennen',
  ],
  mayNot: 'Ihr Konto, Firmen und die Mitglieder von Projekten kann es nicht ändern.',
  until: 'Das gilt, bis Sie es in Ihrem Profil unter „API-Zugriff“ trennen.',
  allow: 'Erlauben',
  refuse: 'Nicht erlauben',
  returned: 'Zurück zum Programm',
  returnedHint: 'Es hat seine Antwort. Sie können diese Seite schließen.',
  wrong: 'Das lässt sich nicht erlauben',
  wrongHint:
    'Das Programm hat auf eine Weise gefragt, die hier nicht möglich ist. Es wurde ihm nichts gesendet.',
  tryAgain: 'Erneut versuchen',
  home: 'Zu Ihren Projekten',
}
export default german
