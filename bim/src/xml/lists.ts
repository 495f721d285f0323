/** An entry of a list as STEP writes it, with the place that XML gives it. */
export interface Item {
  value: string
  /** its indices, separated by spaces; '' for the order of the file */
  pos: string
  /** whether it is a list itself */
  isList: boolean
}

export function splitList(text: string): string[] {
  return text.trim() === '' ? [] : text.trim().split(/\s+/)
}

/**
 * A list in STEP's notation, or a list of lists.
 * @param inner length of the lists inside, where XML writes their entries as one list
 */
export function formatItems(items: Item[], depth: number, inner: number): string {
  const sorted = sortByPlace(items)
  const values = sorted.map(({ value }) => value)
  if (depth < 2 || sorted.every(({ isList }) => isList)) return `(${values.join()})`
  const rows: string[][] = []
  if (sorted.every(({ pos }) => pos.trim().includes(' '))) {
    let last = ''
    for (const { value, pos } of sorted) {
      const [row = ''] = splitList(pos)
      if (row !== last || rows.length === 0) rows.push([])
      last = row
      rows.at(-1)?.push(value)
    }
  } else for (let at = 0; at < values.length; at += inner) rows.push(values.slice(at, at + inner))
  return `(${rows.map((row) => `(${row.join()})`).join()})`
}

/** By their places if all have one, which is the order of the file almost always. */
function sortByPlace(items: Item[]): Item[] {
  if (!items.every(({ pos }) => /^\s*\d+(\s+\d+)*\s*$/.test(pos))) return items
  const places = new Map(items.map((item) => [item, splitList(item.pos).map(Number)]))
  return items.toSorted((a, b) => {
    const [one = [], two = []] = [places.get(a), places.get(b)]
    for (let at = 0; at < one.length; at++) if (one[at] !== two[at]) return (one[at] ?? 0) - (two[at] ?? 0)
    return 0
  })
}
