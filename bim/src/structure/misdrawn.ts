import type { ByteSource } from '../source.ts'
import type { Cursor } from '../step/cursor.ts'
import { StatementTable } from '../step/statement-table.ts'
import { findUsers } from './shape-users.ts'

/** Shapes that the first engine draws wrong without a word: without their colours, flat, or with sharp corners. */
const MISDRAWN =
  /^IFC(INDEXEDCOLOURMAP|(FIXED|DIRECTRIXDERIVED)REFERENCESWEPTAREASOLID|ROUNDEDRECTANGLEPROFILEDEF)$/

/** Larger files are drawn by the first engine only: the second one holds them in memory. */
const MOST_BYTES = 512_000_000

/**
 * Entity numbers of elements, and of their openings, that have a shape which only the second engine draws right.
 * @param rewritten shapes that the first engine draws right after edits, see face-colors.ts and fixed-references.ts
 */
export function findMisdrawn(
  source: ByteSource,
  { file }: Cursor,
  rewritten: ReadonlySet<number>,
): Set<number> {
  if (source.size > MOST_BYTES || !file.kinds.some((entity) => MISDRAWN.test(entity))) return new Set()
  const table = new StatementTable(source)
  return findUsers(table, markShapes(table, rewritten))
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
