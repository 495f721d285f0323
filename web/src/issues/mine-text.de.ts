import type { MineText } from './mine-text.ts'

const german: MineText = {
  title: 'Meine Issues',
  toDo: 'Zu erledigen',
  toCheck: 'Zu prüfen',
  kinds: 'Welche Issues',
  nothingToDo: 'Nichts zu erledigen',
  nothingToDoHint: 'Hier erscheinen Issues aus allen Projekten, die Ihnen zugewiesen sind.',
  nothingToCheck: 'Nichts zu prüfen',
  nothingToCheckHint: 'Hier erscheinen Issues, die Sie gemeldet haben, sobald sie gelöst sind.',
  failed: 'Ihre Issues konnten nicht geladen werden',
  more: 'Mehr anzeigen',
}
export default german
