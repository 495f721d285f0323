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
  return visibleIssues(ctx.tx, ctx.member)
    .where('issues.number', '=', sql<number>`any (${numbers}::int[])`)
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('issue_anchors')
          .select(['bim_file_header_id', 'ifc_guid', 'point'])
          .whereRef('issue_id', '=', 'issues.id')
          .orderBy('order')
          .limit(1)
          .as('a'),
      (join) => join.onTrue(),
    )
    .select(['issues.id as issue_id', 'issues.number', 'issues.name', 'issues.status', 'issues.priority'])
    .select(['a.bim_file_header_id', 'a.ifc_guid', 'a.point'])
    .orderBy('issues.number', 'desc')
    .execute()
}
