import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { listReferences, type ReferencingTable } from './reference-rules.ts'

/** Two accounts of one person by their ids. */
export interface MergedPair {
  kept: string
  given_up: string
}

/** Rows that one statement changes, which ends long before the database's time limit. */
const ROWS_PER_STATEMENT = 5000
/** each statement rebuilds the search words of their issues */
const COMMENTS_PER_STATEMENT = 1000

/** Skips rows that a concurrent write is moving: `settle-merges.ts` moves the rest. */
async function moveColumn(tx: Tx, table: ReferencingTable, column: string, { kept, given_up }: MergedPair) {
  const limit = table === 'issue_comments' ? COMMENTS_PER_STATEMENT : ROWS_PER_STATEMENT
  for (;;) {
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${kept} where ctid = any (array(
        select ctid from ${sql.table(table)} where ${sql.ref(column)} = ${given_up} limit ${limit}))`.execute(
      tx,
    )
    if (Number(numAffectedRows ?? 0) < limit) return
  }
}

/** The key columns of tables where both accounts may have a row, and how two rows about the same thing are combined. */
const united: Partial<Record<ReferencingTable, { columns: string[]; both?: RawBuilder<unknown> }>> = {
  chat_members: {
    columns: ['chat_id', 'delivered_position', 'read_position', 'is_muted'],
    both: sql`(chat_id, user_id) do update set
      delivered_position = greatest(chat_members.delivered_position, excluded.delivered_position),
      read_position = greatest(chat_members.read_position, excluded.read_position)`,
  },
  chat_reactions: { columns: ['message_id', 'reaction', 'created_at'] },
  code_lookups: { columns: ['project_id', 'code', 'created_at'] },
  issue_mutes: { columns: ['issue_id', 'created_at'] },
  issue_watchers: { columns: ['issue_id'] },
  project_marks: {
    columns: ['project_id', 'pinned_at', 'visited_at'],
    both: sql`(project_id, user_id) do update set
      pinned_at = coalesce(project_marks.pinned_at, excluded.pinned_at),
      visited_at = greatest(project_marks.visited_at, excluded.visited_at)`,
  },
}

async function uniteRows(tx: Tx, table: ReferencingTable, { kept, given_up }: MergedPair) {
  const rule = united[table]
  if (!rule) throw new Error(`No columns of ${table} are known`)
  const columns = sql.join(rule.columns.map((name) => sql.ref(name)))
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      with gone as (
        delete from ${sql.table(table)} where ctid = any (array(
          select ctid from ${sql.table(table)} where user_id = ${given_up} limit ${ROWS_PER_STATEMENT}))
        returning ${columns}
      ), taken as (
        insert into ${sql.table(table)} (user_id, ${columns}) select ${kept}::uuid, ${columns} from gone
        on conflict ${rule.both ?? sql`do nothing`}
      )
      select count(*)::int as count from gone`.execute(tx)
    if ((rows[0]?.count ?? 0) < ROWS_PER_STATEMENT) return
  }
}

/** Projects with settings that named the given-up account. */
interface SettingsMoved {
  fields: string[]
  templates: string[]
  lists: string[]
}

/** Ids inside settings: defaults of custom fields, templates, saved lists, and the undo data of bulk changes. */
async function moveIdsInTexts(tx: Tx, { kept, given_up }: MergedPair): Promise<SettingsMoved> {
  const found = `%${given_up}%`
  const replaced = (column: string) => sql`replace(${sql.ref(column)}::text, ${given_up}, ${kept})`
  const update = async (statement: RawBuilder<{ project_id: string }>) => [
    ...new Set((await statement.execute(tx)).rows.map((row) => row.project_id)),
  ]
  await sql`update issue_bulk_rows set before = ${replaced('before')}::jsonb where before::text like ${found}`.execute(
    tx,
  )
  return {
    templates: await update(sql`update issue_templates set fields = ${replaced('fields')}::jsonb
      where fields::text like ${found} returning project_id`),
    lists: await update(sql`update issue_views set query = ${replaced('query')}
      where query like ${found} returning project_id`),
    fields: await update(sql`update custom_fields set initial = to_jsonb(${kept}::text)
      where kind = 'PERSON' and initial = to_jsonb(${given_up}::text) returning project_id`),
  }
}

/** Deletes rows that only the given-up account used: its sign-in methods, sessions, tokens and settings. */
export async function endReferences(tx: Tx, { given_up }: MergedPair): Promise<void> {
  for (const { table, column } of listReferences('ENDED'))
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${given_up}`.execute(tx)
}

/** Moves references that need no look at the single row. */
export async function moveReferences(tx: Tx, pair: MergedPair): Promise<SettingsMoved> {
  for (const { table, column } of listReferences('MOVED')) await moveColumn(tx, table, column, pair)
  for (const { table } of listReferences('UNITED')) await uniteRows(tx, table, pair)
  return moveIdsInTexts(tx, pair)
}
