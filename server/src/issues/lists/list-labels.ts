import type * as api from '@plumbline/contract/issues/lists'
import type { Input, ProjectCtx } from '../../context.ts'
import { filterIssues } from './filter-issues.ts'

const MAX_LISTED_LABELS = 500

export async function listLabels(ctx: ProjectCtx, _input: Input<typeof api.listLabels>) {
  const { columns, mask } = await filterIssues(ctx, {})
  const { labels, labelLists } = columns
  const uses = new Uint32Array(labelLists.lists.length)
  for (let at = 1; at < mask.length; at++) if (mask[at] === 1) (uses[labels[at] as number] as number)++
  const totals = new Map<string, number>()
  for (const [code, list] of labelLists.lists.entries())
    for (const item of list) {
      const label = labelLists.items.texts[item]
      if (label && uses[code]) totals.set(label, (totals.get(label) ?? 0) + (uses[code] as number))
    }
  return [...totals]
    .map(([label, total]) => ({ label, total }))
    .sort((a, b) => b.total - a.total || (a.label < b.label ? -1 : 1))
    .slice(0, MAX_LISTED_LABELS)
}
