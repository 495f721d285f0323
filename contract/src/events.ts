import * as z from 'zod/mini'
import { Id } from './fields.ts'

/**
 * All live events. `data` carries only ids; clients refetch the changed data, which checks their permissions. Each frame
 * on /ws/updates is `{id, type, project_id, data}`.
 */
export const events = {
  /** for everybody: maintenance of the server began, changed or ended; the setting MAINTENANCE has the current state */
  'maintenance.updated': z.object({}),
  'user.updated': z.object({ user_id: Id }),
  'team.updated': z.object({ team_id: Id }),
  'billing.updated': z.object({ team_id: Id }),
  'project.created': z.object({}),
  'project.updated': z.object({}),
  'project.deleted': z.object({}),
  /** the recipient pinned, unpinned or opened the project */
  'project.marked': z.object({}),
  'member.added': z.object({ user_id: Id }),
  'member.updated': z.object({ user_id: Id }),
  'member.removed': z.object({ user_id: Id }),
  'invite.updated': z.object({}),
  'access.updated': z.object({}),
  'level.updated': z.object({}),
  'section.updated': z.object({}),
  'marker.updated': z.object({}),
  'header.updated': z.object({ header_id: Id }),
  'variant.updated': z.object({ header_id: Id, variant_id: Id }),
  'variant.progress': z.object({
    header_id: Id,
    variant_id: Id,
    stage: z.string(),
    progress: z.number(),
  }),
  /** the places of a file's issues followed another version */
  'anchors.updated': z.object({ header_id: Id }),
  'view.updated': z.object({ view_id: Id }),
  /** `many`: created together with other issues */
  'issue.created': z.object({ issue_id: Id, many: z.optional(z.literal(true)) }),
  'issue.updated': z.object({ issue_id: Id }),
  'issue.deleted': z.object({ issue_id: Id }),
  'comment.updated': z.object({ issue_id: Id, comment_id: Id }),
  'issue_view.updated': z.object({}),
  'issue_template.updated': z.object({}),
  'custom_field.updated': z.object({}),
  'bcf_import.updated': z.object({ import_id: Id }),
  'webhook.updated': z.object({}),
  'notification.updated': z.object({}),
  'notification_settings.updated': z.object({}),
  'chat.message': z.object({ chat_id: Id, message_id: Id }),
  'chat.updated': z.object({ chat_id: Id }),
  /** a user is typing; a transient hint, shown for a few seconds and not stored */
  'chat.typing': z.object({ chat_id: Id, user_id: Id }),
  /** the connected members of a project and those viewing it; a transient hint: the newest replaces earlier ones */
  'presence.updated': z.object({ online: z.array(Id), here: z.array(Id) }),
} as const

export type EventType = keyof typeof events
export type EventData<T extends EventType> = z.output<(typeof events)[T]>

/** A frame of /ws/updates. `id` is ascending; send the last one to resume. */
export const EventFrame = z.object({
  id: z.number(),
  type: z.string(),
  project_id: z.nullable(Id),
  data: z.record(z.string(), z.unknown()),
})
export type EventFrame = z.output<typeof EventFrame>

/** The only message a client may send: the project it shows, or null. Anything else closes the connection. */
export const SocketMessage = z.strictObject({ here: z.nullable(Id) })
export type SocketMessage = z.output<typeof SocketMessage>

/** Close codes of the server, in the range that RFC 6455 reserves for applications. */
export const socketCloses = {
  signedOut: { code: 4401, reason: 'signed out' },
  badMessage: { code: 4400, reason: 'unknown message' },
  tooSlow: { code: 4408, reason: 'too slow' },
  tooMany: { code: 4429, reason: 'too many connections' },
} as const

export const eventTypes = Object.keys(events) as EventType[]
