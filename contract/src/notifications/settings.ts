import * as z from 'zod/mini'
import { atLeastOneOf, Id, Instant, LineField } from '../fields.ts'
import { endpoint } from '../http.ts'
import { type NotificationType, notificationTypes } from './notifications.ts'

/** When mails about a type of notification go: never, at once, or collected. */
export const mailFrequencies = ['OFF', 'NOW', 'HOURLY', 'DAILY'] as const
const Channels = z.object({
  /** in the sidebar and its count */
  in_app: z.boolean(),
  email: z.enum(mailFrequencies),
  push: z.boolean(),
})
export type Channels = z.output<typeof Channels>

const TimeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
/** IANA name, such as Europe/Berlin; null until a browser has said one: then UTC */
const TimeZone = z.nullable(LineField(1, 60))

const settingsFields = {
  types: z.record(z.enum(notificationTypes), Channels),
  /** mails and pushes wait for its end; from after to: over midnight */
  quiet_hours: z.nullable(z.object({ from: TimeOfDay, to: TimeOfDay })),
  /** of quiet hours and of the time of daily mails */
  time_zone: TimeZone,
  /** when daily mails go */
  daily_at: TimeOfDay,
}
export const NotificationSettings = z.object(settingsFields)
export type NotificationSettings = z.output<typeof NotificationSettings>

const often: Channels = { in_app: true, email: 'HOURLY', push: true }
const seldom: Channels = { in_app: true, email: 'DAILY', push: false }
const quietly: Channels = { in_app: true, email: 'OFF', push: false }
/** What is sent to whom has chosen nothing: mails about what waits for them, the rest in the application. */
export const defaultChannels: Record<NotificationType, Channels> = {
  BIM_PROCESSING_COMPLETED: quietly,
  ISSUE_ASSIGNED: often,
  PROJECT_MEMBER_ADDED: quietly,
  USER_ADDED_TO_PROJECT: { ...often, email: 'NOW' },
  USER_REMOVED_FROM_PROJECT: seldom,
  ISSUE_UNASSIGNED: seldom,
  ISSUE_UPDATED: seldom,
  ISSUE_DELETED: seldom,
  ISSUE_COMMENT_ADDED: often,
  // the invitation has a mail of its own
  USER_INVITED_TO_PROJECT: { ...often, email: 'OFF' },
  USER_JOINED_PROJECT: quietly,
  CHAT_MESSAGE: often,
  PROJECT_DELETED: { ...often, email: 'NOW' },
}

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/notification/settings',
  access: 'user',
  summary: 'What the caller is told of, by which way, and when not',
  reply: NotificationSettings,
  hears: ['notification_settings.updated'],
})

export const updateNotificationSettings = endpoint({
  method: 'PATCH',
  path: '/api/notification/settings',
  access: 'user',
  summary: 'Change what the caller is told of; types that are not named stay as they are',
  body: atLeastOneOf({
    ...settingsFields,
    types: z.partialRecord(z.enum(notificationTypes), z.partial(Channels)),
  }),
  reply: NotificationSettings,
  tells: ['notification_settings.updated'],
  example: { body: { types: { ISSUE_UPDATED: { email: 'OFF' } } } },
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/notification/unsubscribe/:token',
  access: 'public',
  summary:
    'End mails of one type of notification, or all of them, by the link of a mail (RFC 8058); no session is needed',
  params: z.object({ token: z.string().check(z.maxLength(400)) }),
  reply: z.object({
    /** null: of all types */
    type: z.nullable(z.enum(notificationTypes)),
    email: z.string(),
    /** ends all mails by the same call, where this ended one type */
    all_token: z.nullable(z.string()),
  }),
  refuses: ['link_expired', 'too_many_requests'],
  tells: ['notification_settings.updated'],
})

/** Web push (RFC 8030, 8291, 8292). Off until a person turns it on in a browser. */
export const getPush = endpoint({
  method: 'GET',
  path: '/api/notification/push',
  access: 'user',
  summary:
    'The server’s public VAPID key, null where push is turned off, and the caller’s devices that get pushes',
  reply: z.object({
    public_key: z.nullable(z.string()),
    devices: z.array(z.object({ id: Id, name: z.string(), created_at: Instant, endpoint_hash: z.string() })),
  }),
  hears: ['notification_settings.updated'],
})

export const addPushDevice = endpoint({
  method: 'POST',
  path: '/api/notification/push',
  access: 'user',
  summary: 'Send pushes to this browser; the same endpoint again renews it',
  body: z.object({
    /** of the browser’s push service: https and public */
    endpoint: z.url({ protocol: /^https$/ }).check(z.maxLength(1000)),
    keys: z.object({
      p256dh: z.string().check(z.regex(/^[\w-]{80,100}={0,2}$/)),
      auth: z.string().check(z.regex(/^[\w-]{20,32}={0,2}$/)),
    }),
    /** of the browser and device, for the list */
    name: LineField(1, 80),
  }),
  reply: z.object({ id: Id }),
  status: 201,
  refuses: ['unavailable', 'too_many_requests'],
  tells: ['notification_settings.updated'],
  example: {
    body: {
      endpoint: 'https://push.example.com/send/c2VjcmV0',
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
      name: 'Firefox 140, Linux',
    },
  },
})

export const removePushDevice = endpoint({
  method: 'DELETE',
  path: '/api/notification/push/:deviceId',
  access: 'user',
  summary: 'Send no more pushes to a device of the caller',
  reply: null,
  refuses: ['not_found'],
  tells: ['notification_settings.updated'],
})
