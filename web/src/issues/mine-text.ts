import { catalogue } from '../base/language.ts'

const english = {
  title: 'My issues',
  toDo: 'To do',
  toCheck: 'To check',
  kinds: 'Which issues',
  nothingToDo: 'Nothing to do',
  nothingToDoHint: 'Issues that are assigned to you appear here, from all your projects.',
  nothingToCheck: 'Nothing to check',
  nothingToCheckHint: 'Issues that you reported appear here once they are resolved.',
  failed: 'Your issues could not be loaded',
  more: 'Show more',
}
export type MineText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    myIssues: MineText
  }
}

export const useMineText = catalogue('myIssues', english)
