import { catalogue, count } from '../../base/language.ts'
import type { TextFormat } from './formatting.ts'

const english = {
  formatting: 'Formatting',
  formats: {
    bold: 'Bold',
    italic: 'Italic',
    code: 'Code',
    link: 'Link',
    quote: 'Quote',
    list: 'List',
    numbers: 'Numbered list',
  } satisfies Record<TextFormat, string>,
  mention: 'Mention somebody',
  mentionIssue: 'Mention an issue',
  attach: 'Attach files',
  photo: 'Take a photo',
  people: 'People',
  issues: 'Issues',
  found: (number: number) => `${count(number, 'suggestion', 'suggestions')}, choose with the arrow keys`,
  outside: 'not in this project',
  outsideHint: (names: string) => `Not in this project, so not notified: ${names}.`,
  invite: 'Invite',
  cancel: 'Cancel',
  tooLong: (most: number) => `At most ${most} characters`,
}
export type ComposerText = typeof english

declare module '../../base/language.ts' {
  interface Texts {
    composer: ComposerText
  }
}

export const useComposerText = catalogue('composer', english)
