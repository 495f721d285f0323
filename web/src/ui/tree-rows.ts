/** A tree by ids: nothing is copied, so a model of a hundred thousand elements can be shown as it lies in memory. */
export interface TreeSource<Id extends string | number> {
  roots: readonly Id[]
  children: (id: Id) => readonly Id[]
  label: (id: Id) => string
}

export interface TreeRow<Id> {
  id: Id
  /** from 1, as ARIA counts */
  level: number
  position: number
  siblings: number
  /** index of the parent's row, -1 for a root */
  parent: number
  expanded: boolean | null
}

/** Deeper than any building; a file that claims more is cut here. */
const max_level = 64
/** More rows than anyone opens; what lies beyond is reached by search or by closing branches. */
const max_rows = 500_000

/** The rows a person sees: every root, and the children of what is expanded. Iterative, so depth costs no stack. */
export function visibleRows<Id extends string | number>(
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

/** The next row whose label starts with what was typed, from `from` on and round; -1 when there is none. */
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
