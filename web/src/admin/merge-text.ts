import { catalogue } from '../base/language.ts'

/** Texts of the merge of two accounts. */
const english = {
  mergeAccounts: 'Merge accounts',
  hint: 'Takes another account of the same person into this one, for somebody who signed up twice.',
  mergedInto:
    'This account was merged into another account of the same person, which has the data of both. Logs show that account’s name instead of this one’s.',
  openKept: 'Open the kept account',
  title: 'Merge two accounts of one person',
  kept: 'This account stays',
  givenUp: 'This account is given up',
  other: 'The other account',
  otherHint: 'Beginning of an address or name',
  swap: 'Keep the other account instead',
  companies: 'Companies',
  projects: 'Projects',
  assigned: 'Open issues assigned',
  conversations: 'Conversations',
  programs: 'Tokens and programs',
  issues: 'Issues that name it',
  more: (count: number) => `and ${count} more`,
  none: 'None',
  what: 'What will happen',
  consequences: [
    'Companies and projects of both belong to the kept account, with the higher of two rights. A company that the given-up account owns gets the kept one as its owner.',
    'Issues, comments, files, messages, views and webhooks of the given-up account get the kept one as their author, assignee or watcher. Logs keep the old id and show the kept name.',
    'Conversations of both with the same person become one. What the two accounts wrote to each other stays readable.',
    'The given-up account can no longer log in: its sessions, password, passkeys, second factor, API tokens and connected programs end at once. Changes it made offline and has not sent are lost.',
    'Notification settings, password and second factor of the kept account stay. Invitations to the given-up address reach the kept account.',
    'Both addresses are told by e-mail. This cannot be undone: first make sure that both accounts belong to one person.',
  ],
  address: 'Address of the account that is given up',
  addressHint: (email: string) => `Type ${email} to confirm`,
  done: 'Accounts merged',
}
export type MergeText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    merge: MergeText
  }
}
export const useMergeText = catalogue('merge', english)
