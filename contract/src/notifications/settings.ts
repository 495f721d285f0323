import * as z from 'zod/mini'
import { atLeastOneOf, Id, Instant, LineField, TimeZoneName } from '../fields.ts'
import { endpoint } from '../http.ts'
import { type NotificationType, notificationTypes } from './notifications.ts'

/** When mails about a type of notification are sent: never, at once, or collected. */
export const mailFrequencies = ['OFF', 'NOW', 'HOURLY', 'DAILY'] as const
const Channels = z.object({
  /** shown and counted in the app */
  in_app: z.boolean(),
  email: z.enum(mailFrequencies),
  push: z.boolean(),
})
export type Channels = z.output<typeof Channels>

const TimeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

const settingsFields = {
  types: z.record(z.enum(notificationTypes), Channels),
  /** mails and pushes wait for the end; if from is after to, the hours span midnight */
  quiet_hours: z.nullable(z.object({ from: TimeOfDay, to: TimeOfDay })),
  /** for quiet hours and daily mails; null means UTC, until a browser sets it */
  time_zone: z.nullable(z.string()),
  /** time of daily mails */
  daily_at: TimeOfDay,
}
export const NotificationSettings = z.object(settingsFields)
export type NotificationSettings = z.output<typeof NotificationSettings>

const often: Channels = { in_app: true, email: 'HOURLY', push: true }
const seldom: Channels = { in_app: true, email: 'DAILY', push: false }
const quietly: Channels = { in_app: true, email: 'OFF', push: false }
/** Default channels: mail where the user has to act, otherwise in the app only. */
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
  // invitations are mailed separately
  USER_INVITED_TO_PROJECT: { ...often, email: 'OFF' },
  USER_JOINED_PROJECT: quietly,
  CHAT_MESSAGE: often,
  PROJECT_DELETED: { ...often, email: 'NOW' },
  ISSUES_FOLLOWED: { in_app: true, email: 'DAILY', push: true },
}

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/notification/settings',
  access: 'user',
  summary: 'The caller’s notification settings: channels by type, quiet hours and times',
  reply: NotificationSettings,
  hears: ['notification_settings.updated'],
})

export const updateNotificationSettings = endpoint({
  method: 'PATCH',
  path: '/api/notification/settings',
  access: 'user',
  summary: 'Update the caller’s notification settings; types that are not given stay unchanged',
  body: atLeastOneOf({
    ...settingsFields,
    types: z.partialRecord(z.enum(notificationTypes), z.partial(Channels)),
    time_zone: z.nullable(TimeZoneName),
  }),
  reply: NotificationSettings,
  tells: ['notification_settings.updated'],
  example: { body: { types: { ISSUE_UPDATED: { email: 'OFF' } } } },
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/notification/unsubscribe/:token',
  access: 'public',
  secret: true,
  summary:
    'Unsubscribe from mails of one type of notification or of all, by the token of a mail (RFC 8058), without a session',
  params: z.object({ token: z.string().check(z.maxLength(400)) }),
  reply: z.object({
    /** null: all types */
    type: z.nullable(z.enum(notificationTypes)),
    email: z.string(),
    /** token that unsubscribes from all types, if this one was for a single type */
    all_token: z.nullable(z.string()),
  }),
  refuses: ['link_expired', 'too_many_requests'],
  tells: ['notification_settings.updated'],
})

/** Web push (RFC 8030, 8291, 8292), off until the user turns it on in a browser. */
export const getPush = endpoint({
  method: 'GET',
  path: '/api/notification/push',
  access: 'user',
  summary: 'The server’s public VAPID key, null if push is turned off, and the caller’s push devices',
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
  summary: 'Add this browser as push device; a known endpoint is updated',
  body: z.object({
    /** URL of the browser’s push service: https and public */
    endpoint: z.url({ protocol: /^https$/ }).check(z.maxLength(1000)),
    keys: z.object({
      p256dh: z.string().check(z.regex(/^[\w-]{80,100}={0,2}$/)),
      auth: z.string().check(z.regex(/^[\w-]{20,32}={0,2}$/)),
    }),
    /** display name of browser and device */
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
  summary: 'Remove a push device of the caller',
  reply: null,
  refuses: ['not_found'],
  tells: ['notification_settings.updated'],
})
