import { catalogue } from '../../base/language.ts'

const english = {
  title: 'Types, trades and statuses',
  hint: 'Rename types, trades and statuses for this project, turn off those it does not use, or add types and trades. Your own names are shown to everyone as you write them.',
  companyHint:
    'New projects of the company begin with these names and choices, unless they are made from another project. Projects that exist keep theirs.',
  failed: 'The names could not be loaded',
  kinds: { type: 'Types', trade: 'Trades', status: 'Statuses' },
  builtIn: (name: string) => `Built-in name: ${name}`,
  add: { type: 'Add type', trade: 'Add trade' },
  own: 'Added in this project',
  ownHint: 'Shown to everyone as you write it.',
  off: 'Not offered',
  edit: (name: string) => `Edit ${name}`,
  name: 'Name',
  nameHint: (name: string) =>
    `Leave empty for the built-in name “${name}”, which everyone sees in their own language.`,
  offered: { type: 'Offer for new issues', trade: 'Offer for new issues and models' },
  offeredHint: 'Issues that have it keep it.',
  isDefault: 'New ones begin with it, so it stays on offer.',
  reset: 'Use built-in name',
  save: 'Save',
}
export type VocabularyText = typeof english

declare module '../../base/language.ts' {
  interface Texts {
    vocabulary: VocabularyText
  }
}

export const useVocabularyText = catalogue('vocabulary', english)
