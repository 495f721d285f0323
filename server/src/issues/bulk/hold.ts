import { maxBulk } from '@plumbline/contract/issues/bulk'
import { IssueFilter } from '@plumbline/contract/issues/filter'
import { fillSentence } from '@plumbline/contract/sentences'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { ProjectCtx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import { chooseIssues } from '../lists/filter.ts'
import { numbersIn } from '../lists/order.ts'
import { visibleIssues } from '../visible.ts'
import type { Row } from './apply.ts'

/** The issues that a change of many is about. */

/** A filter as it is spelt in an address. */
function parseFilter(text: string): IssueFilter {
  const filter = z.safeParse(IssueFilter, Object.fromEntries(new URLSearchParams(text)))
  if (!filter.success) throw new Refusal('bad_request', { fields: { filter: 'Not valid' } })
  return filter.data
}

const tooMany = () =>
  new Refusal('too_large', { message: fillSentence('At most {count} issues at once', { count: maxBulk }) })

/** Numbers of the issues that a filter means now. Before the transaction: see `followIssues`. */
export async function numbersOf(ctx: ProjectCtx, filter: string): Promise<number[]> {
  const { mask, total } = await chooseIssues(ctx, parseFilter(filter))
  if (total > maxBulk) throw tooMany()
  return numbersIn(mask)
}

/** Those of these issues that the member sees, held in the order in which every change of many holds them. */
export function holdIssues(
  ctx: ProjectCtx,
  which: { ids: string[] } | { numbers: number[] },
): Promise<Row[]> {
  const condition =
    'ids' in which
      ? sql<boolean>`issues.id = any (${which.ids}::uuid[])`
      : sql<boolean>`issues.number = any (${which.numbers}::int[])`
  return visibleIssues(ctx.tx, ctx.member)
    .where(condition)
    .selectAll('issues')
    .orderBy('issues.id')
    .forUpdate('issues')
    .execute()
}

/** Ids of those issues for whose work a comment or photo of this round speaks. */
export async function provenAmong(tx: Tx, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select i.id from issues i where i.id = any (${ids}::uuid[]) and (
      exists (select from issue_comments c
        where c.issue_id = i.id and c.round = i.round and c.deleted_at is null)
      or exists (select from issue_attachments a
        where a.issue_id = i.id and a.round = i.round and a.kind = 'PHOTO'))`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
