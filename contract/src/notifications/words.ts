import type { NotificationPayload, NotificationType } from './notifications.ts'

/** What each type of notification says to people, the same in the sidebar, in mails and in pushes. */

type Say = (payload: NotificationPayload) => string

export interface NotificationWords {
  invited: Say
  /** of a type that this version does not know */
  unknown: Say
  messages: Record<Exclude<NotificationType, 'USER_INVITED_TO_PROJECT'>, Say>
}

const someone = (name: string | undefined) => name ?? 'Someone'
const project = (name: string | undefined) => name ?? 'a project'
const issue = ({ issue_number, issue_name, issue_count }: NotificationPayload) => {
  if (issue_count) return `${issue_count} issues`
  return issue_number ? `issue #${issue_number} ${issue_name ?? ''}`.trim() : 'an issue'
}

/** By the payload's fields; what is missing falls back to a general word. */
const messages: NotificationWords['messages'] = {
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
}

export const english: NotificationWords = {
  invited: (p) => `${someone(p.from_name)} invited you to ${project(p.project_name)}.`,
  unknown: (p) => `Something changed in ${project(p.project_name)}`,
  messages,
}

/** The sentence of a notification; `type` may be one that only a newer version knows. */
export function sayNotification(
  words: NotificationWords,
  { type, payload }: { type: string; payload: NotificationPayload },
): string {
  if (type === 'USER_INVITED_TO_PROJECT') return words.invited(payload)
  const say = Object.hasOwn(words.messages, type) ? words.messages[type as keyof typeof words.messages] : null
  return (say ?? words.unknown)(payload)
}
