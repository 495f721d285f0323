import { counter } from '../../base/language.ts'
import type { ReviewText } from './review-text.ts'

const count = counter('de')

const german: ReviewText = {
  needLook: (places) => count(places, 'Stelle ist zu prüfen', 'Stellen sind zu prüfen'),
  review: 'Prüfen',
  title: 'Zu prüfende Stellen',
  back: 'Alle Issues',
  done: 'Keine Stelle ist zu prüfen',
  position: (one, of) => `${one} von ${of}`,
  previous: 'Vorherige Stelle',
  next: 'Nächste Stelle',
  before: 'Bild der vorigen Version',
  lookingFor: (element) => `Wo ist „${element}“ jetzt?`,
  proposals: 'Vorschläge',
  noProposals:
    'Es wurde nichts Ähnliches gefunden. Wählen Sie das Element im Modell, oder geben Sie an, dass es entfallen ist.',
  away: (distance) => `${distance} entfernt`,
  confirm: 'Bestätigen',
  isSelected: 'Es ist das ausgewählte',
  putHere: 'Hierher setzen',
  pointNow: 'Drücken Sie auf die Stelle im Modell.',
  cancel: 'Abbrechen',
  isGone: 'Es ist entfallen',
  decided: (number) => `Stelle von #${number} gesetzt`,
  othersFollow: (others) => count(others, 'weitere Stelle folgt', 'weitere Stellen folgen'),
  undo: 'Rückgängig',
  movedAlike: (places) => `Alle bestätigen, die sich ebenso bewegt haben (${places})`,
  allDecided: (places) => count(places, 'Stelle gesetzt', 'Stellen gesetzt'),
  someFailed: (places) =>
    count(places, 'Stelle konnte nicht gesetzt werden', 'Stellen konnten nicht gesetzt werden'),
}
export default german
