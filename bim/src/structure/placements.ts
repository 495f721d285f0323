import type { ByteSource } from '../source.ts'
import type { Cursor } from '../step/cursor.ts'
import { findStatement } from '../step/find-statement.ts'

const LONGEST_CHAIN = 16

/**
 * The height of a local placement: the sum of the Z coordinates along its chain, in the file's unit. Rotations
 * are ignored, since storeys are not tilted. Null when the file does not state it. Points are not kept by the
 * scan but searched in the source, so this is only suitable for the few placements of storeys.
 */
export function computePlacementHeight(cursor: Cursor, source: ByteSource, placement: number): number | null {
  let height: number | null = null
  let at = placement
  for (let step = 0; step < LONGEST_CHAIN && cursor.openId(at); step++) {
    const parent = cursor.ref()
    const axes = findStatement(source, cursor.ref())
    const point = axes && findStatement(source, cursor.openBytes(axes).ref())
    const z = point ? cursor.openBytes(point).numbers()[2] : undefined
    if (z !== undefined) height = (height ?? 0) + z
    at = parent
  }
  return height
}
