import type { StatementTable } from '../step/statement-table.ts'
import { isElementEntity } from './entities.ts'

/** Statements that refer to shapes without being part of any. */
const NO_PART = /^IFC(REL\w+|STYLEDITEM|PRESENTATION\w+|SHAPEASPECT|INDEXED\w*MAP|\w*TEXTUREMAP|PROJECT)$/
/** Deepest nesting of shapes that are defined after the shapes using them. */
const MOST_PASSES = 64

/**
 * Entity numbers of the elements and openings whose shapes contain marked statements, and of elements with such openings.
 * @param marked 1 by slot; users of marked statements are marked as well
 * @param isUsed whether a statement of one kind counts as part of one of another; all do by default
 */
export function findUsers(
  table: StatementTable,
  marked: Uint8Array,
  isUsed: (part: string, user: string) => boolean = () => true,
): Set<number> {
  const found = new Set<number>()
  const isElement = table.kinds.map(isElementEntity)
  const isPart = table.kinds.map((entity) => !NO_PART.test(entity))
  const uses = table.kinds.map((user) => table.kinds.map((part) => Number(isUsed(part, user))))
  const refersToMarked = (slot: number): boolean => {
    const own = uses[table.kind.at(slot)]
    const end = table.endOfReferences(slot)
    for (let at = table.firstReference.at(slot); at < end; at++) {
      const part = table.numbers.slot(table.references.at(at))
      if (marked[part] === 1 && own?.[table.kind.at(part)] === 1) return true
    }
    return false
  }
  for (let pass = 0, isDone = false; !isDone && pass < MOST_PASSES; pass++) {
    isDone = true
    // Most statements refer to earlier ones.
    for (let slot = 0; slot < table.count; slot++) {
      const kind = table.kind.at(slot)
      if (marked[slot] === 1 || !isPart[kind] || !refersToMarked(slot)) continue
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
