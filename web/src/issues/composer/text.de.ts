import { counter } from '../../base/language.ts'
import type { ComposerText } from './text.ts'

const count = counter('de')

const german: ComposerText = {
  formatting: 'Formatierung',
  formats: {
    bold: 'Fett',
    italic: 'Kursiv',
    code: 'Code',
    link: 'Link',
    quote: 'Zitat',
    list: 'Liste',
    numbers: 'Nummerierte Liste',
  },
  mention: 'Jemanden erwähnen',
  mentionIssue: 'Ein Issue erwähnen',
  attach: 'Dateien anhängen',
  photo: 'Foto aufnehmen',
  people: 'Personen',
  issues: 'Issues',
  found: (number) => `${count(number, 'Vorschlag', 'Vorschläge')}, Auswahl mit den Pfeiltasten`,
  outside: 'nicht in diesem Projekt',
  outsideHint: (names) => `Nicht in diesem Projekt, daher keine Benachrichtigung: ${names}.`,
  invite: 'Einladen',
  cancel: 'Abbrechen',
  tooLong: (most) => `Höchstens ${most} Zeichen`,
}
export default german
