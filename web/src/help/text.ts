import { catalogue, count } from '../base/language.ts'

/** Texts around the user guide, whose chapters are in docs/guide. */
const english = {
  title: 'Help',
  home: 'Plumbline, to the application',
  toApp: 'Open Plumbline',
  elsewhere: 'Help for this server is on a page of its operator',
  open: 'Open the help page',
  heading: 'User guide',
  intro:
    'Everything Plumbline does, in the order in which you will need it. Search finds words in all chapters.',
  contents: 'All chapters',
  chapters: 'Chapters',
  search: 'Search the guide',
  found: (number: number) => count(number, 'section found', 'sections found'),
  nothing: 'Nothing in the guide matches',
  nothingHint: 'Try fewer or other words, or write to us: “Contact us” in the help menu.',
  noChapter: 'This chapter does not exist',
  noChapterHint: 'The address may be wrong. All chapters are listed beside this text.',
  next: 'Next chapter:',
}
export type HelpText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    help: HelpText
  }
}

export const useHelpText = catalogue('help', english)
