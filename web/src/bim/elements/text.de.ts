import { counter } from '../../base/language.ts'
import type { ElementText } from './text.ts'

const count = counter('de')

const german: ElementText = {
  elements: 'Elemente',
  search: 'Elemente suchen',
  searchHint: 'Wörter, ein Typ oder eine GlobalId',
  backToModels: 'Modelle',
  filters: (active) => (active === 0 ? 'Filter' : `Filter (${active})`),
  class: 'Klasse',
  type: 'Typ',
  storey: 'Geschoss',
  system: 'System',
  classification: 'Klassifikation',
  material: 'Material',
  counted: (value, number) => `${value} (${number})`,
  property: 'Eigenschaft',
  propertyHint: 'FireRating, Width …',
  operator: 'Vergleich',
  operators: {
    '=': 'ist',
    '!=': 'ist nicht',
    '<': 'unter',
    '<=': 'höchstens',
    '>': 'über',
    '>=': 'mindestens',
    '~': 'enthält',
    exists: 'ist angegeben',
  },
  value: 'Wert',
  valueHint: (example) => `etwa ${example}`,
  yes: 'Ja',
  no: 'Nein',
  addCondition: 'Bedingung hinzufügen',
  conditions: 'Bedingungen',
  removeCondition: (condition) => `${condition} entfernen`,
  clear: 'Alles zurücksetzen',
  found: (number) => count(number, 'Element', 'Elemente'),
  chosen: (number, most) =>
    number > most ? `${number} ausgewählt, gezeigt werden die ersten ${most}` : `${number} ausgewählt`,
  showInModel: 'Im Modell zeigen',
  showFirst: (most) => `Die ersten ${most} in 3D zeigen`,
  download: 'Als CSV herunterladen',
  tooManyToDownload: (most) =>
    `Höchstens ${count(most, 'Element', 'Elemente')} können auf einmal heruntergeladen werden. Grenzen Sie die Suche ein.`,
  name: 'Name',
  file: 'Datei',
  unnamed: 'Ohne Namen',
  more: 'Mehr zeigen',
  loadFailed: 'Die Elemente konnten nicht geladen werden.',
  noModels: 'Noch keine Modelle zum Durchsuchen',
  noModelsHint: 'Die Elemente eines Modells lassen sich hier suchen, sobald es verarbeitet ist.',
  toModels: 'Zu den Modellen',
  nothing: 'Keine passenden Elemente',
  nothingHint: 'Versuchen Sie es mit weniger Wörtern, einem anderen Geschoss oder weniger Bedingungen.',
}
export default german
