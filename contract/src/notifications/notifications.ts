import * as z from 'zod/mini'
import { Id, Instant, LineField } from '../fields.ts'
import { endpoint } from '../http.ts'

export const notificationTypes = [
  'BIM_PROCESSING_COMPLETED',
  'ISSUE_ASSIGNED',
  'PROJECT_MEMBER_ADDED',
  'USER_ADDED_TO_PROJECT',
  'USER_REMOVED_FROM_PROJECT',
  'ISSUE_UNASSIGNED',
  'ISSUE_UPDATED',
  'ISSUE_DELETED',
  'ISSUE_COMMENT_ADDED',
  'USER_INVITED_TO_PROJECT',
  'USER_JOINED_PROJECT',
  'CHAT_MESSAGE',
  'PROJECT_DELETED',
  'ISSUES_FOLLOWED',
] as const
export type NotificationType = (typeof notificationTypes)[number]

export const NotificationPayload = z.partial(
  z.object({
    bim_file_header_name: z.string(),
    bim_file_header_id: z.string(),
    bim_file_variant_version: z.number(),
    issue_id: z.string(),
    issue_number: z.number(),
    issue_name: z.string(),
    /** for a bulk change, instead of a single issue */
    issue_count: z.number(),
    /** only for ISSUES_FOLLOWED: how the recipient's issues changed in the new version */
    followed: z.object({
      issues: z.number(),
      stay: z.number(),
      moved: z.number(),
      found: z.number(),
      review: z.number(),
      gone: z.number(),
    }),
    /** only for ISSUES_FOLLOWED: percent of the elements found again, when it may be the wrong file */
    found_percent: z.number(),
    /** only for ISSUE_COMMENT_ADDED */
    comment_id: z.string(),
    /** number of merged changes, if more than one */
    changes: z.number(),
    /** only for ISSUE_UPDATED: the status before the first and after the last of these changes, if it changed */
    status_from: z.string(),
    status_to: z.string(),
    /**
     * only for ISSUE_UPDATED: by field, the value before the first and after the last of these changes, null for none.
     * People, levels and sections by name; both are null where a value is too long.
     */
    changed: z.record(z.string(), z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()) })),
    assignee_from_id: z.string(),
    assignee_to_id: z.string(),
    /** id of the actor, for the profile picture */
    by_user_id: z.string(),
    by_user_name: z.string(),
    added_user_id: z.string(),
    added_user_name: z.string(),
    added_by_user_name: z.string(),
    project_name: z.string(),
    removed_by_user_name: z.string(),
    invitation_id: z.string(),
    /** only for USER_INVITED_TO_PROJECT: its current state, and when it was decided */
    invitation_state: z.enum(['PENDING', 'APPROVED', 'REJECTED', 'CANCELLED', 'EXPIRED']),
    invitation_decided_at: z.nullable(Instant),
    from_name: z.string(),
    message: z.string(),
    /** error code of a FAILED version, to translate its message */
    error_code: z.string(),
    chat_id: z.string(),
  }),
)
export type NotificationPayload = z.output<typeof NotificationPayload>

export const Notification = z.object({
  id: Id,
  type: z.enum(notificationTypes),
  state: z.enum(['NEW', 'ACKNOWLEDGED']),
  user_id: Id,
  project_id: z.nullable(Id),
  created_at: Instant,
  /** when it took up its last further change, of ISSUE_UPDATED */
  merged_at: z.optional(z.nullable(Instant)),
  payload: NotificationPayload,
  /** names the act of acknowledging, to undo it */
  acknowledged_at: z.optional(z.nullable(Instant)),
})
export type Notification = z.output<typeof Notification>

/** A project's id, or 0 for all projects. */
const ProjectOrAll = z.optional(z.union([z.literal('0'), Id]))

/** The subject that groups notifications: an issue, a conversation, a file, an invitation, or a single notification. */
const GroupKey = LineField(1, 120)

export const NotificationGroup = z.object({
  key: z.string(),
  newest: Notification,
  /** number of notifications in it, and of new ones among them */
  count: z.number(),
  /** the last arrival or update in the thread: the value of `until` for acknowledging it */
  changed_at: Instant,
  fresh: z.number(),
  /** the caller muted its issue */
  muted: z.boolean(),
  snoozed_until: z.nullable(Instant),
})
export type NotificationGroup = z.output<typeof NotificationGroup>

export const countNotifications = endpoint({
  method: 'GET',
  path: '/api/notification/count',
  access: 'user',
  by_token: 'whole',
  summary:
    'Counters of the caller’s notifications, new and acknowledged up to 10,000 each, and of unread chat messages',
  query: z.object({ project_id: ProjectOrAll }),
  reply: z.object({ total: z.number(), new: z.number(), acknowledged: z.number(), chat: z.number() }),
  hears: ['notification.updated', 'chat.message', 'chat.updated'],
})

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notification',
  access: 'user',
  by_token: 'whole',
  summary: 'The caller’s notifications, newest first, without snoozed ones',
  query: z.object({
    project_id: ProjectOrAll,
    /** only notifications of this thread */
    group: z.optional(GroupKey),
    page: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(1_000_000))),
    page_size: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(1000))),
  }),
  reply: z.array(Notification),
  // the state of an invitation depends on whether its project is in the trash
  hears: ['notification.updated', 'invite.updated', 'project.created', 'project.deleted'],
})

export const acknowledgeNotification = endpoint({
  method: 'POST',
  path: '/api/notification/acknowledge/:id',
  access: 'user',
  by_token: 'whole',
  summary: 'Acknowledge a notification; idempotent. One that changed after `until` stays new',
  /** the `merged_at`, or else `created_at`, that the person has seen */
  body: z.optional(z.object({ until: z.optional(Instant) })),
  reply: Notification,
  tells: ['notification.updated'],
})

export const acknowledgeAll = endpoint({
  method: 'POST',
  path: '/api/notification/acknowledge',
  access: 'user',
  by_token: 'whole',
  summary:
    'Acknowledge all notifications up to a time, of one or all projects, or only those about some files, an issue or a thread; snoozed ones stay. Returns how many were new',
  body: z.object({
    project_id: ProjectOrAll,
    /** notifications that were created, or took up a change, later stay new; default: now */
    until: z.optional(Instant),
    /** only notifications about these files */
    bim_file_header_ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(1000))),
    /** only notifications about this issue of the project */
    issue_number: z.optional(z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1))),
    /** only notifications of this thread */
    group: z.optional(GroupKey),
  }),
  /** `acknowledged_at` names this act, to undo it; null: nothing was new */
  reply: z.object({ acknowledged: z.number(), acknowledged_at: z.nullable(Instant) }),
  tells: ['notification.updated'],
  example: { body: { project_id: '0' } },
})

export const listNotificationGroups = endpoint({
  method: 'GET',
  path: '/api/notification/group',
  access: 'user',
  by_token: 'whole',
  summary:
    'The caller’s notifications by thread (issue, conversation, file or invitation), the newest of each, newest first',
  query: z.object({
    project_id: ProjectOrAll,
    /** `true`: only snoozed threads, which are otherwise left out */
    snoozed: z.optional(z.enum(['true', 'false'])),
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(1000))),
  }),
  reply: z.object({
    groups: z.array(NotificationGroup),
    has_more: z.boolean(),
    /** snoozed threads, up to 1000 */
    snoozed: z.number(),
    /** projects that have notifications, by name, up to 1000 */
    projects: z.array(z.object({ id: Id, name: z.string() })),
  }),
  // the state of an invitation depends on whether its project is in the trash
  hears: ['notification.updated', 'invite.updated', 'project.created', 'project.deleted'],
})

export const unacknowledgeNotifications = endpoint({
  method: 'POST',
  path: '/api/notification/unacknowledge',
  access: 'user',
  by_token: 'whole',
  summary: 'Undo acknowledging: notifications acknowledged at that moment are new again',
  body: z.object({ acknowledged_at: Instant }),
  reply: z.object({ restored: z.number() }),
  tells: ['notification.updated'],
  example: { body: { acknowledged_at: '2026-11-26T09:00:00.000Z' } },
})

export const snoozeNotifications = endpoint({
  method: 'POST',
  path: '/api/notification/snooze',
  access: 'user',
  by_token: 'whole',
  summary:
    'Hide a thread until a time, after which it is new again; null shows it at once. A new notification of the thread also brings it back.',
  body: z.object({ group: GroupKey, until: z.nullable(Instant) }),
  reply: z.object({ snoozed: z.number() }),
  refuses: ['bad_request'],
  tells: ['notification.updated'],
  example: { body: { group: 'issue', until: null } },
})
