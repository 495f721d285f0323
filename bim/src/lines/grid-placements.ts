import { type ByteSource, createByteSource } from '../source.ts'
import { Cursor } from '../step/cursor.ts'
import { extractClosures } from '../step/extract-products.ts'
import { scanStep } from '../step/scan.ts'
import type { LinearPlace, LinearPlacement } from '../structure/linear-placements.ts'
import { CurveReader, type Polyline } from './curves.ts'
import { readPoint } from './placements.ts'

/** Placements whose statements are in memory at the same time. */
const BATCH = 1000

/**
 * Evaluates placements at the crossing of two axes of a grid (IfcGridPlacement). Reads excerpts of the file, since the scan
 * keeps no curves.
 * @param cursor on the file's own statements, for its grids
 */
export function readGridPlacements(
  source: ByteSource,
  cursor: Cursor,
  { metres, radians }: { metres: number; radians: number },
): LinearPlacement[] {
  const { file } = cursor
  const ids = [...file.slotsOf('IFCGRIDPLACEMENT')].map((slot) => file.id.at(slot))
  if (ids.length === 0) return []
  const gridOf = readGrids(cursor)
  const placements: LinearPlacement[] = []
  for (const part of extractClosures(source, ids, BATCH)) {
    const own = new Cursor(scanStep(createByteSource(part.bytes), () => true).file)
    const reader = new CrossingReader(own, new CurveReader(own, metres, radians))
    for (const id of part.ids) placements.push(reader.read(id, gridOf))
  }
  return placements
}

/** The placement of the grid that each axis is part of, by the axis. */
function readGrids(cursor: Cursor): Map<number, number> {
  const gridOf = new Map<number, number>()
  for (const slot of cursor.file.slotsOf('IFCGRID')) {
    const placement = cursor.open(slot).skip(5).ref()
    cursor.skip(1)
    for (const axis of [...cursor.refs(), ...cursor.refs(), ...cursor.refs()]) gridOf.set(axis, placement)
  }
  return gridOf
}

interface Crossing {
  point: LinearPlace['point']
  /** direction of the first axis */
  along: LinearPlace['x']
}

class CrossingReader {
  readonly #cursor: Cursor
  readonly #curves: CurveReader

  constructor(cursor: Cursor, curves: CurveReader) {
    this.#cursor = cursor
    this.#curves = curves
  }

  read(id: number, gridOf: ReadonlyMap<number, number>): LinearPlacement {
    const cursor = this.#cursor
    const refs: number[] = []
    // IFC4x3 has the parent before the remaining attributes.
    if (cursor.openId(id)) while (!cursor.done) refs.push(cursor.ref())
    const at = refs.findIndex((ref) => cursor.file.entityOf(ref) === 'IFCVIRTUALGRIDINTERSECTION')
    const [location = 0, direction = 0] = at < 0 ? [] : refs.slice(at)
    const stated = refs.find((ref) => /PLACEMENT$/.test(cursor.file.entityOf(ref)))
    const [axis = 0] = cursor.openId(location) ? cursor.refs() : []
    const crossing = this.#cross(location)
    const x = crossing && this.#direction(direction, crossing)
    return {
      id,
      parent: stated ?? gridOf.get(axis) ?? 0,
      evaluated: crossing && x ? { point: crossing.point, z: [0, 0, 1], x } : null,
      stated: null,
    }
  }

  /** The direction of X: as stated, towards another grid crossing, or along the first axis. */
  #direction(id: number, from: Crossing): LinearPlace['x'] | null {
    const entity = this.#cursor.file.entityOf(id)
    if (entity === 'IFCDIRECTION') return readPoint(this.#cursor, id)
    if (entity !== 'IFCVIRTUALGRIDINTERSECTION') return from.along
    const to = this.#cross(id)
    return to && [to.point[0] - from.point[0], to.point[1] - from.point[1], 0]
  }

  #cross(id: number): Crossing | null {
    const cursor = this.#cursor
    if (!cursor.openId(id)) return null
    const axes = cursor.refs()
    const [first = 0, second = 0, height = 0] = cursor.numbers()
    const lines = [first, second].map((offset, at) => this.#axis(axes[at] ?? 0, offset))
    return crossLines(lines[0] ?? [], lines[1] ?? [], height)
  }

  /** The segments of an axis, moved to the left. */
  #axis(id: number, offset: number): Segment[] {
    const cursor = this.#cursor
    const curve = cursor.openId(id) ? cursor.skip(1).ref() : 0
    const isReversed = cursor.word() === 'F'
    const line: Polyline = this.#curves.read(curve) ?? []
    return (isReversed ? line.toReversed() : line).flatMap((to, at, points) => {
      const from = points[at - 1]
      const [dx, dy] = from ? [to[0] - from[0], to[1] - from[1]] : [0, 0]
      const length = Math.hypot(dx, dy)
      if (!from || length === 0) return []
      const way: Segment['way'] = [dx / length, dy / length]
      return [{ from: [from[0] - way[1] * offset, from[1] + way[0] * offset], way, length }]
    })
  }
}

interface Segment {
  from: [x: number, y: number]
  /** unit vector */
  way: [x: number, y: number]
  length: number
}

/** Limit on pairs of segments of two axes; real grid axes have fewer. */
const MOST_PAIRS = 40_000

/** Where two lines cross; beyond the ends of their segments if they do not reach each other. */
function crossLines(first: Segment[], second: Segment[], height: number): Crossing | null {
  if (first.length * second.length > MOST_PAIRS) return null
  let best: Crossing | null = null
  let beyond = Infinity
  for (const one of first)
    for (const other of second) {
      const turn = one.way[0] * other.way[1] - one.way[1] * other.way[0]
      if (Math.abs(turn) < 1e-9) continue
      const [dx, dy] = [other.from[0] - one.from[0], other.from[1] - one.from[1]]
      const along = (dx * other.way[1] - dy * other.way[0]) / turn
      const across = (dx * one.way[1] - dy * one.way[0]) / turn
      const over = Math.max(0, -along, along - one.length, -across, across - other.length)
      if (over >= beyond) continue
      beyond = over
      const [x, y] = [one.from[0] + one.way[0] * along, one.from[1] + one.way[1] * along]
      best = { point: [x, y, height], along: [...one.way, 0] }
    }
  return best
}
