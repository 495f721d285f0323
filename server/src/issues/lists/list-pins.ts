import type * as api from '@plumbline/contract/issues/lists'
import { sql } from 'kysely'
import type { Input, ProjectCtx } from '../../context.ts'
import { visibleIssues } from '../visible.ts'
import { filterIssues } from './filter-issues.ts'

const MAX_PINS = 10_000

export async function listPins(ctx: ProjectCtx, { query }: Input<typeof api.listPins>) {
  const { columns, mask } = await filterIssues(ctx, query)
  const numbers: number[] = []
  for (let at = mask.length - 1; at > 0 && numbers.length < MAX_PINS; at--)
    if (mask[at] === 1 && columns.files[at] !== 0) numbers.push(at)
  const files = query.bim_file_header_id
  return visibleIssues(ctx.tx, ctx.member)
    .where('issues.number', '=', sql<number>`any (${numbers}::int[])`)
    .innerJoin('issue_anchors as a', 'a.issue_id', 'issues.id')
    .$if(files !== undefined, (rows) =>
      rows.where('a.bim_file_header_id', '=', sql<string>`any (${files ?? []}::uuid[])`),
    )
    .select(['issues.id as issue_id', 'issues.number', 'issues.name', 'issues.status', 'issues.priority'])
    .select(['a.id as anchor_id', 'a.bim_file_header_id', 'a.ifc_guid', 'a.point', 'a.state'])
    .orderBy('issues.number', 'desc')
    .orderBy('a.order')
    .limit(MAX_PINS)
    .execute()
}
