import { catalogue, count } from '../../base/language.ts'

const english = {
  elements: 'Elements',
  search: 'Search elements',
  searchHint: 'Words, a type or a GlobalId',
  backToModels: 'Models',
  filters: (active: number) => (active === 0 ? 'Filters' : `Filters (${active})`),
  class: 'Class',
  type: 'Type',
  storey: 'Level',
  system: 'System',
  classification: 'Classification',
  material: 'Material',
  counted: (value: string, number: string) => `${value} (${number})`,
  property: 'Property',
  propertyHint: 'Fire rating, width …',
  operator: 'Comparison',
  operators: {
    '=': 'is',
    '!=': 'is not',
    '<': 'below',
    '<=': 'at most',
    '>': 'above',
    '>=': 'at least',
    '~': 'contains',
    exists: 'is set',
  },
  value: 'Value',
  valueHint: (example: string) => `such as ${example}`,
  yes: 'True',
  no: 'False',
  addCondition: 'Add condition',
  conditions: 'Conditions',
  removeCondition: (condition: string) => `Remove ${condition}`,
  clear: 'Clear all',
  found: (number: number) => count(number, 'element', 'elements'),
  chosen: (number: number, most: number) =>
    number > most ? `${number} selected, the first ${most} are shown` : `${number} selected`,
  showInModel: 'Show in model',
  showFirst: (most: number) => `Show the first ${most} in 3D`,
  download: 'Download as CSV',
  tooManyToDownload: (most: number) =>
    `At most ${count(most, 'element', 'elements')} can be downloaded at once. Narrow the search.`,
  name: 'Name',
  file: 'File',
  unnamed: 'Unnamed',
  more: 'Show more',
  loadFailed: 'The elements could not be loaded.',
  noModels: 'No models to search yet',
  noModelsHint: 'The elements of a model can be searched here as soon as it has been processed.',
  toModels: 'Open models',
  nothing: 'No matching elements',
  nothingHint: 'Try fewer words, another level, or fewer conditions.',
}
export type ElementText = typeof english

declare module '../../base/language.ts' {
  interface Texts {
    elements: ElementText
  }
}

export const useElementText = catalogue('elements', english)
