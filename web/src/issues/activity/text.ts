import type { LogKind } from '@plumbline/contract/issues/timeline'
import { catalogue } from '../../base/language.ts'

const english = {
  activity: 'Activity',
  /** predicates of log entries, followed by the title */
  did: {
    CREATED: 'created',
    DELETED: 'deleted',
    RESTORED: 'restored',
    COMMENTED: 'commented on',
    COMMENT_EDITED: 'edited a comment on',
    COMMENT_DELETED: 'deleted a comment on',
    CHANGED: 'changed',
    ATTACHED: 'attached a file to',
    DETACHED: 'removed a file from',
    MARKED_UP: 'drew on a picture of',
    VIEW_ADDED: 'added a view to',
    VIEW_REMOVED: 'removed a view from',
    PLACED: 'gave a place to',
    UNPLACED: 'removed a place of',
    RELATED: 'related',
    UNRELATED: 'removed a relation of',
  } satisfies Record<LogKind, string>,
  kinds: {
    CREATED: 'Created',
    CHANGED: 'Changed',
    COMMENTED: 'Comments',
    ATTACHED: 'Files added',
    DELETED: 'Deleted',
    RESTORED: 'Restored',
  },
  inBulk: 'together with others',
  person: 'Person',
  everybody: 'Everybody',
  kind: 'What',
  everything: 'Everything',
  from: 'From',
  to: 'To',
  clear: 'Clear filters',
  today: 'Today',
  yesterday: 'Yesterday',
  older: 'Show earlier',
  empty: 'Nothing has happened yet',
  emptyHint: 'Issues, comments, photos and changes appear here as they come.',
  emptyFiltered: 'Nothing matches',
  failed: 'What happened could not be loaded',
  tryAgain: 'Try again',
  formerMember: 'Former member',
  commentDeleted: 'This comment was deleted',
  check: 'Check history',
  checkHint: 'Every entry carries a seal over itself and the one before it.',
  unbroken: (entries: string) => `The history is complete: ${entries} entries, none changed afterwards`,
  broken: (seq: string) => `The history was changed at entry ${seq}. Ask the operator of this server.`,
  deleted: 'Deleted issues',
  deletedHint: 'They can be taken back for 30 days.',
  noneDeleted: 'No issue was deleted in the last 30 days',
  deletedBy: (name: string, day: string) => `${name}, ${day}`,
  restore: 'Restore',
  restored: (number: number) => `Issue #${number} is back`,
  close: 'Close',
}
export type ActivityText = typeof english

declare module '../../base/language.ts' {
  interface Texts {
    activity: ActivityText
  }
}

export const useActivityText = catalogue('activity', english)
