import type { ByteSource, Splice } from '../source.ts'
import type { Cursor } from '../step/cursor.ts'
import { readStatement } from '../step/read-statement.ts'
import { StatementTable } from '../step/statement-table.ts'

/** Larger files keep the order of their styles: the table of all their statements would not fit into memory. */
const MOST_BYTES = 512_000_000
/** Limit on rewritten and added statements; the edits are held in memory. */
const MOST_SPLICES = 200_000

const SURFACE = 'IFCSURFACESTYLE'
const ITEM = 'IFCSTYLEDITEM'
const ASSIGNMENT = 'IFCPRESENTATIONSTYLEASSIGNMENT'
const OTHER_STYLE = /^IFC(CURVE|FILLAREA|TEXT)STYLE$/
const SHELL = /^IFC(OPENSHELL|CLOSEDSHELL|CONNECTEDFACESET)$/
const FACE = /^IFC(FACE|FACESURFACE|ADVANCEDFACE)$/
/** Bodies whose first argument is their shell, or a list of shells. */
const BODY = /^IFC(\w*BREP\w*|\w*SURFACEMODEL)$/

/**
 * Puts surface styles first where an item also has styles of curves, because the engines take the colour of the first one; and
 * gives bodies the style of their shell or faces, of which the engines see none.
 */
export function rewriteStyles(source: ByteSource, { file }: Cursor): Splice[] {
  const hasOthers = file.hasSeveralStyles && file.kinds.some((entity) => OTHER_STYLE.test(entity))
  const hasParts = Array.from({ length: file.styledItems.length }, (_, at) =>
    file.entityOf(file.styledItems.at(at)),
  ).some((entity) => SHELL.test(entity) || FACE.test(entity))
  if (source.size > MOST_BYTES || !(hasOthers || hasParts)) return []
  const table = new StatementTable(source)
  return [
    ...(hasOthers ? sortStyles(source, table) : []),
    ...(hasParts ? styleBodies(table, () => file.numbers.takeFree(1)) : []),
  ].slice(0, MOST_SPLICES)
}

function sortStyles(source: ByteSource, table: StatementTable): Splice[] {
  const splices: Splice[] = []
  for (let slot = 0; slot < table.count; slot++) {
    const entity = table.kindName(slot)
    if (entity !== ITEM && entity !== ASSIGNMENT) continue
    const styles = table.listReferences(slot, entity === ITEM ? 1 : 0)
    if (styles.length < 2) continue
    const sorted = sortSurfacesFirst(table, styles)
    if (sorted.every((id, at) => id === styles[at])) continue
    const offset = table.begin.at(slot)
    const list = /\(\s*(?:(?:#\d+|\$)\s*,\s*)?\(([^()]*)\)/d.exec(readStatement(source, offset) ?? '')
    const [from, to] = list?.indices?.[1] ?? []
    if (from === undefined || to === undefined) continue
    const insert = new TextEncoder().encode(formatList(sorted))
    splices.push({ offset: offset + from, remove: to - from, insert, both: true })
  }
  return splices
}

function sortSurfacesFirst(table: StatementTable, styles: number[]): number[] {
  const isSurface = (id: number) => {
    const slot = table.numbers.slot(id)
    const entity = slot < 0 ? '' : table.kindName(slot)
    if (entity !== ASSIGNMENT) return entity === SURFACE
    return table
      .listReferences(slot, 0)
      .some((each) => table.numbers.slot(each) >= 0 && table.kindName(table.numbers.slot(each)) === SURFACE)
  }
  const surfaces = new Set(styles.filter(isSurface))
  return [...surfaces, ...styles.filter((id) => !surfaces.has(id))]
}

/** Styled items for bodies without a style of their own. */
function styleBodies(table: StatementTable, takeFree: () => number): Splice[] {
  const stylesOf = new Map<number, number[]>()
  for (let slot = 0; slot < table.count; slot++)
    if (table.kindName(slot) === ITEM)
      for (const item of table.listReferences(slot, 0))
        stylesOf.set(item, sortSurfacesFirst(table, table.listReferences(slot, 1)))
  const splices: Splice[] = []
  for (let slot = 0; slot < table.count; slot++) {
    const body = table.id.at(slot)
    if (!BODY.test(table.kindName(slot)) || stylesOf.has(body)) continue
    const shells = table.listReferences(slot, 0)
    const styles = shells
      .map((id) => stylesOf.get(id) ?? findStylesOfFaces(table, id, stylesOf))
      .find(Boolean)
    if (!styles) continue
    const text = `#${takeFree()}=${ITEM}(#${body},(${formatList(styles)}),$);\n`
    const insert = new TextEncoder().encode(text)
    splices.push({ offset: table.begin.at(slot), remove: 0, insert, both: true })
  }
  return splices
}

/** The styles that more than half of the faces of a shell have. */
function findStylesOfFaces(
  table: StatementTable,
  shell: number,
  stylesOf: ReadonlyMap<number, number[]>,
): number[] | undefined {
  const slot = table.numbers.slot(shell)
  if (slot < 0 || !SHELL.test(table.kindName(slot))) return undefined
  const faces = table.listReferences(slot, 0)
  const counts = new Map<string, number>()
  for (const face of faces) {
    const styles = stylesOf.get(face)
    if (!styles) continue
    const count = (counts.get(styles.join()) ?? 0) + 1
    if (count * 2 > faces.length) return styles
    counts.set(styles.join(), count)
  }
  return undefined
}

const formatList = (ids: number[]) => ids.map((id) => `#${id}`).join()
