import type { Cursor } from '../step/cursor.ts'
import { isElementEntity } from './entities.ts'

/** Maximum number of items that one element may place, with everything that its mapped items repeat. */
const MOST_ITEMS = 100_000
/**
 * Limit for all elements of a file together, and per statement of the file: half a million items are drawn in seconds, and a
 * large model may have proportionally more.
 */
const MOST_ITEMS_OF_FILE = 500_000
const MOST_ITEMS_PER_STATEMENT = 10
/** Maximum depth of mapped items in mapped items; the geometry engine's stack ends a little later. */
const DEEPEST = 100

export type MappingFault = 'SHAPE_LOOP' | 'TOO_MANY_PARTS'

/**
 * Finds elements whose mapped items contain themselves, or repeat each other until the shape becomes endless. Only counts
 * are added up, so that a bomb of nested maps costs no more than its statements.
 */
export function findMappingFaults(cursor: Cursor): { slot: number; fault: MappingFault }[] {
  const { file } = cursor
  if (file.slotsOf('IFCMAPPEDITEM').length === 0) return []
  const counts = new ItemCounts(cursor)
  const elements = file.kinds.map(isElementEntity)
  const faults: { slot: number; fault: MappingFault }[] = []
  const most = Math.max(MOST_ITEMS_OF_FILE, file.statements * MOST_ITEMS_PER_STATEMENT)
  let total = 0
  for (let slot = 0; slot < file.id.length; slot++) {
    if (!elements[file.kind.at(slot)]) continue
    const count = counts.ofDefinition(cursor.open(slot).skip(6).ref())
    const fits = count <= MOST_ITEMS && total + count <= most
    if (fits) total += count
    else faults.push({ slot, fault: Number.isNaN(count) ? 'SHAPE_LOOP' : 'TOO_MANY_PARTS' })
  }
  return faults
}

/** Number of items that a representation places; NaN when it contains itself. */
class ItemCounts {
  #cursor: Cursor
  #ofRepresentation = new Map<number, number>()

  constructor(cursor: Cursor) {
    this.#cursor = cursor
  }

  ofDefinition(definition: number): number {
    const representations = this.#cursor.openId(definition) ? this.#cursor.skip(2).refs() : []
    let count = 0
    for (const id of representations) count += this.#count(id, 0)
    return count
  }

  #count(representation: number, depth: number): number {
    const known = this.#ofRepresentation.get(representation)
    if (known !== undefined) return known
    if (depth > DEEPEST) return Number.NaN
    // Reaching it again while it is counted means that it contains itself.
    this.#ofRepresentation.set(representation, Number.NaN)
    const cursor = this.#cursor
    let count = 0
    const items = cursor.openId(representation) ? cursor.skip(3).refs() : []
    for (const item of items) {
      const isMapped = cursor.file.entityOf(item) === 'IFCMAPPEDITEM'
      const map = isMapped && cursor.openId(item) ? cursor.ref() : 0
      const source = cursor.openId(map) ? cursor.skip(1).ref() : 0
      count += source === 0 ? 1 : this.#count(source, depth + 1)
    }
    this.#ofRepresentation.set(representation, count)
    return count
  }
}
