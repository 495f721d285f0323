import { maxBulk } from '@plumbline/contract/issues/bulk'
import { IssueFilter } from '@plumbline/contract/issues/filter'
import { reason } from '@plumbline/contract/reasons'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { ProjectCtx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readByIds } from '../../db/read-by-ids.ts'
import { Refusal } from '../../http/refusal.ts'
import { filterIssues } from '../lists/filter-issues.ts'
import { listSelectedNumbers } from '../lists/issue-walk.ts'
import { buildHasProof } from '../proof.ts'
import { visibleIssues } from '../visible.ts'
import type { StoredIssue } from './apply-changes.ts'

/** Parses a filter from its query string. */
function parseFilter(text: string): IssueFilter {
  const filter = z.safeParse(IssueFilter, Object.fromEntries(new URLSearchParams(text)))
  if (!filter.success) throw new Refusal('bad_request', { fields: { filter: reason('not_valid') } })
  return filter.data
}

const createTooManyRefusal = () => new Refusal('too_large', reason('too_many_issues', { count: maxBulk }))

/** Numbers of the issues that match a filter now. Call it before the transaction: see `loadIssueCache`. */
export async function findNumbersByFilter(ctx: ProjectCtx, filter: string): Promise<number[]> {
  const { mask, total } = await filterIssues(ctx, parseFilter(filter))
  if (total > maxBulk) throw createTooManyRefusal()
  return listSelectedNumbers(mask)
}

/** Locks the issues that the member sees, in id order like every bulk change, against deadlocks. */
export async function lockIssues(
  ctx: ProjectCtx,
  which: { ids: string[] } | { numbers: number[] },
): Promise<StoredIssue[]> {
  const seen = () => visibleIssues(ctx.tx, ctx.member).orderBy('issues.id')
  const condition =
    'ids' in which
      ? sql<boolean>`issues.id = any (${which.ids}::uuid[])`
      : sql<boolean>`issues.number = any (${which.numbers}::int[])`
  const ids = (await seen().where(condition).select('issues.id').execute()).map(({ id }) => id)
  return readByIds(ids, (some) =>
    seen()
      .where('issues.id', '=', sql<string>`any (${some}::uuid[])`)
      .selectAll('issues')
      .forUpdate('issues')
      .execute(),
  )
}

/** Ids of the issues with proof of the work. */
export async function findProvenIssues(tx: Tx, ids: string[]): Promise<Set<string>> {
  // past visible.ts: callers pass ids that they locked as visible
  const { rows } = await sql<{ id: string }>`
    select i.id from issues i where i.id = any (${ids}::uuid[]) and ${buildHasProof('i')}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
