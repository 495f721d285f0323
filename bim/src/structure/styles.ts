import type { ByteSource, Splice } from '../source.ts'
import type { Cursor } from '../step/cursor.ts'
import { readStatement } from '../step/read-statement.ts'
import { StatementTable } from '../step/statement-table.ts'
import type { StepFile } from '../step/step-file.ts'
import { isSolid } from './bodies.ts'

/** Larger files keep the order of their styles: the table of all their statements would not fit into memory. */
const MOST_BYTES = 512_000_000
/** Limit on rewritten and added statements; the edits are held in memory. */
const MOST_SPLICES = 200_000

const SURFACE = 'IFCSURFACESTYLE'
const ITEM = 'IFCSTYLEDITEM'
const ASSIGNMENT = 'IFCPRESENTATIONSTYLEASSIGNMENT'
const CURVE = 'IFCCURVESTYLE'
const OTHER_STYLE = /^IFC(CURVE|FILLAREA)STYLE$/
const SHELL = /^IFC(OPENSHELL|CLOSEDSHELL|CONNECTEDFACESET)$/
const FACE = /^IFC(FACE|FACESURFACE|ADVANCEDFACE)$/
/** Bodies whose first argument is their shell, or a list of shells. */
const BODY = /^IFC(\w*BREP\w*|\w*SURFACEMODEL)$/

/**
 * Removes styles of lines from solids, puts surface styles first where an item also has styles of curves, because the engines take the colour of the first one; and
 * gives bodies the style of their shell or faces, of which the engines see none.
 */
export function rewriteStyles(source: ByteSource, { file }: Cursor): Splice[] {
  const hasOthers = file.hasSeveralStyles && file.kinds.some((entity) => OTHER_STYLE.test(entity))
  const hasLines = hasLinesOnly(file)
  const hasParts = listStyledEntities(file).some((entity) => SHELL.test(entity) || FACE.test(entity))
  if (source.size > MOST_BYTES || !(hasOthers || hasParts || hasLines)) return []
  const table = new StatementTable(source)
  const order = new StyleOrder(table, source)
  return [
    ...(hasOthers ? sortStyles(table, order, source) : []),
    ...(hasLines ? removeLineStyles(table, order) : []),
    ...(hasParts ? styleBodies(table, order, () => file.numbers.takeFree(1)) : []),
  ].slice(0, MOST_SPLICES)
}

/** Whether a solid has no other style than one of lines, whose colour the engines give to its surface. */
function hasLinesOnly(file: StepFile): boolean {
  if (!file.kinds.some((entity) => OTHER_STYLE.test(entity))) return false
  const assigned = new Map<number, number>()
  for (let at = 0; at < file.assignments.length; at += 2)
    assigned.set(file.assignments.at(at), file.assignments.at(at + 1))
  for (let at = 0; at < file.stylesOfItems.length; at++) {
    const style = file.stylesOfItems.at(at)
    if (!OTHER_STYLE.test(file.entityOf(assigned.get(style) ?? style))) continue
    if (isSolid(file.entityOf(file.styledItems.at(at)))) return true
  }
  return false
}

/** Removes styled items of solids that give a colour to lines only: a pen would colour the solid, in place of its material. */
function removeLineStyles(table: StatementTable, order: StyleOrder): Splice[] {
  const splices: Splice[] = []
  for (let slot = 0; slot < table.count; slot++) {
    if (table.kindName(slot) !== ITEM) continue
    const [item = 0] = table.listReferences(slot, 0)
    if (!isSolid(kindOf(table, item)) || !order.isOfLines(table.listReferences(slot, 1))) continue
    const offset = table.begin.at(slot)
    splices.push({ offset, remove: table.end.at(slot) - offset, insert: new Uint8Array(0), both: true })
  }
  return splices
}

/** The entities of items with a style. */
export function listStyledEntities(file: StepFile): string[] {
  return Array.from({ length: file.styledItems.length }, (_, at) => file.entityOf(file.styledItems.at(at)))
}

function sortStyles(table: StatementTable, order: StyleOrder, source: ByteSource): Splice[] {
  const splices: Splice[] = []
  for (let slot = 0; slot < table.count; slot++) {
    const entity = table.kindName(slot)
    if (entity !== ITEM && entity !== ASSIGNMENT) continue
    const styles = table.listReferences(slot, entity === ITEM ? 1 : 0)
    const sorted = order.sort(styles)
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

/** Moves styles whose colour the first engine would take behind surface styles; all others keep their place. */
export class StyleOrder {
  readonly #table: StatementTable
  readonly #source: ByteSource
  /** known answers by style or assignment, which many items share */
  readonly #surfaces = new Map<number, boolean>()
  readonly #misleading = new Map<number, boolean>()

  constructor(table: StatementTable, source: ByteSource) {
    this.#table = table
    this.#source = source
  }

  /** Whether styles have a colour, and none for surfaces. */
  isOfLines(styles: number[]): boolean {
    return !styles.some((id) => this.#isSurface(id)) && styles.some((id) => this.#isMisleading(id))
  }

  sort(styles: number[]): number[] {
    if (styles.length < 2 || !styles.some((id) => this.#isSurface(id))) return styles
    const last = new Set(styles.filter((id) => !this.#isSurface(id) && this.#isMisleading(id)))
    return [...styles.filter((id) => !last.has(id)), ...last]
  }

  #isSurface(id: number): boolean {
    const known =
      this.#surfaces.get(id) ?? this.#listStyles(id).some((style) => kindOf(this.#table, style) === SURFACE)
    this.#surfaces.set(id, known)
    return known
  }

  #isMisleading(id: number): boolean {
    const known = this.#misleading.get(id) ?? this.#listStyles(id).some((style) => this.#hasColor(style))
    this.#misleading.set(id, known)
    return known
  }

  /** The styles of an assignment, or a style itself. */
  #listStyles(id: number): number[] {
    const table = this.#table
    return kindOf(table, id) === ASSIGNMENT ? table.listReferences(table.numbers.slot(id), 0) : [id]
  }

  #hasColor(id: number): boolean {
    const table = this.#table
    const entity = kindOf(table, id)
    if (!OTHER_STYLE.test(entity)) return false
    const slot = table.numbers.slot(id)
    const hasColor = [1, 3].some((argument) =>
      table.listReferences(slot, argument).some((each) => kindOf(table, each).includes('COLOUR')),
    )
    if (!hasColor || entity !== CURVE) return hasColor
    // The engine reads no colour after a width with its type: IFCCURVESTYLE($,$,IFCPOSITIVELENGTHMEASURE(25.),#1).
    return /^[^(]*\([^()]*\)\s*$/.test(readStatement(this.#source, table.begin.at(slot)) ?? '')
  }
}

function kindOf(table: StatementTable, id: number): string {
  const slot = table.numbers.slot(id)
  return slot < 0 ? '' : table.kindName(slot)
}

/** The styles by item. */
export function readItemStyles(table: StatementTable, order: StyleOrder): Map<number, number[]> {
  const stylesOf = new Map<number, number[]>()
  for (let slot = 0; slot < table.count; slot++)
    if (table.kindName(slot) === ITEM)
      for (const item of table.listReferences(slot, 0))
        stylesOf.set(item, order.sort(table.listReferences(slot, 1)))
  return stylesOf
}

/** Styled items for bodies without a style of their own. */
function styleBodies(table: StatementTable, order: StyleOrder, takeFree: () => number): Splice[] {
  const stylesOf = readItemStyles(table, order)
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
  if (!SHELL.test(kindOf(table, shell))) return undefined
  const faces = table.listReferences(table.numbers.slot(shell), 0)
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
