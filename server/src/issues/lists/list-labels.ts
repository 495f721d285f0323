import type * as api from '@plumbline/contract/issues/lists'
import type { Input, ProjectCtx } from '../../context.ts'
import { countListItems } from './count-list-items.ts'
import { filterIssues } from './filter-issues.ts'

const MAX_LISTED_LABELS = 500

export async function listLabels(ctx: ProjectCtx, _input: Input<typeof api.listLabels>) {
  const { columns, mask } = await filterIssues(ctx, {})
  const totals = countListItems(columns.labelLists, columns.labels, mask)
  return [...totals]
    .map(([label, total]) => ({ label, total }))
    .sort((a, b) => b.total - a.total || (a.label < b.label ? -1 : 1))
    .slice(0, MAX_LISTED_LABELS)
}
