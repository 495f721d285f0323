/** A possible match; lower costs are better. */
export interface CandidatePair {
  from: number
  to: number
  cost: number
}

/** Groups with more rows are assigned greedily: the exact algorithm is cubic. */
const LARGEST_EXACT = 220

/**
 * Chooses pairs so that every row is used at most once and the sum of costs is least, where a row that stays without a
 * partner costs `open`. Independent groups of candidates are solved one by one.
 */
export function assignPairs<T extends CandidatePair>(pairs: T[], open: number): T[] {
  const chosen: T[] = []
  for (const group of splitGroups(pairs)) {
    const froms = [...new Set(group.map(({ from }) => from))]
    const tos = [...new Set(group.map(({ to }) => to))]
    const [only] = group
    if (group.length === 1 && only) {
      if (only.cost < open) chosen.push(only)
    } else if (Math.max(froms.length, tos.length) > LARGEST_EXACT) chosen.push(...assignGreedily(group, open))
    else chosen.push(...assignExactly(group, froms, tos, open))
  }
  return chosen
}

/** Repeatedly takes the cheapest pair with both rows still free. */
export function assignGreedily<T extends CandidatePair>(pairs: T[], open: number): T[] {
  const usedFrom = new Set<number>()
  const usedTo = new Set<number>()
  const sorted = [...pairs].sort((a, b) => a.cost - b.cost || a.from - b.from || a.to - b.to)
  return sorted.filter(({ from, to, cost }) => {
    if (cost >= open || usedFrom.has(from) || usedTo.has(to)) return false
    usedFrom.add(from)
    usedTo.add(to)
    return true
  })
}

/** Splits pairs into groups that share no row. */
export function splitGroups<T extends CandidatePair>(pairs: T[]): T[][] {
  // rows of both sides in one number space
  const roots = new Map<number, number>()
  const find = (key: number): number => {
    let root = key
    for (let up = roots.get(root); up !== undefined && up !== root; up = roots.get(root)) root = up
    for (let at = key; at !== root; ) {
      const up = roots.get(at) ?? root
      roots.set(at, root)
      at = up
    }
    return root
  }
  for (const { from, to } of pairs) {
    const [a, b] = [from * 2, to * 2 + 1]
    if (!roots.has(a)) roots.set(a, a)
    if (!roots.has(b)) roots.set(b, b)
    roots.set(find(a), find(b))
  }
  return [...Map.groupBy(pairs, ({ from }) => find(from * 2)).values()]
}

/** The Hungarian algorithm with potentials, on a square matrix padded with `open`. */
function assignExactly<T extends CandidatePair>(
  group: T[],
  froms: number[],
  tos: number[],
  open: number,
): T[] {
  const size = froms.length + tos.length
  const rowOf = new Map(froms.map((from, row) => [from, row]))
  const columnOf = new Map(tos.map((to, column) => [to, column]))
  // a row beyond `froms` and a column beyond `tos` mean "no partner"
  const cost = new Float64Array(size * size).fill(0)
  for (let row = 0; row < froms.length; row++)
    for (let column = 0; column < size; column++)
      cost[row * size + column] = column < tos.length ? open * 4 : open
  for (const pair of group)
    cost[(rowOf.get(pair.from) ?? 0) * size + (columnOf.get(pair.to) ?? 0)] = Math.min(pair.cost, open * 4)
  const columns = solveAssignment(cost, size)
  return group.filter(({ from, to, cost: own }) => {
    const row = rowOf.get(from) ?? -1
    return own < open && columns[row] === columnOf.get(to)
  })
}

/** The column of each row in the cheapest assignment of a square matrix. */
function solveAssignment(cost: Float64Array, size: number): Int32Array {
  const u = new Float64Array(size + 1)
  const v = new Float64Array(size + 1)
  const rowOfColumn = new Int32Array(size + 1)
  for (let row = 1; row <= size; row++) {
    rowOfColumn[0] = row
    let column = 0
    const least = new Float64Array(size + 1).fill(Infinity)
    const used = new Uint8Array(size + 1)
    const way = new Int32Array(size + 1)
    do {
      used[column] = 1
      const current = rowOfColumn[column] ?? 0
      let delta = Infinity
      let next = 0
      for (let other = 1; other <= size; other++) {
        if (used[other]) continue
        const reduced = (cost[(current - 1) * size + other - 1] ?? 0) - (u[current] ?? 0) - (v[other] ?? 0)
        if (reduced < (least[other] ?? 0)) {
          least[other] = reduced
          way[other] = column
        }
        if ((least[other] ?? 0) < delta) {
          delta = least[other] ?? 0
          next = other
        }
      }
      for (let other = 0; other <= size; other++) {
        if (used[other]) {
          const owner = rowOfColumn[other] ?? 0
          u[owner] = (u[owner] ?? 0) + delta
          v[other] = (v[other] ?? 0) - delta
        } else least[other] = (least[other] ?? 0) - delta
      }
      column = next
    } while (rowOfColumn[column] !== 0)
    for (; column !== 0; column = way[column] ?? 0) rowOfColumn[column] = rowOfColumn[way[column] ?? 0] ?? 0
  }
  const columns = new Int32Array(size).fill(-1)
  for (let column = 1; column <= size; column++) columns[(rowOfColumn[column] ?? 1) - 1] = column - 1
  return columns
}
