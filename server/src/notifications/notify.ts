import { randomUUIDv7 } from 'node:crypto'
import type { NotificationType } from '@plumbline/contract/notifications/notifications'
import { sql } from 'kysely'
import { type Tx, toJsonb } from '../db/database.ts'
import { prepareQuery } from '../db/prepared-query.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { actorOf, type PublishedEvent, type Reaction, type Tell } from '../live/tell.ts'
import { computeMailDue, delayPastQuietHours } from './mail-due.ts'
import { buildNotifications, type NotificationDraft } from './rules.ts'
import { buildNotificationSettings, type SettingsRow } from './settings.ts'

interface ContextValues {
  by: string | null
  project_id: string | null
  user_ids: string[]
  /** the issue whose unread notifications take up this change; null: it makes new ones */
  issue_id: string | null
  /** unread notifications are joined from this instant on */
  since: string
}

/** What the rows of an event's notifications depend on beside the event. */
interface NotificationContext {
  actor_name: string | null
  project_name: string | null
  settings: (SettingsRow & { user_id: string })[]
  /** ids of users with a device for pushes */
  with_devices: string[]
  /** ids of users with a recent unread notification of the issue */
  with_unread: string[]
  /** whether any of the users has snoozed notifications */
  has_snoozed: boolean
}

const readContext = prepareQuery<ContextValues, NotificationContext>(
  (_db, parameter) => sql`select
    (select trim(concat(first_name, ' ', last_name)) from users where id = ${parameter('by')}::uuid) as actor_name,
    (select name from projects where id = ${parameter('project_id')}::uuid) as project_name,
    (select coalesce(json_agg(s), '[]') from notification_settings s
      where s.user_id = any (${parameter('user_ids')}::uuid[])) as settings,
    array(select distinct user_id from push_devices
      where user_id = any (${parameter('user_ids')}::uuid[])) as with_devices,
    array(select distinct user_id from notifications
      where user_id = any (${parameter('user_ids')}::uuid[]) and type = 'ISSUE_UPDATED' and state = 'NEW'
      and created_at > ${parameter('since')}::timestamptz
      and payload->>'issue_id' = ${parameter('issue_id')}::text) as with_unread,
    exists (select from notifications
      where user_id = any (${parameter('user_ids')}::uuid[]) and snoozed_until is not null) as has_snoozed`,
)

/** The payload fields that all notifications share: the actor and the project. */
function buildCommonPayload(by: string | null, { actor_name, project_name }: NotificationContext) {
  return {
    by: by ? { by_user_id: by } : {},
    name: actor_name === null ? {} : { by_user_name: actor_name },
    project: project_name === null ? {} : { project_name },
  }
}

/** Types with `by_user_name`; other types have the actor's name in a field of their own. */
const byName = /^(ISSUE_|PROJECT_DELETED)/

const WINDOW_MS = 5 * 60 * 1000
const getWindowStart = () => new Date(Date.now() - WINDOW_MS).toISOString()

/** A notification row for one user, with its delivery times. */
interface NewNotification {
  user_id: string
  in_app: boolean
  mail_at: string | null
  push_at: string | null
}

/**
 * Builds the rows by each user's channel settings. A notification for mail or push only is a row with `in_app` false;
 * users who turned off all channels get none.
 */
function buildRows(
  { settings, with_devices }: NotificationContext,
  type: NotificationType,
  userIds: string[],
): NewNotification[] {
  const chosen = new Map(settings.map((row) => [row.user_id, row]))
  const devices = new Set(with_devices)
  const now = new Date()
  return userIds.flatMap((user_id): NewNotification[] => {
    const mine = buildNotificationSettings(chosen.get(user_id))
    const { in_app, email, push } = mine.types[type]
    const mail_at = computeMailDue(now, email, mine)?.toISOString() ?? null
    const push_at = push && devices.has(user_id) ? delayPastQuietHours(now, mine).toISOString() : null
    return in_app || mail_at || push_at ? [{ user_id, in_app, mail_at, push_at }] : []
  })
}

/** Merges a change into recent unread notifications about the same issue; returns the rows that found none any more. */
async function mergeIntoUnread(
  tx: Tx,
  draft: NotificationDraft,
  rows: NewNotification[],
  payload: object,
): Promise<NewNotification[]> {
  if (rows.length === 0) return []
  const newest = JSON.stringify(payload)
  const { rows: updated } = await sql<{ user_id: string }>`
    update notifications n set mail_at = coalesce(n.mail_at, d.mail_at), returned_at = null, payload = ${newest}::jsonb || jsonb_build_object(
      'changes', coalesce((n.payload->>'changes')::int, 1) + 1,
      'message', coalesce((n.payload->>'changes')::int, 1) + 1 || ' changes')
      || jsonb_strip_nulls(jsonb_build_object(
        'status_from', coalesce(n.payload->'status_from', ${newest}::jsonb->'status_from'),
        'status_to', coalesce(${newest}::jsonb->'status_to', n.payload->'status_to'),
        'assignee_from_id', coalesce(n.payload->'assignee_from_id', ${newest}::jsonb->'assignee_from_id'),
        'assignee_to_id', coalesce(${newest}::jsonb->'assignee_to_id', n.payload->'assignee_to_id')))
      || (select case when count(*) = 0 then '{}' else jsonb_build_object('changed', jsonb_object_agg(field, jsonb_build_object(
          'from', coalesce(n.payload->'changed'->field, ${newest}::jsonb->'changed'->field)->'from',
          'to', coalesce(${newest}::jsonb->'changed'->field, n.payload->'changed'->field)->'to'))) end
        from jsonb_object_keys(coalesce(n.payload->'changed', '{}') || coalesce(${newest}::jsonb->'changed', '{}')) as k (field))
    from unnest(${rows.map((row) => row.user_id)}::uuid[], ${rows.map((row) => row.mail_at)}::timestamptz[]) as d (user_id, mail_at)
    where n.user_id = d.user_id and n.id = (
      select o.id from notifications o
      where o.user_id = d.user_id and o.type = 'ISSUE_UPDATED' and o.state = 'NEW'
        and o.created_at > ${getWindowStart()} and o.payload->>'issue_id' = ${draft.payload.issue_id}
      order by o.created_at desc limit 1)
    returning n.user_id`.execute(tx)
  const merged = new Set(updated.map((row) => row.user_id))
  return rows.filter((row) => !merged.has(row.user_id))
}

/** Recipients without a recent unread row of this conversation, and mentioned ones: only these need a write. */
async function filterWithoutFreshRow(
  tx: Tx,
  { recipients, payload, chatMessage }: NotificationDraft,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from notifications where type = 'CHAT_MESSAGE' and state = 'NEW'
      and payload->>'chat_id' = ${payload.chat_id} and snoozed_until is null and created_at > ${getWindowStart()}`.execute(
    tx,
  )
  const notified = new Set(rows.map((row) => row.user_id))
  return recipients.filter((id) => !notified.has(id) || chatMessage?.mentioned.includes(id))
}

async function insertRows(
  tx: Tx,
  { type, chatMessage }: NotificationDraft,
  project_id: string | null,
  rows: NewNotification[],
  payload: object,
) {
  if (rows.length === 0) return
  const stored = toJsonb(chatMessage ? { ...payload, position: chatMessage.position } : payload)
  await tx
    .insertInto('notifications')
    .values(rows.map((row) => ({ ...row, id: randomUUIDv7(), project_id, type, payload: stored })))
    .$if(chatMessage !== undefined, (query) =>
      query.onConflict((conflict) =>
        conflict
          .expression(sql`(payload->>'chat_id'), user_id`)
          .where('state', '=', sql.lit('NEW'))
          .where('type', '=', sql.lit('CHAT_MESSAGE'))
          .doUpdateSet((eb) => ({
            payload: eb.ref('excluded.payload'),
            created_at: eb.ref('excluded.created_at'),
            in_app: eb.ref('excluded.in_app'),
            returned_at: null,
            snoozed_until: null,
            mail_at: sql<string | null>`coalesce(notifications.mail_at, excluded.mail_at)`,
            push_at: eb.ref('excluded.push_at'),
          })),
      ),
    )
    .execute()
}

/** What is new about a thread brings back the rest of it, if its reader snoozed it. */
async function returnThread(
  tx: Tx,
  { payload }: NotificationDraft,
  project_id: string | null,
  userIds: string[],
) {
  const { chat_id, issue_number, bim_file_header_id: file } = payload
  const key = chat_id
    ? `chat:${chat_id}`
    : issue_number
      ? `issue:${project_id}:${issue_number}`
      : file && `file:${file}`
  if (!key) return
  await tx
    .updateTable('notifications')
    .set({ snoozed_until: null })
    .where('user_id', '=', sql<string>`any (${userIds}::uuid[])`)
    .where('group_key', '=', key)
    .where('snoozed_until', 'is not', null)
    .execute()
}

/** Acknowledges notifications of messages that the user has read. */
async function acknowledgeRead(tx: Tx, event: PublishedEvent<'chat.updated'>, tell: Tell) {
  if (event.cause.kind !== 'READ') return
  const { user_id, position } = event.cause
  const { numAffectedRows } = await sql`
    update notifications set state = 'ACKNOWLEDGED', mail_at = null, push_at = null, snoozed_until = null
    where type = 'CHAT_MESSAGE' and state = 'NEW' and user_id = ${user_id}
      and payload->>'chat_id' = ${event.data.chat_id}
      and coalesce((payload->>'position')::int, 0) <= ${position}`.execute(tx)
  if (!numAffectedRows) return
  const audience = { users: [user_id] }
  await tell('notification.updated', { project_id: event.project_id, data: {}, audience })
}

/** Deletes other users' notifications of a deleted message. */
async function removeDeletedMessage(tx: Tx, event: PublishedEvent<'chat.updated'>, tell: Tell) {
  if (event.cause.kind !== 'MESSAGE_DELETED') return
  const { rows } = await sql<{ user_id: string }>`
    delete from notifications where type = 'CHAT_MESSAGE' and payload->>'chat_id' = ${event.data.chat_id}
      and (payload->>'position')::int = ${event.cause.position} returning user_id`.execute(tx)
  if (rows.length === 0) return
  const audience = { users: rows.map((row) => row.user_id) }
  await tell('notification.updated', { project_id: event.project_id, data: {}, audience })
}

/** Replaces the quoted text in notifications of an edited message. */
async function updateEditedMessage(tx: Tx, event: PublishedEvent<'chat.updated'>, tell: Tell) {
  if (event.cause.kind !== 'MESSAGE_EDITED') return
  const { position, preview } = event.cause
  const { rows } = await sql<{ user_id: string }>`
    update notifications set payload = payload || jsonb_build_object('message', ${preview}::text)
    where type = 'CHAT_MESSAGE' and payload->>'chat_id' = ${event.data.chat_id}
      and (payload->>'position')::int = ${position} returning user_id`.execute(tx)
  if (rows.length === 0) return
  const audience = { users: rows.map((row) => row.user_id) }
  await tell('notification.updated', { project_id: event.project_id, data: {}, audience })
}

/** Creates the reaction that turns events into notification rows, in the event's transaction. */
export const createNotifier =
  (jobs: Pick<Jobs, 'add'>): Reaction =>
  async (tx, event, tell) => {
    if (event.type === 'chat.updated') {
      await acknowledgeRead(tx, event, tell)
      await removeDeletedMessage(tx, event, tell)
      await updateEditedMessage(tx, event, tell)
      return
    }
    const notes = (await buildNotifications(tx, event)).filter((note) => note.recipients.length > 0)
    if (notes.length === 0) return
    const { project_id } = event
    const by = actorOf(event)
    const user_ids = [...new Set(notes.flatMap(({ recipients }) => recipients))]
    const issue_id = notes.find((note) => note.mergesWithUnread)?.payload.issue_id ?? null
    const [context] = await readContext(tx, { by, project_id, user_ids, issue_id, since: getWindowStart() })
    if (!context) return
    const common = buildCommonPayload(by, context)
    for (const note of notes) {
      const named = byName.test(note.type) ? common.name : {}
      const payload = { ...common.by, ...named, ...common.project, ...note.payload }
      const people = note.chatMessage ? await filterWithoutFreshRow(tx, note) : note.recipients
      if (people.length === 0) continue
      const rows = buildRows(context, note.type, people)
      const isJoined = ({ user_id }: NewNotification) =>
        note.mergesWithUnread === true && context.with_unread.includes(user_id)
      const left = await mergeIntoUnread(tx, note, rows.filter(isJoined), payload)
      const unmerged = [...rows.filter((row) => !isJoined(row)), ...left]
      await insertRows(tx, note, project_id, unmerged, payload)
      const now = new Date().toISOString()
      for (const { user_id, push_at } of unmerged)
        if (push_at && push_at <= now) await jobs.add(tx, 'push', { user_id })
      const users = rows.filter((row) => row.in_app).map((row) => row.user_id)
      if (users.length === 0) continue
      if (context.has_snoozed) await returnThread(tx, note, project_id, users)
      await tell('notification.updated', { project_id, data: {}, audience: { users } })
    }
  }
