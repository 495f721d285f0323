import type { VocabularyText } from './text.ts'

const german: VocabularyText = {
  title: 'Arten, Gewerke und Status',
  hint: 'Benennen Sie um, was in diesem Projekt anders heißt, und schalten Sie ab, was es nicht braucht, oder fügen Sie Arten und Gewerke hinzu. Ein eigener Name erscheint bei allen so, wie Sie ihn schreiben.',
  companyHint:
    'Neue Projekte des Unternehmens beginnen mit diesen Namen und dieser Auswahl, außer sie entstehen aus einem anderen Projekt. Bestehende Projekte behalten ihre.',
  failed: 'Die Namen konnten nicht geladen werden',
  kinds: { type: 'Arten', trade: 'Gewerke', status: 'Status' },
  builtIn: (name) => `Vorgegebener Name: ${name}`,
  add: { type: 'Art hinzufügen', trade: 'Gewerk hinzufügen' },
  own: 'In diesem Projekt hinzugefügt',
  ownHint: 'Erscheint bei allen so, wie Sie ihn schreiben.',
  off: 'Nicht wählbar',
  edit: (name) => `${name} bearbeiten`,
  name: 'Name',
  nameHint: (name) =>
    `Leer lassen für den vorgegebenen Namen „${name}“, den alle in ihrer eigenen Sprache sehen.`,
  offered: { type: 'Bei neuen Issues wählbar', trade: 'Bei neuen Issues und Modellen wählbar' },
  offeredHint: 'Wo der Wert schon steht, bleibt er.',
  isDefault: 'Neues beginnt mit diesem Wert, er bleibt deshalb wählbar.',
  reset: 'Vorgegebenen Namen verwenden',
  save: 'Speichern',
}
export default german
