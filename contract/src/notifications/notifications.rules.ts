import type { Notification } from './notifications.ts'

/** Types without a link: their subject was deleted or is no longer visible to the user. */
const leadNowhere = ['PROJECT_DELETED', 'USER_REMOVED_FROM_PROJECT', 'USER_INVITED_TO_PROJECT']

/**
 * The path of a notification's subject in the app; null if there is nothing to open. App, mails and pushes link to the
 * same path.
 */
export function getNotificationPath(
  notification: Pick<Notification, 'type' | 'project_id' | 'payload'>,
): string | null {
  const { type, project_id, payload } = notification
  if (leadNowhere.includes(type)) return null
  if (type === 'CHAT_MESSAGE') return payload.chat_id ? `/chat?thread=${payload.chat_id}` : '/chat'
  if (!project_id) return null
  const project = `/project/${project_id}`
  switch (type) {
    case 'BIM_PROCESSING_COMPLETED':
      return payload.message || !payload.bim_file_header_id
        ? `${project}/models`
        : `${project}/models/${payload.bim_file_header_id}`
    case 'ISSUES_FOLLOWED': {
      const file = payload.bim_file_header_id
      if (!file) return `${project}/models`
      return payload.followed?.review
        ? `${project}/viewer?models=${file}&review=1`
        : `${project}/models/${file}`
    }
    case 'ISSUE_DELETED':
      return `${project}/issues`
    case 'ISSUE_COMMENT_ADDED':
    case 'ISSUE_ASSIGNED':
    case 'ISSUE_UNASSIGNED':
    case 'ISSUE_UPDATED': {
      // a bulk change has no single issue to open
      if (!payload.issue_number) return `${project}/issues`
      const at = payload.comment_id ? `?comment=${payload.comment_id}` : ''
      return `${project}/issues/${payload.issue_number}${at}`
    }
    case 'PROJECT_MEMBER_ADDED':
    case 'USER_JOINED_PROJECT':
      return `${project}/members`
    default:
      return project
  }
}

/** The user shown with a notification: the actor, or the new member. */
export function getNotificationPerson({ type, payload }: Pick<Notification, 'type' | 'payload'>): {
  id: string | undefined
  name: string | undefined
} {
  if (type === 'USER_JOINED_PROJECT') return { id: payload.added_user_id, name: payload.added_user_name }
  const { by_user_name, added_by_user_name, removed_by_user_name, from_name } = payload
  const name = by_user_name ?? added_by_user_name ?? removed_by_user_name ?? from_name
  return { id: payload.by_user_id, name }
}
