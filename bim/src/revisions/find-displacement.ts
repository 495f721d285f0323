import type { KeyPair, KeyPairs } from './key-pairs.ts'
import { type Displacement, displacePoint, hasForm, NO_DISPLACEMENT } from './placed-forms.ts'
import type { Revision } from './revision.ts'

/** Elements that are the same by something that occurs once in each version. */
type LikelyPair = KeyPair

type Point = [number, number, number]

const MOST_PAIRS = 4000
const ROUNDS = 400
/** metres: a pair agrees with a displacement when it puts the centres this near to each other */
const NEAR = 0.08
/** Units that exporters confuse. */
const UNIT_RATIOS = [1000, 0.001, 100, 0.01, 10, 0.1, 0.3048, 1 / 0.3048, 0.0254, 1 / 0.0254]

type Column = 'shape' | 'family' | 'name' | 'type'

/** Properties that identify an element independent of its place, the most specific first. */
const marks: Column[][] = [
  ['shape', 'family', 'name'],
  ['shape', 'family'],
  ['family', 'name', 'type'],
]

/** Numbers the values of a column from 0 on, the same ones in both versions. */
function numberValues(older: Revision, newer: Revision, column: Column) {
  const numbers = new Map<string | number, number>()
  const count = ({ [column]: values, count: rows }: Revision) => {
    const numbered = new Int32Array(rows)
    for (let row = 0; row < rows; row++) {
      const value = values[row] ?? ''
      let number = numbers.get(value)
      if (number === undefined) {
        number = numbers.size
        numbers.set(value, number)
      }
      numbered[row] = number
    }
    return numbered
  }
  return { older: count(older), newer: count(newer), size: numbers.size }
}

type Numbered = ReturnType<typeof numberValues>

/** Rows by mark, where it occurs once; numbers are compared much faster than joined texts. */
function indexOnce(revision: Revision, columns: Numbered[], side: 'older' | 'newer', needsShape: boolean) {
  const rows = new Map<number, number>()
  for (let row = 0; row < revision.count; row++) {
    if (!hasForm(revision, row) || (needsShape && !revision.shape[row])) continue
    let key = 0
    for (const column of columns) key = key * column.size + (column[side][row] ?? 0)
    rows.set(key, rows.has(key) ? -1 : row)
  }
  return rows
}

function findLikelyPairs(older: Revision, newer: Revision, keys: KeyPairs): LikelyPair[] {
  const pairs = new Map<number, LikelyPair>()
  for (const key of ['guid', 'tag'] as const) {
    for (const pair of keys.of(key))
      if (older.family[pair.from] === newer.family[pair.to] && !pairs.has(pair.from))
        pairs.set(pair.from, pair)
    if (pairs.size >= MOST_PAIRS) break
  }
  const numbered = new Map<Column, Numbered>()
  const columnOf = (name: Column) => {
    const known = numbered.get(name) ?? numberValues(older, newer, name)
    numbered.set(name, known)
    return known
  }
  for (const mark of marks) {
    if (pairs.size >= MOST_PAIRS) break
    const columns = mark.map(columnOf)
    const needsShape = mark.includes('shape')
    const others = indexOnce(newer, columns, 'newer', needsShape)
    for (const [key, from] of indexOnce(older, columns, 'older', needsShape)) {
      const to = others.get(key) ?? -1
      if (from >= 0 && to >= 0 && !pairs.has(from)) pairs.set(from, { from, to })
    }
  }
  const all = [...pairs.values()]
  const step = Math.max(1, all.length / MOST_PAIRS)
  return Array.from(
    { length: Math.min(all.length, MOST_PAIRS) },
    (_, at) => all[Math.floor(at * step)] as LikelyPair,
  )
}

const centreOf = ({ forms }: Revision, row: number): Point => [
  forms.centre[row * 3] ?? 0,
  forms.centre[row * 3 + 1] ?? 0,
  forms.centre[row * 3 + 2] ?? 0,
]

/** The centres of the pairs in both versions. */
class PointPairs {
  readonly from: Point[]
  readonly to: Point[]

  constructor(older: Revision, newer: Revision, pairs: LikelyPair[], scale: number) {
    this.from = pairs.map((pair) => centreOf(older, pair.from).map((value) => value * scale) as Point)
    this.to = pairs.map((pair) => centreOf(newer, pair.to))
  }

  get count(): number {
    return this.from.length
  }

  /** Rows that a displacement puts in place. */
  agreeing(displacement: Displacement, near = NEAR): number[] {
    const rows: number[] = []
    for (let row = 0; row < this.count; row++) {
      const [x, y, z] = displacePoint(displacement, this.from[row] as Point)
      const [a, b, c] = this.to[row] as Point
      if (Math.hypot(x - a, y - b, z - c) <= near) rows.push(row)
    }
    return rows
  }
}

/** Computes the rotation that maps two points of one version to two points of the other; null when their distances differ. */
function turnByTwo(pairs: PointPairs, one: number, two: number): Displacement | null {
  const [a, b] = [pairs.from[one] as Point, pairs.from[two] as Point]
  const [c, d] = [pairs.to[one] as Point, pairs.to[two] as Point]
  const [before, after] = [Math.hypot(b[0] - a[0], b[1] - a[1]), Math.hypot(d[0] - c[0], d[1] - c[1])]
  if (before < 0.5 || Math.abs(before - after) > 0.1 || Math.abs(b[2] - a[2] - (d[2] - c[2])) > 0.1)
    return null
  const angle = Math.atan2(d[1] - c[1], d[0] - c[0]) - Math.atan2(b[1] - a[1], b[0] - a[0])
  return buildTurn(angle, a, c)
}

function buildTurn(angle: number, from: Point, to: Point): Displacement {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return {
    scale: 1,
    cos,
    sin,
    move: [to[0] - (cos * from[0] - sin * from[1]), to[1] - (sin * from[0] + cos * from[1]), to[2] - from[2]],
  }
}

/** The turn and move that fits a set of pairs best, by least squares. */
function fitTurn(pairs: PointPairs, rows: number[]): Displacement {
  const mean = (points: Point[]) =>
    [0, 1, 2].map(
      (axis) => rows.reduce((sum, row) => sum + (points[row]?.[axis] ?? 0), 0) / rows.length,
    ) as Point
  const [a, c] = [mean(pairs.from), mean(pairs.to)]
  let dot = 0
  let cross = 0
  for (const row of rows) {
    const [p, q] = [pairs.from[row] as Point, pairs.to[row] as Point]
    const [px, py, qx, qy] = [p[0] - a[0], p[1] - a[1], q[0] - c[0], q[1] - c[1]]
    dot += px * qx + py * qy
    cross += px * qy - py * qx
  }
  const angle = Math.atan2(cross, dot)
  return buildTurn(Math.abs(angle) < 1e-7 ? 0 : angle, a, c)
}

function findUnitRatio(older: Revision, newer: Revision, pairs: LikelyPair[]): number {
  const ratios = pairs
    .map(({ from, to }) => (newer.forms.sizes[to * 3] ?? 0) / (older.forms.sizes[from * 3] ?? 0))
    .filter((ratio) => Number.isFinite(ratio) && ratio > 0)
    .sort((a, b) => a - b)
  const middle = ratios[ratios.length >> 1] ?? 1
  return ratios.length < 3 ? 1 : (UNIT_RATIOS.find((ratio) => Math.abs(middle / ratio - 1) < 0.02) ?? 1)
}

/** A generator of row numbers that gives the same ones for the same models. */
function createDice(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/**
 * Finds out whether the whole model was moved, turned or written in another unit: the displacement on which most
 * recognisable elements agree, if clearly more agree on it than on "nothing moved".
 */
export function findDisplacement(older: Revision, newer: Revision, keys: KeyPairs): Displacement {
  const likely = findLikelyPairs(older, newer, keys)
  const scale = findUnitRatio(older, newer, likely)
  const pairs = new PointPairs(older, newer, likely, scale)
  const still: Displacement = { ...NO_DISPLACEMENT, scale }
  if (pairs.count < 3) return still
  const asBefore = pairs.agreeing(NO_DISPLACEMENT).length
  if (asBefore >= pairs.count * 0.4) return still
  const dice = createDice(pairs.count)
  let best: number[] = []
  let chosen = NO_DISPLACEMENT
  for (let round = 0; round < ROUNDS; round++) {
    const one = dice(pairs.count)
    const guess =
      round % 2 === 0
        ? buildTurn(0, pairs.from[one] as Point, pairs.to[one] as Point)
        : turnByTwo(pairs, one, dice(pairs.count))
    const rows = guess ? pairs.agreeing(guess, NEAR * 2) : []
    if (guess && rows.length > best.length) [best, chosen] = [rows, guess]
  }
  if (best.length < Math.max(3, pairs.count * 0.2) || best.length < asBefore * 2) return still
  for (let round = 0; round < 3; round++) {
    const fitted = fitTurn(pairs, best)
    const rows = pairs.agreeing(fitted)
    if (rows.length >= best.length * 0.8) [best, chosen] = [rows.length > 0 ? rows : best, fitted]
  }
  return { ...chosen, scale }
}
