import type { IssueColumns } from './columns.ts'

/** How many selected issues have each label or file. */
export function countListItems(
  { items, lists }: IssueColumns['labelLists'],
  column: Uint32Array,
  mask: Uint8Array,
): Map<string, number> {
  const uses = new Uint32Array(lists.length)
  for (let at = 1; at < mask.length; at++) if (mask[at] === 1) (uses[column[at] as number] as number)++
  const totals = new Map<string, number>()
  for (const [code, list] of lists.entries())
    for (const item of uses[code] ? list : []) {
      const text = items.texts[item]
      if (text) totals.set(text, (totals.get(text) ?? 0) + (uses[code] as number))
    }
  return totals
}
