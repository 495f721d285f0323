import { reason } from '@plumbline/contract/reasons'
import { type Selectable, sql } from 'kysely'
import type { PublicCtx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { Refusal } from '../../http/refusal.ts'
import { findFirstReaders } from '../../issues/bulk/tell-bulk-change.ts'
import { recordIssues } from '../../issues/log.ts'
import type { MergedPair } from './move-references.ts'

/**
 * Issues that name the given-up account, in their row or their parts. Each gets a log entry, so that caches and devices read
 * it again. The entry has both ids, so that the log itself proves the moment of the merge.
 */

/** Limit on issues of one merge. Their logs are locked until the whole merge is committed. */
export const MAX_ISSUES = 20_000
const ISSUES_PER_STATEMENT = 500
/** limit on ids in the first event of a bulk change */
const MAX_TOLD = 10_000

const personColumns = [
  'assignee_id',
  'created_by',
  'updated_by',
  'resolved_by',
  'closed_by',
  'deleted_by',
] as const

type SeenIssue = Pick<
  Selectable<Tables['issues']>,
  'id' | 'project_id' | 'visibility' | 'team_id' | 'created_by' | 'assignee_id' | 'deleted_at'
>

/** Issues to publish, by project. */
export type MergedIssues = Map<string, SeenIssue[]>

/** Ids of the issues that name the account, in the order in which they are locked. */
// past visible.ts: the account is replaced in every issue
async function listIssuesNaming(tx: Tx, { given_up }: MergedPair, limit: number): Promise<string[]> {
  const inRow = sql.join(
    personColumns.map((name) => sql`i.${sql.ref(name)} = ${given_up}`),
    sql` or `,
  )
  const { rows } = await sql<{ id: string }>`
    select i.id from issues i where ${inRow}
    union select i.id from custom_fields f join issues i on i.project_id = f.project_id
      where f.kind = 'PERSON' and i.custom_fields->>f.id::text = ${given_up}
    union select issue_id from issue_watchers where user_id = ${given_up}
    union select issue_id from issue_comments where created_by = ${given_up}
    union select issue_id from issue_attachments where created_by = ${given_up}
    union select issue_id from issue_viewpoints where created_by = ${given_up}
    order by 1 limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** How many issues a merge would change; one more than the most that it may. */
export const countIssuesNaming = async (tx: Tx, pair: MergedPair): Promise<number> =>
  (await listIssuesNaming(tx, pair, MAX_ISSUES + 1)).length

/** Locks the issues that name the account; the logs of their projects are locked later, when the merge records them. */
export async function lockIssuesNaming(tx: Tx, pair: MergedPair): Promise<string[]> {
  const ids = await listIssuesNaming(tx, pair, MAX_ISSUES + 1)
  if (ids.length > MAX_ISSUES) throw new Refusal('conflict', reason('merge_too_large', { count: MAX_ISSUES }))
  for (let from = 0; from < ids.length; from += ISSUES_PER_STATEMENT)
    // past visible.ts: the account is replaced in every issue
    await sql`select from issues where id = any (${ids.slice(from, from + ISSUES_PER_STATEMENT)}::uuid[])
      order by id for update`.execute(tx)
  return ids
}

/** A new assignee, or a person in a custom field, is a change of the issue; a new author is not. */
async function replaceInRows(tx: Tx, { kept, given_up }: MergedPair, ids: string[]): Promise<SeenIssue[]> {
  const columns = sql.join(
    personColumns.map(
      (name) =>
        sql`${sql.ref(name)} = case when i.${sql.ref(name)} = ${given_up} then ${kept}::uuid else i.${sql.ref(name)} end`,
    ),
  )
  const isChanged = sql`(coalesce(i.assignee_id = ${given_up}, false) or position(${given_up} in i.custom_fields::text) > 0)`
  // past visible.ts: the rows are locked; a bulk change can still be undone
  await sql`update issue_bulk_rows r set version = r.version + 1 from issues i
    where i.id = any (${ids}::uuid[]) and r.issue_id = i.id and r.version = i.version and ${isChanged}`.execute(
    tx,
  )
  const { rows } = await sql<SeenIssue>`
    update issues i set ${columns}, version = i.version + case when ${isChanged} then 1 else 0 end,
      custom_fields = replace(i.custom_fields::text, ${given_up}, ${kept})::jsonb
    where i.id = any (${ids}::uuid[])
    returning i.id, i.project_id, i.visibility, i.team_id, i.created_by, i.assignee_id, i.deleted_at`.execute(
    tx,
  )
  return rows
}

/** Replaces the account in the rows of locked issues; their parts are updated with other tables. */
export async function replaceInIssues(tx: Tx, pair: MergedPair, ids: string[]): Promise<MergedIssues> {
  const changed: SeenIssue[] = []
  for (let from = 0; from < ids.length; from += ISSUES_PER_STATEMENT)
    changed.push(...(await replaceInRows(tx, pair, ids.slice(from, from + ISSUES_PER_STATEMENT))))
  return Map.groupBy(changed, ({ project_id }) => project_id)
}

/** Records the issues in the logs of their projects, which are locked in the order of their ids. */
export async function recordMergedIssues(
  { tx, now }: Pick<PublicCtx, 'tx' | 'now'>,
  { kept, given_up }: MergedPair,
  issues: MergedIssues,
): Promise<void> {
  const at = now().toISOString()
  for (const [project_id, rows] of [...issues].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const merged = { from: given_up, to: kept }
    const entries = rows.map(({ id }) => ({ issue_id: id, kind: 'MERGED' as const, data: { merged } }))
    await recordIssues(tx, { project_id, by: null, at }, entries)
  }
}

/** One event for each group of readers: it makes clients reload the lists, boards and open issues of the project. */
export async function tellMergedIssues(
  { tx, tell }: Pick<PublicCtx, 'tx' | 'tell'>,
  issues: MergedIssues,
): Promise<void> {
  for (const [project_id, rows] of issues) {
    const present = rows.filter(({ deleted_at }) => deleted_at === null)
    let changed = present.slice(0, MAX_TOLD).map(({ id }) => id)
    const seen = present.map((before) => ({ before, fields: {} }))
    const { readers } = await findFirstReaders(tx, project_id, seen)
    for (const [issue_id, users] of readers) {
      const cause = { kind: 'REFERENCE_CLEARED', changed } as const
      await tell('issue.updated', { project_id, data: { issue_id }, audience: { users }, cause })
      // webhooks get one delivery
      changed = []
    }
  }
}
