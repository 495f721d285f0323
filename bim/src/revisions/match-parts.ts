import { gridOfNewer } from './match-in-place.ts'
import type { Matching } from './matching.ts'
import { PlaceGrid } from './place-grid.ts'
import type { Revision } from './revision.ts'
import { isPlace, TreeCandidates } from './tree-candidates.ts'

/** Splits, merges, and elements without a shape. */

const SLACK = 0.06
const MOST_PARTS = 12

interface Whole {
  box: ArrayLike<number>
  volume: number
  area: number
}

/** Whether parts fill a whole: together they have its box and its volume. */
function doPartsFill(
  whole: Whole,
  parts: number[],
  { forms }: Pick<Revision, 'forms'>,
  boxes: Float64Array,
): boolean {
  const volume = parts.reduce((sum, row) => sum + (forms.volume[row] ?? 0), 0)
  if (whole.volume > 1e-5 && Math.abs(volume - whole.volume) > 0.06 * whole.volume) return false
  const area = parts.reduce((sum, row) => sum + (forms.area[row] ?? 0), 0)
  if (area < whole.area * 0.9 || area > whole.area * 2.2) return false
  for (let axis = 0; axis < 6; axis++) {
    const values = parts.map((row) => boxes[row * 6 + axis] ?? 0)
    const edge = axis < 3 ? Math.min(...values) : Math.max(...values)
    if (Math.abs(edge - (whole.box[axis] ?? 0)) > SLACK) return false
  }
  return true
}

/** Rows whose box lies within another box. */
function listInside(grid: PlaceGrid, box: ArrayLike<number>, boxes: Float64Array): number[] {
  const middle = [0, 1, 2].map((axis) => ((box[axis] ?? 0) + (box[axis + 3] ?? 0)) / 2) as [
    number,
    number,
    number,
  ]
  const reach = Math.hypot(...[0, 1, 2].map((axis) => ((box[axis + 3] ?? 0) - (box[axis] ?? 0)) / 2))
  const rows: number[] = []
  grid.visitNear(...middle, Math.min(reach, 40), (row) => {
    for (let axis = 0; axis < 3; axis++) {
      if ((boxes[row * 6 + axis] ?? 0) < (box[axis] ?? 0) - SLACK) return
      if ((boxes[row * 6 + axis + 3] ?? 0) > (box[axis + 3] ?? 0) + SLACK) return
    }
    rows.push(row)
  })
  return rows
}

const largestFirst = ({ forms }: Revision, rows: number[]) =>
  [...rows].sort(
    (a, b) =>
      (forms.volume[b] ?? 0) - (forms.volume[a] ?? 0) || (forms.area[b] ?? 0) - (forms.area[a] ?? 0) || a - b,
  )

/** Finds elements that became several, which together fill the same box. */
export function matchSplits(matching: Matching): void {
  const { older, newer, placed } = matching
  const grid = gridOfNewer(matching, 4)
  const scale = placed.displacement.scale
  for (let from = 0; from < older.count; from++) {
    const kept = matching.to[from] ?? -1
    // the exporter may keep the key of a split element for one of its parts
    const isCut =
      kept >= 0 && (newer.forms.volume[kept] ?? 0) < 0.9 * (older.forms.volume[from] ?? 0) * scale ** 3
    if ((kept >= 0 && !isCut) || older.forms.has[from] === 0) continue
    const box = placed.box.subarray(from * 6, from * 6 + 6)
    const inside = listInside(grid, box, newer.forms.box).filter(
      (row) => matching.from[row] === -1 && newer.family[row] === older.family[from],
    )
    const parts = isCut ? [kept, ...inside] : inside
    if (parts.length < 2 || parts.length > MOST_PARTS) continue
    const volume = (older.forms.volume[from] ?? 0) * scale ** 3
    const whole = { box, volume, area: (older.forms.area[from] ?? 0) * scale ** 2 }
    if (!doPartsFill(whole, parts, newer, newer.forms.box)) continue
    const sorted = largestFirst(newer, parts)
    const main = isCut ? kept : (sorted[0] ?? -1)
    for (const part of sorted) matching.from[part] = from
    matching.take(from, main, 'SPLIT', 88)
    matching.splits.set(from, [main, ...sorted.filter((part) => part !== main)])
  }
}

/** Finds elements that became one, which fills the box that they filled together. */
export function matchMerges(matching: Matching): void {
  const { older, newer, placed } = matching
  const scale = placed.displacement.scale
  const grid = new PlaceGrid(placed.centre, matching.openOlder(), 4)
  for (let to = 0; to < newer.count; to++) {
    const kept = matching.from[to] ?? -1
    const isGrown =
      kept >= 0 && (older.forms.volume[kept] ?? 0) * scale ** 3 < 0.9 * (newer.forms.volume[to] ?? 0)
    if ((kept >= 0 && !isGrown) || newer.forms.has[to] === 0) continue
    const box = newer.forms.box.subarray(to * 6, to * 6 + 6)
    const inside = listInside(grid, box, placed.box).filter(
      (row) => matching.to[row] === -1 && older.family[row] === newer.family[to],
    )
    const parts = isGrown ? [kept, ...inside] : inside
    if (parts.length < 2 || parts.length > MOST_PARTS) continue
    const whole = {
      box,
      volume: (newer.forms.volume[to] ?? 0) / scale ** 3,
      area: (newer.forms.area[to] ?? 0) / scale ** 2,
    }
    if (!doPartsFill(whole, parts, older, placed.box)) continue
    const [main = -1] = isGrown ? [kept] : largestFirst(older, parts)
    for (const part of parts) matching.take(part, to, 'MERGED', 86)
    matching.from[to] = main
  }
}

/** Matches storeys, assemblies and other rows without a shape by their parents, words and parts. */
export function matchTree(matching: Matching): void {
  const { older, newer } = matching
  const candidates = new TreeCandidates(matching)
  const votes = countParentVotes(matching)
  for (let from = 0; from < older.count; from++) {
    if (matching.to[from] !== -1 || (older.forms.has[from] !== 0 && !isPlace(older, from))) continue
    const parent = older.parent[from] ?? -1
    const place = parent < 0 ? -1 : (matching.to[parent] ?? -1)
    const voted = votes.get(from)
    const siblings = parent >= 0 && place < 0 ? [] : candidates.list(from, place)
    const isOpen = (row: number) =>
      matching.from[row] === -1 && newer.family[row] === older.family[from] && !siblings.includes(row)
    const open = voted !== undefined && isOpen(voted) ? [voted, ...siblings] : siblings
    const best = open
      .map((row) => ({ row, score: scoreTree(matching, from, row, voted === row) }))
      .sort((a, b) => b.score - a.score)
    const [first, second] = best
    if (!first || first.score < 2) {
      const isOnly = open.length === 1 && countOpenSiblings(matching, from) === 1
      if (isOnly && isPlace(older, from) && open[0] !== undefined) matching.take(from, open[0], 'TREE', 80)
      continue
    }
    if (second && second.score > first.score - 0.5) continue
    matching.take(from, first.row, 'TREE', 85)
  }
}

function countOpenSiblings({ older, to }: Matching, from: number): number {
  let count = 0
  for (let row = 0; row < older.count; row++)
    if (
      older.parent[row] === older.parent[from] &&
      older.family[row] === older.family[from] &&
      to[row] === -1
    )
      count++
  return count
}

/** The element of the newer version in which most parts of an element were found. */
function countParentVotes({ older, newer, to }: Matching): Map<number, number> {
  const votes = new Map<number, Map<number, number>>()
  for (let row = 0; row < older.count; row++) {
    const [parent, other] = [older.parent[row] ?? -1, to[row] ?? -1]
    if (parent < 0 || other < 0) continue
    const own = votes.get(parent) ?? new Map<number, number>()
    const container = newer.parent[other] ?? -1
    own.set(container, (own.get(container) ?? 0) + 1)
    votes.set(parent, own)
  }
  const best = new Map<number, number>()
  for (const [parent, own] of votes) {
    const [first] = [...own].sort((a, b) => b[1] - a[1])
    const total = [...own.values()].reduce((sum, count) => sum + count, 0)
    if (first && first[0] >= 0 && first[1] * 2 > total) best.set(parent, first[0])
  }
  return best
}

function scoreTree({ older, newer, placed }: Matching, from: number, to: number, isVoted: boolean): number {
  const z = placed.displacement.move[2]
  const height = Math.abs(
    (older.elevation[from] ?? Number.NaN) * placed.displacement.scale + z - (newer.elevation[to] ?? 0),
  )
  const near = Number.isNaN(height) ? 0 : height < 0.05 ? 2 : height < 0.6 ? 1 : height > 2 ? -1 : 0
  const same = (word: 'guid' | 'name' | 'tag' | 'type') =>
    older[word][from] !== '' && older[word][from] === newer[word][to]
  return (
    (isVoted ? 3 : 0) +
    near +
    (same('guid') ? 3 : 0) +
    (same('tag') ? 2 : 0) +
    (same('name') ? 2 : 0) +
    (same('type') ? 0.5 : 0)
  )
}
