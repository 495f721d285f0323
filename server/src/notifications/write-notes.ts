import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { type Ending, type LastPart, leaveToEnd, takeLeft } from '../db/endings.ts'
import { formatJsonBatches } from '../loop/time-slices.ts'
import { getWindowStart } from './facts.ts'
import type { NotificationDraft } from './rules.ts'

/** A notification row for one user, with its delivery times. */
export interface NewNotification {
  user_id: string
  in_app: boolean
  mail_at: string | null
  push_at: string | null
}

/** The rows of one draft. */
export interface Note {
  draft: NotificationDraft
  project_id: string | null
  payload: object
  rows: NewNotification[]
  /** rows that may update a recent unread notification about the same issue */
  joined: NewNotification[]
}

/**
 * Merges a change into recent unread notifications about the same issue. Their time is that of the statement, which is the
 * last one: whoever read them before the transaction ended has not seen the change. Values by
 * which PostgreSQL estimates rows are in subqueries: otherwise it plans the whole statement again for each write.
 */
function buildMerge({ draft, joined }: Note, newest: string) {
  return sql`
    update notifications n set mail_at = coalesce(n.mail_at, d.mail_at), returned_at = null,
      merged_at = clock_timestamp(), payload = newest.payload || jsonb_build_object(
      'changes', coalesce((n.payload->>'changes')::int, 1) + 1,
      'message', coalesce((n.payload->>'changes')::int, 1) + 1 || ' changes')
      || jsonb_strip_nulls(jsonb_build_object(
        'status_from', coalesce(n.payload->'status_from', newest.payload->'status_from'),
        'status_to', coalesce(newest.payload->'status_to', n.payload->'status_to'),
        'assignee_from_id', coalesce(n.payload->'assignee_from_id', newest.payload->'assignee_from_id'),
        'assignee_to_id', coalesce(newest.payload->'assignee_to_id', n.payload->'assignee_to_id')))
      || (select case when count(*) = 0 then '{}' else jsonb_build_object('changed', jsonb_object_agg(field,
          jsonb_build_object('from', was->'from', 'to', is_now->'to')
          || jsonb_strip_nulls(jsonb_build_object('from_id', was->'from_id', 'to_id', is_now->'to_id')))) end
        from jsonb_object_keys(coalesce(n.payload->'changed', '{}') || coalesce(newest.payload->'changed', '{}')) as k (field)
        cross join lateral (select coalesce(n.payload->'changed'->field, newest.payload->'changed'->field) as was,
          coalesce(newest.payload->'changed'->field, n.payload->'changed'->field) as is_now) v)
      || case when n.payload ? 'named_ids' or newest.payload ? 'named_ids' then jsonb_build_object('named_ids',
          coalesce(n.payload->'named_ids', '[]') || coalesce(newest.payload->'named_ids', '[]')) else '{}' end
    from unnest((select ${joined.map((row) => row.user_id)}::uuid[]), (select ${joined.map((row) => row.mail_at)}::timestamptz[])) as d (user_id, mail_at),
      (select ${newest}::jsonb as payload) as newest
    where n.user_id = d.user_id and n.id = (
      select o.id from notifications o
      where o.user_id = d.user_id and o.type = 'ISSUE_UPDATED' and o.state = 'NEW'
        and o.created_at > (select ${getWindowStart()}::timestamptz) and o.payload->>'issue_id' = ${draft.payload.issue_id}::text
      order by o.created_at desc limit 1)
    returning n.user_id`
}

/** A conversation has one unread row per user, which later messages replace. */
const replaceUnreadOfChat = sql`
  on conflict ((payload->>'chat_id'), user_id) where state = 'NEW' and type = 'CHAT_MESSAGE' do update set
    payload = excluded.payload, created_at = excluded.created_at, in_app = excluded.in_app, returned_at = null,
    snoozed_until = null, mail_at = coalesce(notifications.mail_at, excluded.mail_at), push_at = excluded.push_at,
    push_device_ids = null`

interface StoredNotification extends NewNotification {
  id: string
  project_id: string | null
  type: string
  payload: object
}

const buildStoredRows = ({ draft, project_id, payload, rows }: Note): StoredNotification[] => {
  const { type, chatMessage } = draft
  const stored = chatMessage ? { ...payload, position: chatMessage.position } : payload
  return rows.map((row) => ({ ...row, id: randomUUIDv7(), project_id, type, payload: stored }))
}

/**
 * Inserts rows, none for an account deleted by the same transaction. Their time is the statement's, not the transaction's,
 * which may have begun long before: somebody who acknowledged in between has not seen these.
 */
const buildInsert = (json: string) => sql`
  insert into notifications (id, user_id, project_id, type, payload, in_app, mail_at, push_at, created_at)
  select r.id, r.user_id, r.project_id, r.type, r.payload, r.in_app, r.mail_at, r.push_at, statement_timestamp()
  from jsonb_to_recordset(${json}::jsonb) as r (id uuid, user_id uuid, project_id uuid, type text, payload jsonb,
    in_app boolean, mail_at timestamptz, push_at timestamptz)
  where exists (select from users u where u.id = r.user_id)`

const mayTakeUp = ({ draft, joined }: Note) => joined.length > 0 || draft.chatMessage !== undefined

/** Groups notes in order: notes without updates together, each other note alone. */
function groupNotes(notes: Note[]): Note[][] {
  const groups: Note[][] = []
  for (const note of notes.filter(({ rows }) => rows.length > 0)) {
    const last = groups.at(-1)
    if (last?.[0] && !mayTakeUp(note) && !mayTakeUp(last[0])) last.push(note)
    else groups.push([note])
  }
  return groups
}

/** CTEs that merge and insert the rows of a group of notes; `merged…` holds the users whose unread row was updated. */
async function buildCtes(group: Note[], suffix: string): Promise<LastPart['ctes']> {
  const [first] = group
  const rows = group.flatMap(buildStoredRows)
  const [noted, merged] = [`noted${suffix}`, `merged${suffix}`]
  if (!first || !mayTakeUp(first)) {
    const ctes: LastPart['ctes'] = {}
    for await (const json of formatJsonBatches(rows))
      ctes[`${noted}_${Object.keys(ctes).length}`] = sql`${buildInsert(json)} returning user_id`
    return ctes
  }
  const insert = buildInsert(JSON.stringify(rows))
  if (first.joined.length === 0) return { [noted]: sql`${insert} ${replaceUnreadOfChat} returning user_id` }
  return {
    [merged]: buildMerge(first, JSON.stringify(first.payload)),
    [noted]: sql`${insert} and r.user_id not in (select user_id from ${sql.ref(merged)}) returning user_id`,
  }
}

const notesEnding: Ending<Note> = {
  finish: async (_tx, notes) => {
    const groups = await Promise.all(groupNotes(notes).map((group, index) => buildCtes(group, String(index))))
    const ctes = Object.assign({}, ...groups) as LastPart['ctes']
    return { ctes, first: Object.keys(ctes) }
  },
}

/** Writes notes now; returns their rows that became rows of their own. */
export async function writeNotes(tx: Tx, notes: Note[]): Promise<NewNotification[]> {
  const added: NewNotification[][] = []
  for (const group of groupNotes(notes)) {
    const ctes = Object.entries(await buildCtes(group, ''))
    const merged = ctes.some(([name]) => name === 'merged')
      ? sql`select user_id from merged`
      : sql`select null::uuid as user_id where false`
    const { rows } = await sql<{ user_id: string }>`
      with ${sql.join(ctes.map(([name, query]) => sql`${sql.ref(name)} as (${query})`))} ${merged}`.execute(
      tx,
    )
    const taken = new Set(rows.map(({ user_id }) => user_id))
    added.push(group.flatMap((note) => note.rows.filter(({ user_id }) => !taken.has(user_id))))
  }
  return added.flat()
}

/** Leaves notes to the end of the transaction; false: they have to be written now. */
export function leaveNotes(tx: Tx, notes: Note[]): boolean {
  const filled = notes.filter(({ rows }) => rows.length > 0)
  return filled.length === 0 || leaveToEnd(tx, notesEnding, ...filled)
}

/** Writes the notes of earlier events of the transaction, which the notes of a later event may have to join. */
export async function writeLeftNotes(tx: Tx): Promise<void> {
  await writeNotes(tx, takeLeft(tx, notesEnding))
}
