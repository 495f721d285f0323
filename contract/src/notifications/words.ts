import { englishFieldNames } from '../issues/field-names.ts'
import { type ChangedWords, formatChanged } from './changed-words.ts'
import type { NotificationPayload, NotificationType } from './notifications.ts'

type FormatPayload = (payload: NotificationPayload) => string

/** The text of each type of notification in one language, the same in the app, in mails and in pushes. */
export interface NotificationTexts {
  invited: FormatPayload
  /** for types that this version does not know */
  unknown: FormatPayload
  /** the fields changed in an issue, shown after its message */
  changed: ChangedWords
  messages: Record<Exclude<NotificationType, 'USER_INVITED_TO_PROJECT'>, FormatPayload>
}

const someone = (name: string | undefined) => name ?? 'Someone'
const project = (name: string | undefined) => name ?? 'a project'
const issue = ({ issue_number, issue_name, issue_count }: NotificationPayload) => {
  if (issue_count) return `${issue_count} issues`
  return issue_number ? `issue #${issue_number} ${issue_name ?? ''}`.trim() : 'an issue'
}

const many = (count: number, one: string, more: string) =>
  count === 0 ? '' : `${count} ${count === 1 ? one : more}`

/** "Architecture v8: of 42 issues 39 stay, 2 were found again, 1 needs a look" */
function formatFollowed(p: NotificationPayload): string {
  const file = `${p.bim_file_header_name ?? 'A file'} v${p.bim_file_variant_version ?? '?'}`
  if (p.found_percent !== undefined)
    return `${file}: only ${p.found_percent} % of the elements were found again. Is this the right file?`
  const { issues = 0, stay = 0, moved = 0, found = 0, review = 0, gone = 0 } = p.followed ?? {}
  const parts = [
    many(stay, 'stays', 'stay'),
    many(moved, 'moved', 'moved'),
    many(found, 'was found again', 'were found again'),
    many(review, 'needs a look', 'need a look'),
    many(gone, 'lost its element', 'lost their element'),
  ].filter((part) => part !== '')
  return `${file}: of ${many(issues, 'issue', 'issues')} ${parts.join(', ')}`
}

/** Missing payload fields are replaced by general words. */
const messages: NotificationTexts['messages'] = {
  BIM_PROCESSING_COMPLETED: (p) => {
    const file = `${p.bim_file_header_name ?? 'a file'}, version ${p.bim_file_variant_version ?? '?'},`
    return p.message ? `${file} could not be processed: ${p.message}` : `${file} is ready to view`
  },
  ISSUE_ASSIGNED: (p) => `${someone(p.by_user_name)} assigned you ${issue(p)}`,
  ISSUE_UNASSIGNED: (p) => `${someone(p.by_user_name)} unassigned you from ${issue(p)}`,
  ISSUE_UPDATED: (p) => `${someone(p.by_user_name)} updated ${issue(p)}`,
  ISSUE_DELETED: (p) => `${someone(p.by_user_name)} deleted ${issue(p)}`,
  ISSUE_COMMENT_ADDED: (p) => `${someone(p.by_user_name)} commented on ${issue(p)}`,
  PROJECT_MEMBER_ADDED: (p) =>
    `${someone(p.added_by_user_name)} added ${someone(p.added_user_name)} to ${project(p.project_name)}`,
  USER_ADDED_TO_PROJECT: (p) => `${someone(p.added_by_user_name)} added you to ${project(p.project_name)}`,
  USER_REMOVED_FROM_PROJECT: (p) =>
    `${someone(p.removed_by_user_name)} removed you from ${project(p.project_name)}`,
  USER_JOINED_PROJECT: (p) => `${someone(p.added_user_name)} joined ${project(p.project_name)}`,
  CHAT_MESSAGE: (p) =>
    p.message ? `${someone(p.from_name)}: ${p.message}` : `${someone(p.from_name)} sent a file`,
  PROJECT_DELETED: (p) => `${someone(p.by_user_name)} deleted ${project(p.project_name)}`,
  ISSUES_FOLLOWED: (p) => formatFollowed(p),
}

export const englishNotificationTexts: NotificationTexts = {
  invited: (p) => `${someone(p.from_name)} invited you to ${project(p.project_name)}.`,
  unknown: (p) => `Something changed in ${project(p.project_name)}`,
  changed: {
    locale: 'en-GB',
    colon: ': ',
    fields: englishFieldNames,
    status: {
      OPEN: 'Open',
      IN_PROGRESS: 'In progress',
      RESOLVED: 'Resolved',
      REOPENED: 'Reopened',
      CLOSED: 'Closed',
      VOID: 'Void',
    },
    priority: { LOW: 'Low', MEDIUM: 'Medium', HIGH: 'High', CRITICAL: 'Critical' },
    none: 'none',
    moreCount: (count) => `and ${count} more`,
  },
  messages,
}

/** The text of a notification; `type` may be unknown to this version. */
export function formatNotification(
  words: NotificationTexts,
  { type, payload }: { type: string; payload: NotificationPayload },
): string {
  if (type === 'USER_INVITED_TO_PROJECT') return words.invited(payload)
  const say = Object.hasOwn(words.messages, type) ? words.messages[type as keyof typeof words.messages] : null
  const changed = type === 'ISSUE_UPDATED' ? formatChanged(words.changed, payload) : ''
  return (say ?? words.unknown)(payload) + changed
}
