import type { ByteSource } from '../source.ts'
import type { Cursor } from '../step/cursor.ts'
import { findStatements } from '../step/find-statement.ts'

const LONGEST_CHAIN = 16

/**
 * The heights of local placements: the sums of the Z coordinates along their chains, in the file's unit. Rotations
 * are ignored, since storeys are not tilted. Null where the file does not state it. Points are not kept by the
 * scan but searched in the source, for all placements together.
 */
export function computePlacementHeights(
  cursor: Cursor,
  source: ByteSource,
  placements: Iterable<number>,
): Map<number, number | null> {
  const chains = new Map<number, number[]>()
  for (const placement of placements) chains.set(placement, listAxes(cursor, placement))
  const axes = findStatements(source, new Set([...chains.values()].flat()))
  const points = new Map([...axes].map(([id, bytes]) => [id, cursor.openBytes(bytes).ref()]))
  const statements = findStatements(source, new Set(points.values()))
  const heights = new Map<number, number | null>()
  for (const [placement, chain] of chains) {
    let height: number | null = null
    for (const id of chain) {
      const point = statements.get(points.get(id) ?? 0)
      const z = point ? cursor.openBytes(point).numbers()[2] : undefined
      if (z !== undefined) height = (height ?? 0) + z
    }
    heights.set(placement, height)
  }
  return heights
}

/** The coordinate systems of a placement and of its parents. */
function listAxes(cursor: Cursor, placement: number): number[] {
  const axes: number[] = []
  let at = placement
  for (let step = 0; step < LONGEST_CHAIN && cursor.openId(at); step++) {
    at = cursor.ref()
    axes.push(cursor.ref())
  }
  return axes
}
