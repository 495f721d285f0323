import * as z from 'zod/mini'
import { Id } from './fields.ts'

/**
 * Everything a screen can hear of: `data` carries ids only, what changed is fetched again through the door that
 * checks rights. Each frame on /ws/updates is `{id, type, project_id, data}`.
 */
export const events = {
  'user.updated': z.object({ user_id: Id }),
  'team.updated': z.object({ team_id: Id }),
  'project.created': z.object({}),
  'project.updated': z.object({}),
  'project.deleted': z.object({}),
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
  'view.updated': z.object({ view_id: Id }),
  'issue.created': z.object({ issue_id: Id }),
  'issue.updated': z.object({ issue_id: Id }),
  'issue.deleted': z.object({ issue_id: Id }),
  'comment.updated': z.object({ issue_id: Id, comment_id: Id }),
  'issue_view.updated': z.object({}),
  'issue_template.updated': z.object({}),
  'notification.updated': z.object({}),
  'chat.message': z.object({ chat_id: Id, message_id: Id }),
  'chat.updated': z.object({ chat_id: Id }),
} as const

export type EventType = keyof typeof events
export type EventData<T extends EventType> = z.output<(typeof events)[T]>

/** One frame of /ws/updates. `id` ascends without gaps being visible to the reader; send the last one to resume. */
export const Frame = z.object({
  id: z.number(),
  type: z.string(),
  project_id: z.nullable(Id),
  data: z.record(z.string(), z.unknown()),
})
export type Frame = z.output<typeof Frame>

export const eventTypes = Object.keys(events) as EventType[]
