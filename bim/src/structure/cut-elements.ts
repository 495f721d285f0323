import type { Cursor } from '../step/cursor.ts'

/**
 * Entity numbers of elements with openings or projections, and of their parts. The engine gives the result of a cut the id of
 * the original shape, which other elements may use without the cut.
 */
export function findCutElements(cursor: Cursor): Set<number> {
  const { file } = cursor
  const found = new Set<number>()
  for (const entity of ['IFCRELVOIDSELEMENT', 'IFCRELPROJECTSELEMENT'])
    for (const slot of file.slotsOf(entity)) found.add(cursor.open(slot).skip(4).ref())
  return addParts(cursor, found)
}

/** Adds the parts of elements to them, which are cut with their whole. */
export function addParts(cursor: Cursor, found: Set<number>): Set<number> {
  if (found.size === 0) return found
  const parts = new Map<number, number[]>()
  for (const slot of cursor.file.slotsOf('IFCRELAGGREGATES')) {
    const whole = cursor.open(slot).skip(4).ref()
    const known = parts.get(whole) ?? []
    for (const part of cursor.refs()) known.push(part)
    parts.set(whole, known)
  }
  // grows during the iteration
  for (const id of found) for (const part of parts.get(id) ?? []) found.add(part)
  return found
}
