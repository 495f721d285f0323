import { randomUUIDv7 } from 'node:crypto'
import type { NotificationType } from '@plumbline/contract/notifications/notifications'
import type { NotificationSettings } from '@plumbline/contract/notifications/settings'
import { sql } from 'kysely'
import { type Tx, toJsonb } from '../db/database.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { actorOf, type PublishedEvent, type Reaction, type Tell } from '../live/tell.ts'
import { afterQuiet, mailDue } from './due.ts'
import { type Note, notesOf } from './rules.ts'
import { readSettings } from './settings.ts'

/** What every notification says beside its own payload: who did it, and in which project. */
async function surroundings(tx: Tx, event: PublishedEvent) {
  const by = actorOf(event)
  const user =
    by &&
    (await tx.selectFrom('users').select(['first_name', 'last_name']).where('id', '=', by).executeTakeFirst())
  const project =
    event.project_id &&
    (await tx.selectFrom('projects').select('name').where('id', '=', event.project_id).executeTakeFirst())
  return {
    by: by ? { by_user_id: by } : {},
    name: user ? { by_user_name: `${user.first_name} ${user.last_name}`.trim() } : {},
    project: project ? { project_name: project.name } : {},
  }
}

/** The others name who did it in a field of their own. */
const byName = /^(ISSUE_|PROJECT_DELETED)/

const WINDOW_MS = 5 * 60 * 1000
const windowStart = () => new Date(Date.now() - WINDOW_MS).toISOString()

/** A row as it is about to be written for one person. */
interface Row {
  user_id: string
  in_app: boolean
  mail_at: string | null
  push_at: string | null
}

async function withDevices(tx: Tx, userIds: string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('push_devices')
    .select('user_id')
    .distinct()
    .where('user_id', '=', sql<string>`any (${userIds}::uuid[])`)
    .execute()
  return new Set(rows.map((row) => row.user_id))
}

/**
 * By which ways each of these people is told, as they have chosen. What is wanted by mail or push only is a row that the
 * application does not show, so that it can be collected and sent; what is not wanted at all is not written.
 */
async function rowsFor(tx: Tx, type: NotificationType, userIds: string[]): Promise<Row[]> {
  const settings = await readSettings(tx, userIds)
  const devices = await withDevices(tx, userIds)
  const now = new Date()
  return userIds.flatMap((user_id): Row[] => {
    const mine = settings.get(user_id) as NotificationSettings
    const { in_app, email, push } = mine.types[type]
    const mail_at = mailDue(now, email, mine)?.toISOString() ?? null
    const push_at = push && devices.has(user_id) ? afterQuiet(now, mine).toISOString() : null
    return in_app || mail_at || push_at ? [{ user_id, in_app, mail_at, push_at }] : []
  })
}

/** Adds a change to what these people have not read of the same issue; answers who has nothing that it could join. */
async function join(tx: Tx, { payload }: Note, rows: Row[], whole: object): Promise<Row[]> {
  const newest = JSON.stringify(whole)
  const { rows: updated } = await sql<{ user_id: string }>`
    update notifications n set mail_at = coalesce(n.mail_at, d.mail_at), payload = ${newest}::jsonb || jsonb_build_object(
      'changes', coalesce((n.payload->>'changes')::int, 1) + 1,
      'message', coalesce((n.payload->>'changes')::int, 1) + 1 || ' changes')
    from unnest(${rows.map((row) => row.user_id)}::uuid[], ${rows.map((row) => row.mail_at)}::timestamptz[]) as d (user_id, mail_at)
    where n.user_id = d.user_id and n.id = (
      select o.id from notifications o
      where o.user_id = d.user_id and o.type = 'ISSUE_UPDATED' and o.state = 'NEW'
        and o.created_at > ${windowStart()} and o.payload->>'issue_id' = ${payload.issue_id}
      order by o.created_at desc limit 1)
    returning n.user_id`.execute(tx)
  const joined = new Set(updated.map((row) => row.user_id))
  return rows.filter((row) => !joined.has(row.user_id))
}

/** Those whose unread row of a conversation is no longer fresh, or who are named: writing costs for them only. */
async function notYetTold(tx: Tx, { recipients, payload, said }: Note): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from notifications where type = 'CHAT_MESSAGE' and state = 'NEW'
      and payload->>'chat_id' = ${payload.chat_id} and created_at > ${windowStart()}`.execute(tx)
  const told = new Set(rows.map((row) => row.user_id))
  return recipients.filter((id) => !told.has(id) || said?.mentioned.includes(id))
}

async function insert(tx: Tx, { type, said }: Note, project_id: string | null, rows: Row[], whole: object) {
  if (rows.length === 0) return
  const payload = toJsonb(said ? { ...whole, position: said.position } : whole)
  await tx
    .insertInto('notifications')
    .values(rows.map((row) => ({ ...row, id: randomUUIDv7(), project_id, type, payload })))
    .$if(said !== undefined, (query) =>
      query.onConflict((conflict) =>
        conflict
          .expression(sql`(payload->>'chat_id'), user_id`)
          .where('state', '=', sql.lit('NEW'))
          .where('type', '=', sql.lit('CHAT_MESSAGE'))
          .doUpdateSet((eb) => ({
            payload: eb.ref('excluded.payload'),
            created_at: eb.ref('excluded.created_at'),
            in_app: eb.ref('excluded.in_app'),
            mail_at: sql<string | null>`coalesce(notifications.mail_at, excluded.mail_at)`,
            push_at: eb.ref('excluded.push_at'),
          })),
      ),
    )
    .execute()
}

/** A person who has read up to a message has seen what its notification said. */
async function acknowledgeRead(tx: Tx, event: PublishedEvent<'chat.updated'>, tell: Tell) {
  if (event.cause.kind !== 'READ') return
  const { user_id, position } = event.cause
  const { numAffectedRows } = await sql`
    update notifications set state = 'ACKNOWLEDGED', mail_at = null, push_at = null
    where type = 'CHAT_MESSAGE' and state = 'NEW' and user_id = ${user_id}
      and payload->>'chat_id' = ${event.data.chat_id}
      and coalesce((payload->>'position')::int, 0) <= ${position}`.execute(tx)
  if (!numAffectedRows) return
  const audience = { users: [user_id] }
  await tell('notification.updated', { project_id: event.project_id, data: {}, audience })
}

/** A deleted message goes from the notifications of others, too. */
async function removeDeleted(tx: Tx, event: PublishedEvent<'chat.updated'>, tell: Tell) {
  if (event.cause.kind !== 'MESSAGE_DELETED') return
  const { rows } = await sql<{ user_id: string }>`
    delete from notifications where type = 'CHAT_MESSAGE' and payload->>'chat_id' = ${event.data.chat_id}
      and (payload->>'position')::int = ${event.cause.position} returning user_id`.execute(tx)
  if (rows.length === 0) return
  const audience = { users: rows.map((row) => row.user_id) }
  await tell('notification.updated', { project_id: event.project_id, data: {}, audience })
}

/** Turns events into notification rows, in the transaction that told them. */
export const notifier =
  (jobs: Pick<Jobs, 'add'>): Reaction =>
  async (tx, event, tell) => {
    if (event.type === 'chat.updated') {
      await acknowledgeRead(tx, event, tell)
      await removeDeleted(tx, event, tell)
      return
    }
    const notes = (await notesOf(tx, event)).filter((note) => note.recipients.length > 0)
    if (notes.length === 0) return
    const around = await surroundings(tx, event)
    for (const note of notes) {
      const { project_id } = event
      const named = byName.test(note.type) ? around.name : {}
      const whole = { ...around.by, ...named, ...around.project, ...note.payload }
      const people = note.said ? await notYetTold(tx, note) : note.recipients
      if (people.length === 0) continue
      const rows = await rowsFor(tx, note.type, people)
      const left = note.joins ? await join(tx, note, rows, whole) : rows
      await insert(tx, note, project_id, left, whole)
      const now = new Date().toISOString()
      for (const { user_id, push_at } of left)
        if (push_at && push_at <= now) await jobs.add(tx, 'push', { user_id })
      const users = rows.filter((row) => row.in_app).map((row) => row.user_id)
      if (users.length === 0) continue
      await tell('notification.updated', { project_id, data: {}, audience: { users } })
    }
  }
