import { catalogue, count } from '../base/language.ts'

/** Obstacles on the way to the server. */
const english = {
  title: 'On this device',
  empty: 'Nothing waits on this device',
  emptyHint: 'Everything you wrote has reached the server.',
  intro: 'The server does not have these yet. They stay here until it does.',
  groups: { CONFLICT: 'To decide', FAILED: 'Refused', WAITING: 'Waiting' },
  kinds: {
    createIssue: 'New issue',
    updateIssue: 'Changes',
    addAttachment: 'File',
    addComment: 'Comment',
    watchIssue: 'Watching',
    setMarkup: 'Markup of a photo',
    setViewpointMarkup: 'Markup of a view',
    addChatFile: 'File in the chat',
    sendMessage: 'Message',
    acknowledgeNotification: 'Notification acknowledged',
    acknowledgeAll: 'All notifications acknowledged',
  },
  writtenAt: (time: string) => `Written ${time}`,
  sending: (percent: number) => (percent > 0 ? `Sending, ${percent} %` : 'Sending'),
  waits: 'Waits for a connection',
  behind: 'Waits for earlier changes',
  sendNow: 'Send now',
  retry: 'Retry',
  sendWithout: (fields: string) => `Send without: ${fields}`,
  /** parts of an issue that may be sent without them */
  locations: 'locations in deleted files',
  edit: 'Edit',
  save: 'Save and send',
  exportOne: 'Export as a file',
  exportAll: 'Export all as a file',
  discard: 'Throw away',
  discardQuestion: 'Throw this away?',
  discardWith: (number: number) =>
    `${count(number, 'more entry depends', 'more entries depend')} on it and will go too.`,
  discardAgain: 'It exists only on this device and cannot be restored.',
  discardForGood: 'Throw away for good',
  keep: 'Keep it',
  conflict: 'Somebody else has changed the same since.',
  mine: 'Yours',
  theirs: 'Theirs',
  keepMine: 'Keep mine',
  keepTheirs: 'Keep theirs',
  decide: 'Save the decision',
  nothing: 'Empty',
  markupShapes: (number: number) => count(number, 'shape', 'shapes'),
  signOutQuestion: (number: number) => `${count(number, 'entry has', 'entries have')} not been sent`,
  signOutHint:
    'Signing out deletes them from this device. Export them first, or sign out when they have been sent.',
  signOut: 'Sign out and discard',
  exported: 'Written on site, not sent yet',
  unreadable: 'This device cannot read the file any more',
  waitingIssues: 'Not sent yet',
}
export type SyncText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    sync: SyncText
  }
}

export const useSyncText = catalogue('sync', english)
