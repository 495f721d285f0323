import { type NotificationType, notificationTypes } from '@plumbline/contract/notifications/notifications'
import type * as api from '@plumbline/contract/notifications/settings'
import {
  type Channels,
  defaultChannels,
  type NotificationSettings,
} from '@plumbline/contract/notifications/settings'
import { sql } from 'kysely'
import type { Input, PublicCtx } from '../context.ts'
import { type Tx, toJsonb } from '../db/database.ts'
import { computeMailDue } from './mail-due.ts'

/** Only values that differ from the defaults are stored. */
type ChosenChannels = Partial<Record<NotificationType, Partial<Channels>>>

/** The stored part of a user's settings. */
export interface SettingsRow {
  types: unknown
  quiet_from: string | null
  quiet_to: string | null
  time_zone: string | null
  daily_at: string
}

const defaultRow: SettingsRow = {
  types: {},
  quiet_from: null,
  quiet_to: null,
  time_zone: null,
  daily_at: '07:00',
}

/** Settings with their defaults; without a row, the defaults. */
export function buildNotificationSettings(row: SettingsRow = defaultRow): NotificationSettings {
  const { types, quiet_from, quiet_to, ...rest } = row
  const chosen = types as ChosenChannels
  const all = notificationTypes.map((type) => [type, { ...defaultChannels[type], ...chosen[type] }])
  return {
    types: Object.fromEntries(all) as NotificationSettings['types'],
    quiet_hours: quiet_from !== null && quiet_to !== null ? { from: quiet_from, to: quiet_to } : null,
    time_zone: rest.time_zone,
    daily_at: rest.daily_at,
  }
}

/** The settings of these users by id, with defaults, in one query. */
export async function readNotificationSettings(
  tx: Tx,
  userIds: string[],
): Promise<Map<string, NotificationSettings>> {
  const rows = await tx
    .selectFrom('notification_settings')
    .selectAll()
    .where('user_id', '=', sql<string>`any (${userIds}::uuid[])`)
    .execute()
  const byPerson = new Map<string, SettingsRow>(rows.map((row) => [row.user_id, row]))
  return new Map(userIds.map((id) => [id, buildNotificationSettings(byPerson.get(id))]))
}

/** Recomputes when pending mails are due, by the new settings. */
async function rescheduleMails(tx: Tx, userId: string, settings: NotificationSettings, now: Date) {
  const due = notificationTypes.map((type) => computeMailDue(now, settings.types[type].email, settings))
  await sql`
    update notifications n set mail_at = d.at
    from unnest(${[...notificationTypes]}::text[], ${due.map((at) => at?.toISOString() ?? null)}::timestamptz[]) as d (type, at)
    where n.user_id = ${userId} and n.mail_at is not null and n.type = d.type`.execute(tx)
}

type Changes = Input<typeof api.updateNotificationSettings>['body']

/** Updates a user's settings; types and fields that are not given stay unchanged. */
export async function changeNotificationSettings(
  { tx, tell, now }: Pick<PublicCtx, 'tx' | 'tell' | 'now'>,
  user_id: string,
  { types, quiet_hours, time_zone, daily_at }: Changes,
): Promise<NotificationSettings> {
  await tx
    .insertInto('notification_settings')
    .values({ user_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const mine = tx.selectFrom('notification_settings').where('user_id', '=', user_id)
  const before = (await mine.select('types').forUpdate().executeTakeFirstOrThrow()).types as ChosenChannels
  const merged: ChosenChannels = { ...before }
  for (const [type, channels] of Object.entries(types ?? {}) as [NotificationType, Partial<Channels>][])
    merged[type] = { ...merged[type], ...channels }
  const row = await tx
    .updateTable('notification_settings')
    .set({
      types: toJsonb(merged),
      ...(quiet_hours === undefined
        ? {}
        : { quiet_from: quiet_hours?.from ?? null, quiet_to: quiet_hours?.to ?? null }),
      ...(time_zone === undefined ? {} : { time_zone }),
      ...(daily_at === undefined ? {} : { daily_at }),
    })
    .where('user_id', '=', user_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const settings = buildNotificationSettings(row)
  await rescheduleMails(tx, user_id, settings, now())
  const audience = { users: [user_id] }
  await tell('notification_settings.updated', { project_id: null, data: {}, audience })
  return settings
}
