/** A tree accessed by ids and callbacks: a model of 100,000 elements is shown without copying it. */
export interface TreeSource<Id extends string | number> {
  roots: readonly Id[]
  children: (id: Id) => readonly Id[]
  label: (id: Id) => string
}

export interface TreeRow<Id> {
  id: Id
  /** level from 1, as in ARIA */
  level: number
  position: number
  siblings: number
  /** index of the parent's row; -1 for a root */
  parent: number
  expanded: boolean | null
}

/** deepest level shown; no building is deeper, so malformed files are cut here */
const max_level = 64
/** limit on shown rows; others can be reached by search or by collapsing branches */
const max_rows = 500_000

/** The visible rows: all roots, and the children of expanded nodes. Iterative, so that deep trees do not overflow the stack. */
export function listVisibleRows<Id extends string | number>(
  tree: TreeSource<Id>,
  expanded: ReadonlySet<Id>,
): TreeRow<Id>[] {
  const rows: TreeRow<Id>[] = []
  const open: { ids: readonly Id[]; next: number; parent: number }[] = [
    { ids: tree.roots, next: 0, parent: -1 },
  ]
  while (open.length > 0 && rows.length < max_rows) {
    const branch = open[open.length - 1]
    const id = branch?.ids[branch.next]
    if (!branch || id === undefined) {
      open.pop()
      continue
    }
    branch.next += 1
    const children = open.length < max_level ? tree.children(id) : []
    const isExpanded = children.length > 0 ? expanded.has(id) : null
    rows.push({
      id,
      level: open.length,
      position: branch.next,
      siblings: branch.ids.length,
      parent: branch.parent,
      expanded: isExpanded,
    })
    if (isExpanded) open.push({ ids: children, next: 0, parent: rows.length - 1 })
  }
  return rows
}

/** Index of the next row with a label that starts with the typed text, from `from` on with wrap-around; -1 without a match. */
export function findByPrefix<Id extends string | number>(
  tree: TreeSource<Id>,
  rows: readonly TreeRow<Id>[],
  typed: string,
  from: number,
): number {
  const wanted = typed.toLocaleLowerCase()
  for (let step = 0; step < rows.length; step += 1) {
    const index = (from + step) % rows.length
    const row = rows[index]
    if (row && tree.label(row.id).toLocaleLowerCase().startsWith(wanted)) return index
  }
  return -1
}
