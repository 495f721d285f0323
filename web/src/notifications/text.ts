import type { NotificationPayload, NotificationType } from '@plumbline/contract/notifications'
import { catalogue } from '../app/language.ts'

type Say = (payload: NotificationPayload) => string

const someone = (name: string | undefined) => name ?? 'Someone'
const project = (name: string | undefined) => name ?? 'a project'
const issue = ({ issue_number, issue_name, issue_count }: NotificationPayload) =>
  issue_count
    ? `${issue_count} issues`
    : issue_number
      ? `issue #${issue_number} ${issue_name ?? ''}`.trim()
      : 'an issue'

/** The message of each type, by the payload's fields; what is missing falls back to a general word. */
const messages: Record<Exclude<NotificationType, 'USER_INVITED_TO_PROJECT'>, Say> = {
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
  CHAT_MESSAGE: (p) => `${someone(p.from_name)}: ${p.message ?? ''}`,
  PROJECT_DELETED: (p) => `${someone(p.by_user_name)} deleted ${project(p.project_name)}`,
}

const english = {
  title: 'Notifications',
  bell: (fresh: number) => (fresh > 0 ? `Notifications, ${fresh} new` : 'Notifications'),
  empty: 'You have no notifications',
  acknowledge: 'Acknowledge',
  tryAgain: 'Try again',
  fresh: 'New',
  invited: (payload: NotificationPayload) =>
    `${someone(payload.from_name)} invited you to ${project(payload.project_name)}.`,
  /** the words before, in and after the link to the invitation */
  toAnswer: ['To answer, ', 'follow the instructions', ''] as [string, string, string],
  unknown: (payload: NotificationPayload) => `Something changed in ${project(payload.project_name)}`,
  messages,
}

export type NotificationText = typeof english
export const useNotificationText = catalogue('notifications', english)
