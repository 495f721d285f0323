import type { HelpText } from './text.ts'

const text: HelpText = {
  title: 'Hilfe',
  home: 'Plumbline, zur Anwendung',
  toApp: 'Plumbline öffnen',
  elsewhere: 'Die Hilfe zu diesem Server steht auf einer Seite seines Betreibers',
  open: 'Hilfeseite öffnen',
  heading: 'Handbuch',
  intro:
    'Was Plumbline kann, in der Reihenfolge, in der man es braucht. Die Suche findet Wörter in allen Kapiteln.',
  contents: 'Alle Kapitel',
  chapters: 'Kapitel',
  search: 'Im Handbuch suchen',
  found: (number) => (number === 1 ? '1 Abschnitt gefunden' : `${number} Abschnitte gefunden`),
  nothing: 'Im Handbuch steht dazu nichts',
  nothingHint:
    'Versuchen Sie es mit weniger oder anderen Wörtern, oder schreiben Sie uns: „Kontakt“ im Hilfemenü.',
  noChapter: 'Dieses Kapitel gibt es nicht',
  noChapterHint: 'Vielleicht stimmt die Adresse nicht. Alle Kapitel stehen neben diesem Text.',
  next: 'Nächstes Kapitel:',
}
export default text
