import type { NotificationType } from '@plumbline/contract/notifications/notifications'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { actorOf, type PublishedEvent, type Reaction, reactWithFacts, type Tell } from '../live/tell.ts'
import { mapInSlices } from '../loop/time-slices.ts'
import { buildFactsRead, type Facts } from './facts.ts'
import { computeMailDue, delayPastQuietHours } from './mail-due.ts'
import { buildNotifications, type NotificationDraft } from './rules.ts'
import { buildNotificationSettings } from './settings.ts'
import { leaveNotes, type NewNotification, type Note, writeLeftNotes, writeNotes } from './write-notes.ts'

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

/** The facts of an event for looking up one person: an event may have a draft for each of thousands of people. */
interface FactsByPerson extends Facts {
  chosen: ReadonlyMap<string, Facts['settings'][number]>
  devices: ReadonlySet<string>
  unread: ReadonlySet<string>
}

const defaults = buildNotificationSettings()

const indexFacts = (facts: Facts): FactsByPerson => ({
  ...facts,
  chosen: new Map(facts.settings.map((row) => [row.user_id, row])),
  devices: new Set(facts.with_devices),
  unread: new Set(facts.with_unread),
})

/**
 * Builds the rows by each user's channel settings. A notification for mail or push only is a row with `in_app` false;
 * users who turned off all channels get none.
 */
function buildRows(
  { chosen, devices }: FactsByPerson,
  type: NotificationType,
  userIds: string[],
): NewNotification[] {
  const now = new Date()
  return userIds.flatMap((user_id): NewNotification[] => {
    const row = chosen.get(user_id)
    const mine = row ? buildNotificationSettings(row) : defaults
    const { in_app, email, push } = mine.types[type]
    const mail_at = computeMailDue(now, email, mine)?.toISOString() ?? null
    const push_at = push && devices.has(user_id) ? delayPastQuietHours(now, mine).toISOString() : null
    return in_app || mail_at || push_at ? [{ user_id, in_app, mail_at, push_at }] : []
  })
}

/** Recipients without a recent unread row of this conversation, and mentioned ones: only these need a write. */
const filterWithoutFreshRow = ({ recipients, chatMessage }: NotificationDraft, { unread }: FactsByPerson) =>
  recipients.filter((id) => !unread.has(id) || chatMessage?.mentioned.includes(id))

/** The thread that a note belongs to: of a conversation, an issue or a file. */
function buildThreadKey({ draft, project_id }: Note): string | undefined {
  const { chat_id, issue_number, bim_file_header_id: file } = draft.payload
  if (chat_id) return `chat:${chat_id}`
  if (issue_number) return `issue:${project_id}:${issue_number}`
  return file && `file:${file}`
}

/** New notifications of a snoozed thread bring the thread back to the list. */
async function returnThreads(tx: Tx, notes: Note[]) {
  const threads = notes.flatMap((note) => {
    const key = buildThreadKey(note)
    return key ? note.rows.filter((row) => row.in_app).map(({ user_id }) => ({ user_id, key })) : []
  })
  if (threads.length === 0) return
  await sql`update notifications n set snoozed_until = null
    from unnest(${threads.map(({ user_id }) => user_id)}::uuid[], ${threads.map(({ key }) => key)}::text[]) as t (user_id, key)
    where n.user_id = t.user_id and n.group_key = t.key and n.snoozed_until is not null`.execute(tx)
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

/** Deletes other users' notifications of a deleted comment, and replaces the quoted text of an edited one. */
async function updateCommentNotifications(tx: Tx, event: PublishedEvent<'comment.updated'>, tell: Tell) {
  const { cause, data } = event
  if (cause.kind === 'WRITTEN' && cause.comment.is_new) return
  await writeLeftNotes(tx)
  const ofComment = sql`type = 'ISSUE_COMMENT_ADDED' and payload->>'comment_id' = ${data.comment_id}`
  const { rows } =
    cause.kind === 'DELETED'
      ? await sql<{
          user_id: string
        }>`delete from notifications where ${ofComment} returning user_id`.execute(tx)
      : await sql<{ user_id: string }>`
          update notifications set payload = payload || jsonb_build_object('message', ${cause.comment.preview}::text)
          where ${ofComment} returning user_id`.execute(tx)
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

/** The rows of a draft, split into new notifications and updates of a recent unread one. */
function buildNote(event: PublishedEvent, draft: NotificationDraft, facts: FactsByPerson): Note {
  const { project_id } = event
  const common = buildCommonPayload(actorOf(event), facts)
  const named = byName.test(draft.type) ? common.name : {}
  const payload = { ...common.by, ...named, ...common.project, ...draft.payload }
  const people = draft.chatMessage ? filterWithoutFreshRow(draft, facts) : draft.recipients
  const rows = buildRows(facts, draft.type, people)
  const joining = draft.mergesWithUnread ? rows.filter(({ user_id }) => facts.unread.has(user_id)) : []
  // in one order, as each row may be held by somebody who acknowledges all of theirs
  const joined = joining.sort((a, b) => (a.user_id < b.user_id ? -1 : 1))
  return { draft, project_id, payload, rows, joined }
}

/** Writes notes at the end of the transaction, or now; returns their rows that became rows of their own. */
async function writeOrLeave(tx: Tx, notes: Note[], { has_snoozed }: Facts): Promise<NewNotification[]> {
  // these writes need the inserted notifications
  const isAwaited = has_snoozed || notes.some(({ joined }) => joined.some(({ push_at }) => push_at !== null))
  if (isAwaited || !leaveNotes(tx, notes)) return writeNotes(tx, notes)
  return notes.flatMap(({ rows, joined }) => rows.filter((row) => !joined.includes(row)))
}

async function addPushJobs(tx: Tx, jobs: Pick<Jobs, 'addAll'>, added: NewNotification[]) {
  const now = new Date().toISOString()
  const due = added.filter(({ push_at }) => push_at && push_at <= now)
  const people = new Set(due.map(({ user_id }) => user_id))
  await jobs.addAll(
    tx,
    'push',
    [...people].map((user_id) => ({ user_id })),
  )
}

/** Creates the reaction that turns events into notification rows, in the event's transaction. */
export const createNotifier = (jobs: Pick<Jobs, 'addAll'>): Reaction =>
  reactWithFacts<Facts>(
    async (tx, event) => {
      const read = buildFactsRead(event)
      if (read) await writeLeftNotes(tx)
      return read
    },
    async (tx, event, tell, known) => {
      if (event.type === 'chat.updated') return updateChatNotifications(tx, event, tell)
      if (event.type === 'comment.updated') await updateCommentNotifications(tx, event, tell)
      const { drafts, facts } = await buildNotifications(tx, event, known)
      if (drafts.length === 0) return
      const byPerson = indexFacts(facts)
      const notes = await mapInSlices(drafts, (draft) => buildNote(event, draft, byPerson))
      await addPushJobs(tx, jobs, await writeOrLeave(tx, notes, facts))
      if (facts.has_snoozed) await returnThreads(tx, notes)
      const shown = notes.flatMap(({ rows }) => rows.filter((row) => row.in_app))
      if (shown.length === 0) return
      const users = [...new Set(shown.map(({ user_id }) => user_id))]
      await tell('notification.updated', { project_id: event.project_id, data: {}, audience: { users } })
    },
  )
