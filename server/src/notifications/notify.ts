import type { NotificationType } from '@plumbline/contract/notifications/notifications'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { actorOf, type PublishedEvent, type Reaction, reactWithFacts, type Tell } from '../live/tell.ts'
import { buildFactsRead, type Facts } from './facts.ts'
import { computeMailDue, delayPastQuietHours } from './mail-due.ts'
import { buildNotifications, type NotificationDraft } from './rules.ts'
import { buildNotificationSettings } from './settings.ts'
import { leaveNote, type NewNotification, type Note, writeLeftNotes, writeNote } from './write-notes.ts'

/** The payload fields that all notifications share: the actor and the project. */
function buildCommonPayload(by: string | null, { actor_name, project_name }: Facts) {
  return {
    by: by ? { by_user_id: by } : {},
    name: actor_name === null ? {} : { by_user_name: actor_name },
    project: project_name === null ? {} : { project_name },
  }
}

/** Types with `by_user_name`; other types have the actor's name in a field of their own. */
const byName = /^(ISSUE_|PROJECT_DELETED)/

/**
 * Builds the rows by each user's channel settings. A notification for mail or push only is a row with `in_app` false;
 * users who turned off all channels get none.
 */
function buildRows(
  { settings, with_devices }: Facts,
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

/** Recipients without a recent unread row of this conversation, and mentioned ones: only these need a write. */
const filterWithoutFreshRow = ({ recipients, chatMessage }: NotificationDraft, { with_unread }: Facts) =>
  recipients.filter((id) => !with_unread.includes(id) || chatMessage?.mentioned.includes(id))

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

/** Changes notifications that a change of a conversation has settled. */
async function updateChatNotifications(tx: Tx, event: PublishedEvent<'chat.updated'>, tell: Tell) {
  if (event.cause.kind === 'CHANGED') return
  await writeLeftNotes(tx)
  await acknowledgeRead(tx, event, tell)
  await removeDeletedMessage(tx, event, tell)
  await updateEditedMessage(tx, event, tell)
}

/** The rows of a draft, and those of them that a recent unread notification may take up. */
function buildNote(event: PublishedEvent, draft: NotificationDraft, facts: Facts): Note {
  const { project_id } = event
  const common = buildCommonPayload(actorOf(event), facts)
  const named = byName.test(draft.type) ? common.name : {}
  const payload = { ...common.by, ...named, ...common.project, ...draft.payload }
  const people = draft.chatMessage ? filterWithoutFreshRow(draft, facts) : draft.recipients
  const rows = buildRows(facts, draft.type, people)
  const joined = draft.mergesWithUnread
    ? rows.filter(({ user_id }) => facts.with_unread.includes(user_id))
    : []
  return { draft, project_id, payload, rows, joined }
}

/** Creates the reaction that turns events into notification rows, in the event's transaction. */
export const createNotifier = (jobs: Pick<Jobs, 'add'>): Reaction =>
  reactWithFacts<Facts>(
    async (tx, event) => {
      const read = buildFactsRead(event)
      if (read) await writeLeftNotes(tx)
      return read
    },
    async (tx, event, tell, known) => {
      if (event.type === 'chat.updated') return updateChatNotifications(tx, event, tell)
      const { drafts, facts } = await buildNotifications(tx, event, known)
      const { project_id } = event
      for (const draft of drafts) {
        const note = buildNote(event, draft, facts)
        const { rows, joined } = note
        // these writes depend on what the note has become
        const isAwaited = facts.has_snoozed || joined.some(({ push_at }) => push_at !== null)
        const isLeft = !isAwaited && leaveNote(tx, note)
        const added = isLeft ? rows.filter((row) => !joined.includes(row)) : await writeNote(tx, note)
        const now = new Date().toISOString()
        for (const { user_id, push_at } of added)
          if (push_at && push_at <= now) await jobs.add(tx, 'push', { user_id })
        const users = rows.filter((row) => row.in_app).map((row) => row.user_id)
        if (users.length === 0) continue
        if (facts.has_snoozed) await returnThread(tx, draft, project_id, users)
        await tell('notification.updated', { project_id, data: {}, audience: { users } })
      }
    },
  )
