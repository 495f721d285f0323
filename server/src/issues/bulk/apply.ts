import { createHash, randomUUIDv7 } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { WriteContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { flatMapInSlices, formatJsonBatches, mapInSlices, TimeSlices } from '../../loop/time-slices.ts'
import { changesOf, type NewEntry } from '../log.ts'

/** Writes changes of many issues, each in a handful of statements however many they are. */

export type Row = Selectable<Tables['issues']>

/** The columns that a change of many may write, with their types in a set of rows. */
const types = {
  name: 'text',
  description: 'text',
  type: 'text',
  status: 'text',
  priority: 'text',
  trade: 'text',
  level_id: 'uuid',
  section_id: 'uuid',
  labels: 'text[]',
  assignee_id: 'uuid',
  due_date: 'date',
  stage: 'text',
  visibility: 'text',
  resolved_by: 'uuid',
  resolved_at: 'timestamptz',
  closed_by: 'uuid',
  closed_at: 'timestamptz',
  round: 'integer',
  deleted_at: 'timestamptz',
  deleted_by: 'uuid',
} as const
export type Fields = Partial<Pick<Row, keyof typeof types>>

/** An issue that is held, and what becomes of it. */
export interface Change {
  before: Row
  fields: Fields
  /** written by whoever changes it */
  comment?: string
}

export interface Applied {
  entries: NewEntry[]
  /** by issue */
  comments: Map<string, string>
}

const isOfFields = ({ fields }: Change) => Object.keys(fields).some((name) => !name.startsWith('deleted_'))
export const versionAfter = (change: Change) => change.before.version + Number(isOfFields(change))

/** Few statements for all rows: what one of them does not change it keeps. */
async function writeFields(ctx: WriteContext, changes: Change[]) {
  const names = [...new Set(changes.flatMap(({ fields }) => Object.keys(fields)))] as (keyof typeof types)[]
  if (names.length === 0) return
  const rows = await mapInSlices(changes, (change) => {
    const after: Record<string, unknown> = { id: change.before.id, raised: Number(isOfFields(change)) }
    for (const name of names) after[name] = name in change.fields ? change.fields[name] : change.before[name]
    return after
  })
  const set = names.map((name) => sql`${sql.ref(name)} = v.${sql.ref(name)}`)
  const columns = names.map((name) => sql`${sql.ref(name)} ${sql.raw(types[name])}`)
  const at = ctx.now().toISOString()
  for await (const json of formatJsonBatches(rows))
    await sql`
    update issues i set ${sql.join(set)}, version = i.version + v.raised,
      updated_by = case when v.raised = 1 then ${ctx.member.user_id}::uuid else i.updated_by end,
      updated_at = case when v.raised = 1 then ${at}::timestamptz else i.updated_at end
    from jsonb_to_recordset(${json}::jsonb) as v (id uuid, raised integer, ${sql.join(columns)})
    where i.id = v.id`.execute(ctx.tx)
}

/** Whoever comments watches from then on; answers by which issues they did not before. */
async function watchAll(tx: Tx, userId: string, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ issue_id: string }>`
    insert into issue_watchers (issue_id, user_id) select unnest(${ids}::uuid[]), ${userId}::uuid
    on conflict do nothing returning issue_id`.execute(tx)
  return new Set(rows.map((row) => row.issue_id))
}

async function writeComments(ctx: WriteContext, changes: Change[]): Promise<Applied> {
  const said = changes.filter(({ comment }) => comment !== undefined)
  const [entries, comments]: [NewEntry[], Map<string, string>] = [[], new Map()]
  if (said.length === 0) return { entries, comments }
  const { user_id } = ctx.member
  const at = ctx.now().toISOString()
  const rows = said.map(({ before, comment }) => ({
    id: randomUUIDv7(),
    issue_id: before.id,
    text: comment,
    // of the round that it speaks of: a reopening's reason is no proof for the next one
    round: before.round,
  }))
  for await (const json of formatJsonBatches(rows))
    await sql`
    insert into issue_comments (id, issue_id, text, round, created_by, created_at)
    select id, issue_id, text, round, ${user_id}::uuid, ${at}::timestamptz
    from jsonb_to_recordset(${json}::jsonb) as v (id uuid, issue_id uuid, text text, round integer)`.execute(
      ctx.tx,
    )
  const ids = rows.map(({ issue_id }) => issue_id)
  await sql`update issues set comments = comments + 1, updated_at = ${at}::timestamptz
    where id = any (${ids}::uuid[])`.execute(ctx.tx)
  const watching = await watchAll(ctx.tx, user_id, ids)
  const slices = new TimeSlices()
  for (const { id, issue_id, text = '' } of rows) {
    if (slices.isOver) await slices.yieldToLoop()
    const sha256 = createHash('sha256').update(text).digest('hex')
    const data = { comment_id: id, sha256, watching: watching.has(issue_id) ? [user_id] : [] }
    entries.push({ issue_id, kind: 'COMMENTED', data })
    comments.set(issue_id, id)
  }
  return { entries, comments }
}

function entryOf({ before, fields }: Change): NewEntry[] {
  if ('deleted_at' in fields)
    return [{ issue_id: before.id, kind: fields.deleted_at === null ? 'RESTORED' : 'DELETED' }]
  const changes = changesOf(before, { ...before, ...fields })
  return changes.length > 0 ? [{ issue_id: before.id, kind: 'CHANGED', data: { changes } }] : []
}

/** Writes what becomes of issues that are held; answers what the log is to be told, which the caller does last. */
export async function applyChanges(ctx: WriteContext, changes: Change[]): Promise<Applied> {
  await writeFields(
    ctx,
    changes.filter(({ fields }) => Object.keys(fields).length > 0),
  )
  const { entries, comments } = await writeComments(ctx, changes)
  return { entries: [...(await flatMapInSlices(changes, entryOf)), ...entries], comments }
}
