import type { ByteSource } from '../source.ts'
import type { Cursor } from '../step/cursor.ts'
import { StatementTable } from '../step/statement-table.ts'
import { isElementEntity } from './entities.ts'

/** Shapes that the first engine draws wrong without a word: without their colours, flat, or with sharp corners. */
const MISDRAWN =
  /^IFC(INDEXEDCOLOURMAP|(FIXED|DIRECTRIXDERIVED)REFERENCESWEPTAREASOLID|ROUNDEDRECTANGLEPROFILEDEF)$/
/** Statements that refer to shapes without being part of any. */
const NO_PART = /^IFC(REL\w+|STYLEDITEM|PRESENTATION\w+|SHAPEASPECT|INDEXED\w*MAP|\w*TEXTUREMAP|PROJECT)$/

/** Larger files are drawn by the first engine only: the second one holds them in memory. */
const MOST_BYTES = 512_000_000
/** Deepest nesting of shapes that are defined after the shapes using them. */
const MOST_PASSES = 64

/**
 * Entity numbers of elements, and of their openings, that have a shape which only the second engine draws right.
 * @param rewritten shapes that the first engine draws right after edits, see face-colors.ts and fixed-references.ts
 */
export function findMisdrawn(
  source: ByteSource,
  { file }: Cursor,
  rewritten: ReadonlySet<number>,
): Set<number> {
  const found = new Set<number>()
  if (source.size > MOST_BYTES || !file.kinds.some((entity) => MISDRAWN.test(entity))) return found
  const table = new StatementTable(source)
  const marked = markShapes(table, rewritten)
  const isElement = table.kinds.map(isElementEntity)
  const isPart = table.kinds.map((entity) => !NO_PART.test(entity))
  for (let pass = 0, isDone = false; !isDone && pass < MOST_PASSES; pass++) {
    isDone = true
    // Most statements refer to earlier ones.
    for (let slot = 0; slot < table.count; slot++) {
      const kind = table.kind.at(slot)
      if (marked[slot] === 1 || !isPart[kind] || !refersTo(table, slot, marked)) continue
      if (isElement[kind]) found.add(table.id.at(slot))
      else isDone = false
      marked[slot] = 1
    }
  }
  for (let slot = 0; slot < table.count; slot++) {
    if (table.kindName(slot) !== 'IFCRELVOIDSELEMENT') continue
    if (table.listReferences(slot, 5).some((id) => found.has(id)))
      for (const host of table.listReferences(slot, 4)) found.add(host)
  }
  return found
}

function markShapes(table: StatementTable, rewritten: ReadonlySet<number>): Uint8Array {
  const marked = new Uint8Array(table.count)
  for (let slot = 0; slot < table.count; slot++) {
    const entity = table.kindName(slot)
    if (!MISDRAWN.test(entity)) continue
    const ids = entity === 'IFCINDEXEDCOLOURMAP' ? table.listReferences(slot, 0) : [table.id.at(slot)]
    for (const id of ids) {
      const each = rewritten.has(id) ? -1 : table.numbers.slot(id)
      if (each >= 0) marked[each] = 1
    }
  }
  return marked
}

function refersTo(table: StatementTable, slot: number, marked: Uint8Array): boolean {
  const end = table.endOfReferences(slot)
  for (let at = table.firstReference.at(slot); at < end; at++)
    if (marked[table.numbers.slot(table.references.at(at))] === 1) return true
  return false
}
