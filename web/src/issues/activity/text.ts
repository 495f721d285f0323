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
    PLACED: 'added a location to',
    UNPLACED: 'removed a location from',
    RELATED: 'added a related issue to',
    UNRELATED: 'removed a related issue from',
    FOLLOWED: 'followed a location of',
    VIEWS_FOLLOWED: 'adapted views to a new version of the model in',
    LOCATED: 'found a location of',
    MERGED: 'merged two accounts of a person in',
  } satisfies Record<LogKind, string>,
  kinds: {
    CREATED: 'Created',
    CHANGED: 'Changed',
    COMMENTED: 'Comments',
    ATTACHED: 'Files added',
    DELETED: 'Deleted',
    RESTORED: 'Restored',
  },
  inBulk: 'in a bulk edit',
  fromBcf: (importer: string | null) =>
    importer ? `in a BCF file, imported by ${importer}` : 'in a BCF file',
  person: 'Person',
  everybody: 'Everybody',
  kind: 'Type',
  everything: 'Everything',
  from: 'From',
  to: 'To',
  clear: 'Clear filters',
  today: 'Today',
  yesterday: 'Yesterday',
  older: 'Show earlier',
  empty: 'No activity yet',
  emptyHint: 'New issues, comments, photos and changes appear here.',
  emptyFiltered: 'No matching activity',
  failed: 'The activity could not be loaded',
  formerMember: 'Former member',
  commentDeleted: 'This comment was deleted',
  check: 'Check history',
  checkHint:
    'Each entry is sealed with a checksum that includes the entry before it, so later changes are detected.',
  unbroken: (entries: string) => `History verified: ${entries} entries, none altered`,
  broken: (seq: string) => `The history was altered at entry ${seq}. Contact the operator of this server.`,
  deleted: 'Deleted issues',
  deletedHint: 'Deleted issues can be restored for 30 days.',
  noneDeleted: 'No issues were deleted in the last 30 days',
  deletedBy: (name: string, day: string) => `${name}, ${day}`,
  restore: 'Restore',
  restored: (number: number) => `Issue #${number} restored`,
  close: 'Close',
}
export type ActivityText = typeof english

declare module '../../base/language.ts' {
  interface Texts {
    activity: ActivityText
  }
}

export const useActivityText = catalogue('activity', english)
