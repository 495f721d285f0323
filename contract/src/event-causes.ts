import type { FieldChange } from './issues/timeline.ts'

/**
 * The cause of each event. Later domains react to the cause in the transaction of the event; it is not sent to sockets.
 * Every event listed here requires a cause.
 */
export interface EventCauses {
  'user.updated': { kind: 'CHANGED' } | SignedUp | { kind: 'DELETED' }
  'team.updated': { kind: 'CHANGED' } | { kind: 'CREATED'; by: string } | TeamClosed | TeamRightsLost
  'project.created': { kind: 'CREATED'; template_id: string | null } | { kind: 'RESTORED' }
  'project.deleted': { kind: 'DELETED'; by: string }
  'member.added': MemberJoined
  /** DEMOTED: to a level that cannot be assignee */
  'member.updated': { kind: 'CHANGED' } | { kind: 'DEMOTED'; user_id: string; by: string }
  /** FAREWELL: the frame for the removed member, who no longer belongs to the project's audience */
  'member.removed': MemberRemoved | { kind: 'FAREWELL' }
  'invite.updated': { kind: 'CHANGED' } | InviteSent
  'level.updated': { kind: 'CHANGED' } | { kind: 'REMOVED'; by: string; level_id: string }
  'section.updated': { kind: 'CHANGED' } | { kind: 'REMOVED'; by: string; section_id: string }
  'variant.updated': { kind: 'CHANGED' } | { kind: 'PROCESSED' }
  'anchors.updated': PlacesFollowed | WrongFile | { kind: 'CHANGED' }
  'issue.created': { kind: 'CREATED'; by: string; issue: EventIssue } | { kind: 'RESTORED' } | BulkIssueChange
  'issue.updated': IssueChanged | FileAttached | { kind: 'PART_CHANGED' } | ReferenceCleared | BulkIssueChange
  'issue.deleted': { kind: 'DELETED'; by: string; issue: EventIssue } | BulkIssueChange
  'comment.updated': CommentWritten | { kind: 'DELETED' }
  'chat.message': MessageSent
  'chat.updated':
    | { kind: 'CHANGED' }
    | ChatRead
    | { kind: 'MESSAGE_DELETED'; position: number }
    | MessageEdited
}

/** How the open issues of one person changed with a new version of a file. */
export interface FollowedPerson {
  user_id: string
  issues: number
  stay: number
  moved: number
  found: number
  review: number
  gone: number
}

/** The issues of a file followed its new version; `people` is empty for versions without notifications. */
interface PlacesFollowed {
  kind: 'FOLLOWED'
  file: { id: string; name: string }
  version: number
  people: FollowedPerson[]
}

/** So little was found again that it may be another file. */
interface WrongFile {
  kind: 'DOUBTFUL'
  file: { id: string; name: string }
  version: number
  /** 0 to 1 */
  share: number
}

interface SignedUp {
  kind: 'SIGNED_UP'
  email: string
  signup_code: string | null
}

export interface TeamClosed {
  kind: 'CLOSED'
  by: string
  by_name: string
  /** ISO 8601 */
  at: string
}

/** LEFT: no longer in the company at all; DEMOTED: a member without administrator rights. */
interface TeamRightsLost {
  kind: 'LEFT' | 'DEMOTED'
  user_id: string
  by: string
}

/** ADDED: by an administrator; ACCEPTED: by accepting the invitation of `invited_by`. */
export interface MemberJoined {
  kind: 'ADDED' | 'ACCEPTED'
  by: string
  invited_by: string | null
}

export interface MemberRemoved {
  kind: 'REMOVED'
  user_id: string
  by: string
  /** new assignee of the open issues; null: unassigned */
  reassign_to: string | null
}

export interface InviteSent {
  kind: 'SENT'
  invitation_id: string
  /** account of the addressee */
  user_id: string
  by: string | null
}

/** Issue data for notifications and webhooks. */
export interface EventIssue {
  id: string
  number: number
  name: string
  status: string
  assignee_id: string | null
  created_by: string | null
  version: number
}

export interface EventComment {
  id: string
  preview: string
  mentioned: string[]
  /** a new comment notifies followers; an edited one only the people it newly mentions */
  is_new: boolean
}

interface IssueChanged {
  kind: 'CHANGED'
  by: string
  before: EventIssue
  issue: EventIssue
  comment: EventComment | null
  /** the fields that changed, for the notification's sentence */
  changes: FieldChange[]
}

interface FileAttached {
  kind: 'ATTACHED'
  by: string
  issue: EventIssue
  file_name: string
}

/**
 * A person named in issues was deleted or merged into another account. `changed`: ids of all such issues of the project in
 * the first event, empty in later ones.
 */
interface ReferenceCleared {
  kind: 'REFERENCE_CLEARED'
  changed: string[]
}

/** One write that changed many issues. The first event carries all ids and notifications, later events none. */
export interface BulkIssueChange {
  kind: 'BULK'
  by: string
  changed: string[]
  notes: BulkNote[]
}

/** The part of a bulk change that one person is notified of. */
export interface BulkNote {
  type: 'ISSUE_ASSIGNED' | 'ISSUE_UNASSIGNED' | 'ISSUE_UPDATED' | 'ISSUE_DELETED'
  user_id: string
  /** issues */
  count: number
  /** the issue, if there is only one */
  first: Pick<EventIssue, 'id' | 'number' | 'name'>
}

interface CommentWritten {
  kind: 'WRITTEN'
  by: string
  issue: EventIssue
  comment: EventComment
}

interface MessageSent {
  kind: 'SENT'
  by: string
  position: number
  /** the beginning of the text without markup, or the name of the first file */
  preview: string
  mentioned: string[]
  /** members who are not notified */
  muted: string[]
}

interface MessageEdited {
  kind: 'MESSAGE_EDITED'
  position: number
  /** as of a sent message */
  preview: string
}

interface ChatRead {
  kind: 'READ'
  user_id: string
  /** position of the last message that was read */
  position: number
}
