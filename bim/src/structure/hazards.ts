import { readGridPlacements } from '../lines/grid-placements.ts'
import { writeLoftedSolids } from '../lines/lofted-solids.ts'
import { outlineProfiles } from '../lines/outline-profiles.ts'
import { writePyramidsAsFaces } from '../lines/pyramids.ts'
import { writeSplinesAsPolylines } from '../lines/spline-polylines.ts'
import { writeSurfacesAsFaces } from '../lines/surface-items.ts'
import { type ConversionWarning, MOST_NAMED } from '../model.ts'
import type { NotShownReason } from '../not-shown.ts'
import type { ByteSource, Splice } from '../source.ts'
import type { Cursor } from '../step/cursor.ts'
import { readStatement } from '../step/read-statement.ts'
import { findCutElements } from './cut-elements.ts'
import { straightenDirectrices } from './directrices.ts'
import { isElementEntity } from './entities.ts'
import { divideByColor } from './face-colors.ts'
import { findInsideOutCuts } from './inside-out.ts'
import { readLinearPlacements, replaceLinearPlacements } from './linear-placements.ts'
import { findMappingFaults, type MappingFault } from './mapped-items.ts'
import { findMisdrawn } from './misdrawn.ts'
import { listPointsInOrder } from './point-lists.ts'
import { describeStatement, findWrongReferences } from './references.ts'
import { rewriteMisread } from './rewrites.ts'
import { rewriteStyles } from './styles.ts'
import { cutTerrainHoles } from './terrain-holes.ts'
import type { FileUnits } from './units.ts'

/** Booleans nested deeper than this overflow the geometry engine's stack (its limit is between 300 and 600). */
const DEEPEST_BOOLEAN = 250
/** Longer placement chains overflow it as well; real buildings have far shorter ones. */
const LONGEST_PLACEMENT = 500
/** Maximum number of representation items searched per element for a boolean. */
const MOST_ITEMS = 10_000

const DOLLAR = 0x24
/** depth marker of placements in the chain being followed: reaching one again means a cycle */
const WALKING = -1

/** FILE_SCHEMA names that the geometry engine accepts; it rejects all others */
const ENGINE_SCHEMAS = new Set(
  'IFC2X3 IFC2X_FINAL IFC4 IFC4X1 IFC4X2 IFC4X2SCGL IFC4X3 IFC4X3_RC1 IFC4X3_RC2 IFC4X3_RC3 IFC4X3_RC4 IFC4X3_ADD1 IFC4X3_ADD2'.split(
    ' ',
  ),
)

export interface LeftOut {
  id: number
  reason: NotShownReason
  /** for shapes that no engine may see, the warning's code */
  fault?: MappingFault
}

export interface Hazards {
  /** edits that make the file readable for the geometry engine */
  splices: Splice[]
  /** elements drawn without their shape, with the reason */
  leftOut: LeftOut[]
  /** elements that the second engine draws again */
  misdrawn: Set<number>
  /** elements whose shapes the engine cuts, see cut-elements.ts */
  cut: Set<number>
  /** solids between sections that are drawn as bodies with faces, see lofted-solids.ts */
  lofted: ReadonlySet<number>
  warnings: ConversionWarning[]
}

/**
 * Detects and repairs constructs that would crash or mislead the geometry engine: misread units, cyclic
 * placements, excessively nested booleans.
 * @param assignment entity number of the project's unit assignment
 */
export function findHazards(
  cursor: Cursor,
  source: ByteSource,
  schema: string,
  assignment: number,
  units: FileUnits,
): Hazards {
  const cut = findCutElements(cursor)
  const divided = divideByColor(source, cursor, cut)
  const lofted = writeLoftedSolids(source, cursor, units)
  const straightened = straightenDirectrices(source, cursor, units)
  const misdrawn = new Set([
    ...findMisdrawn(source, cursor, new Set([...divided.bodies, ...straightened.oriented])),
    ...findInsideOutCuts(source, cursor, cut),
  ])
  const hazards: Hazards = { splices: [], leftOut: [], misdrawn, cut, lofted: lofted.ids, warnings: [] }
  nameSchema(source, schema, hazards)
  repairUnits(cursor, source, assignment, units, hazards)
  breakPlacementLoops(cursor, source, hazards)
  leaveOutDeepBooleans(cursor, source, hazards)
  leaveOutEndlessShapes(cursor, source, hazards)
  uniteProjects(cursor, source, assignment, hazards)
  markWrongReferences(cursor, hazards)
  placeLocally(cursor, source, units, hazards)
  for (const splices of [
    rewriteMisread(source, cursor),
    rewriteStyles(source, cursor),
    divided.splices,
    numberPoints(cursor, source, hazards),
    outlineProfiles(source, cursor, units),
    writeSurfacesAsFaces(source, cursor, units),
    writePyramidsAsFaces(source, cursor),
    writeSplinesAsPolylines(source, cursor, units),
    straightened.splices,
    lofted.splices,
    cutTerrainHoles(source, cursor),
  ])
    for (const splice of splices) hazards.splices.push(splice)
  return hazards
}

function numberPoints(cursor: Cursor, source: ByteSource, hazards: Hazards): Splice[] {
  const { splices, unread } = listPointsInOrder(source, cursor)
  if (unread.length > 0) {
    const message = 'Some shapes number their points in a way that could not be evaluated; they may be wrong.'
    const which = unread.slice(0, MOST_NAMED).map((id) => describeStatement(cursor, id))
    hazards.warnings.push({ code: 'POINT_NUMBERS', message, count: unread.length, which })
  }
  return splices
}

/** Distance in the file's unit up to which two places are the same. */
const SAME_PLACE_M = 0.01

/**
 * Replaces placements along alignments, on which the engines disagree most (docs/engine-differences.md), and placements on
 * grids, which they ignore, with local placements. Warns about placements that cannot be evaluated or that contradict the
 * location stated in the file.
 */
function placeLocally(cursor: Cursor, source: ByteSource, units: FileUnits, hazards: Hazards): void {
  const { file } = cursor
  const ids = new Set([...file.slotsOf('IFCLINEARPLACEMENT')].map((slot) => file.id.at(slot)))
  const linear = readLinearPlacements(source, ids)
  const onGrids = readGridPlacements(source, cursor, units)
  const splices = replaceLinearPlacements(source, cursor, [...linear, ...onGrids])
  for (const splice of splices) hazards.splices.push({ ...splice, both: true })
  const doubtful = linear.filter(({ evaluated, stated }) => {
    if (!evaluated || !stated) return !evaluated && !stated
    const [dx, dy, dz] = evaluated.point.map((part, axis) => part - (stated.point[axis] ?? 0))
    return Math.hypot(dx ?? 0, dy ?? 0, dz ?? 0) * units.metres > SAME_PLACE_M
  })
  const unplaced = onGrids.filter(({ evaluated }) => !evaluated)
  for (const [code, placements, message] of [
    [
      'LINEAR_PLACEMENT',
      doubtful,
      'Some elements are placed along an alignment that could not be evaluated or contradicts their stated position; check them.',
    ],
    [
      'GRID_PLACEMENT',
      unplaced,
      'Some elements are placed at axes of a grid that could not be evaluated; they may be in the wrong position.',
    ],
  ] as const) {
    if (placements.length === 0) continue
    const which = placements.slice(0, MOST_NAMED).map(({ id }) => describeStatement(cursor, id))
    hazards.warnings.push({ code, message, count: placements.length, which })
  }
}

/**
 * Replaces the schema names of addenda, which the engine does not recognise although it can read the files, and other spellings of
 * names.
 */
function nameSchema(source: ByteSource, schema: string, hazards: Hazards): void {
  const text = new TextDecoder('latin1').decode(source.read(0, 1 << 20))
  const found = /FILE_SCHEMA\s*\(\s*\(([^()]*)\)/i.exec(text)
  const known = ENGINE_SCHEMAS.has(schema) ? schema : /^IFC(2X3|4X3|4)/.exec(schema)?.[0]
  const written = found?.[1] ?? ''
  if (!found || !known || written.trim() === `'${known}'`) return
  const offset = found.index + found[0].length - 1 - written.length
  hazards.splices.push({ offset, remove: written.length, insert: new TextEncoder().encode(`'${known}'`) })
}

/**
 * Removes surplus length units, and adds the missing measure type:
 * IFCMEASUREWITHUNIT(IFCRATIOMEASURE(0.3048),#19).
 */
function repairUnits(
  cursor: Cursor,
  source: ByteSource,
  assignment: number,
  units: FileUnits,
  hazards: Hazards,
): void {
  const encoder = new TextEncoder()
  const before = hazards.splices.length
  for (const slot of cursor.file.slotsOf('IFCMEASUREWITHUNIT')) {
    const value = cursor.open(slot).value()
    if (value?.type !== '' || value.number === null) continue
    const splice = replaceFirst(
      source,
      cursor.file.offset.at(slot),
      encoder.encode(`IFCRATIOMEASURE(${value.text})`),
    )
    if (splice) hazards.splices.push(splice)
  }
  const surplus = new Set(units.otherLengthUnits)
  const slot = cursor.slot(assignment)
  if (surplus.size > 0 && slot >= 0) {
    const kept = cursor
      .open(slot)
      .refs()
      .filter((unit) => !surplus.has(unit))
    const list = encoder.encode(`IFCUNITASSIGNMENT((${kept.map((unit) => `#${unit}`).join(',')}))`)
    const offset = cursor.file.offset.at(slot)
    const text = readStatement(source, offset) ?? ''
    const start = text.indexOf('=') + 1
    if (start > 0) hazards.splices.push({ offset: offset + start, remove: text.length - start, insert: list })
  }
  const repaired = hazards.splices.length - before + Number(units.lengthUnit === 0)
  if (repaired === 0) return
  const message = `The file declares its units incompletely; lengths were read in ${units.lengthName}.`
  hazards.warnings.push({ code: 'UNIT', message, count: repaired })
}

/** Detaches placements from their parent when they are part of a cycle or of an excessively long chain. */
function breakPlacementLoops(cursor: Cursor, source: ByteSource, hazards: Hazards): void {
  // 0: not visited yet.
  const depth = new Int32Array(cursor.file.id.length)
  let broken = 0
  const standAlone = (slot: number) => {
    const splice = replaceFirst(source, cursor.file.offset.at(slot), Uint8Array.of(DOLLAR))
    if (splice) hazards.splices.push(splice)
    broken++
  }
  for (const start of cursor.file.slotsOf('IFCLOCALPLACEMENT')) {
    const chain: number[] = []
    let at = start
    while (at >= 0 && depth[at] === 0) {
      depth[at] = WALKING
      chain.push(at)
      at = cursor.slot(cursor.open(at).ref())
    }
    let below = at < 0 ? 0 : (depth[at] ?? 0)
    const last = chain.at(-1)
    if (below === WALKING && last !== undefined) {
      standAlone(last)
      below = 0
    }
    for (const slot of chain.reverse()) {
      if (++below > LONGEST_PLACEMENT) {
        standAlone(slot)
        below = 1
      }
      depth[slot] = below
    }
  }
  if (broken === 0) return
  const message = 'Some placements refer to themselves; the affected elements may be in the wrong position.'
  hazards.warnings.push({ code: 'PLACEMENT_LOOP', message, count: broken })
}

/** Builds the splice that replaces a statement's first argument, which must not be a string or list. */
function replaceFirst(source: ByteSource, offset: number, insert: Uint8Array): Splice | null {
  const text = readStatement(source, offset) ?? ''
  const open = text.indexOf('(')
  const comma = text.indexOf(',', open)
  return open < 0 || comma < 0 ? null : { offset: offset + open + 1, remove: comma - open - 1, insert }
}

function leaveOutDeepBooleans(cursor: Cursor, source: ByteSource, hazards: Hazards): void {
  const deep = deepBooleans(cursor)
  if (deep.size === 0) return
  for (let slot = 0; slot < cursor.file.id.length; slot++) {
    if (!isElementEntity(cursor.file.kindName(slot))) continue
    const representation = cursor.open(slot).skip(6).ref()
    if (representation === 0 || !usesAny(cursor, representation, deep)) continue
    const splice = removeRepresentation(source, cursor.file.offset.at(slot), representation)
    if (!splice) continue
    hazards.splices.push(splice)
    hazards.leftOut.push({
      id: cursor.file.id.at(slot),
      reason: 'NESTED_CUTS',
    })
  }
}

function leaveOutEndlessShapes(cursor: Cursor, source: ByteSource, hazards: Hazards): void {
  for (const { slot, fault } of findMappingFaults(cursor)) {
    const representation = cursor.open(slot).skip(6).ref()
    const splice = removeRepresentation(source, cursor.file.offset.at(slot), representation)
    if (splice) hazards.splices.push(splice)
    hazards.leftOut.push({ id: cursor.file.id.at(slot), reason: fault, fault })
  }
}

/**
 * Sets the units of all projects in a file to those of the first, which our reader uses: the engine may use those of
 * another, and a wall of 5 m would be drawn 5 km long.
 */
function uniteProjects(cursor: Cursor, source: ByteSource, assignment: number, hazards: Hazards): void {
  const [, ...others] = cursor.file.slotsOf('IFCPROJECT')
  if (others.length === 0) return
  for (const slot of others) {
    const offset = cursor.file.offset.at(slot)
    const last = /,\s*(#\d+|\$)\s*\)\s*$/.exec(readStatement(source, offset) ?? '')
    if (!last?.[1] || assignment === 0) continue
    const at = offset + last.index + last[0].indexOf(last[1])
    hazards.splices.push({
      offset: at,
      remove: last[1].length,
      insert: new TextEncoder().encode(`#${assignment}`),
      both: true,
    })
  }
  const message = 'The file contains several projects; the units and the location of the first one are used.'
  const which = others.slice(0, MOST_NAMED).map((slot) => describeStatement(cursor, cursor.file.id.at(slot)))
  hazards.warnings.push({ code: 'SEVERAL_PROJECTS', message, count: others.length + 1, which })
}

function markWrongReferences(cursor: Cursor, hazards: Hazards): void {
  const wrong = findWrongReferences(cursor)
  if (wrong.length === 0) return
  const message =
    'Some statements refer to an object of the wrong kind, or to none; what they say is incomplete or misplaced.'
  const which = wrong.slice(0, MOST_NAMED).map((id) => describeStatement(cursor, id))
  hazards.warnings.push({ code: 'WRONG_REFERENCE', message, count: wrong.length, which })
}

/** Entity numbers of booleans that are nested too deep or contain themselves. */
function deepBooleans(cursor: Cursor): Set<number> {
  const deep = new Set<number>()
  const depth = new Map<number, number>()
  const operands = (slot: number) =>
    [cursor.open(slot).skip(1).ref(), cursor.ref()].map((id) => cursor.slot(id))
  for (const kind of ['IFCBOOLEANRESULT', 'IFCBOOLEANCLIPPINGRESULT']) {
    for (const start of cursor.file.slotsOf(kind)) {
      const stack = [start]
      while (stack.length > 0) {
        const slot = stack.at(-1) ?? -1
        const below = operands(slot).filter((each) => each >= 0 && isBoolean(cursor, each))
        const open = depth.has(slot) ? [] : below.filter((each) => !depth.has(each))
        if (!depth.has(slot)) depth.set(slot, Number.POSITIVE_INFINITY)
        if (open.length > 0) {
          stack.push(...open)
          continue
        }
        stack.pop()
        depth.set(slot, 1 + Math.max(0, ...below.map((each) => depth.get(each) ?? 0)))
        if ((depth.get(slot) ?? 0) > DEEPEST_BOOLEAN) deep.add(cursor.file.id.at(slot))
      }
    }
  }
  return deep
}

function isBoolean(cursor: Cursor, slot: number): boolean {
  const entity = cursor.file.kindName(slot)
  return entity === 'IFCBOOLEANRESULT' || entity === 'IFCBOOLEANCLIPPINGRESULT'
}

/** Whether the items of a product's representations include any of the entities. */
function usesAny(cursor: Cursor, definition: number, wanted: Set<number>): boolean {
  let budget = MOST_ITEMS
  const representations = cursor.openId(definition) ? cursor.skip(2).refs() : []
  for (const representation of representations) {
    const items = cursor.openId(representation) ? cursor.skip(3).refs() : []
    for (const item of items) {
      if (budget-- <= 0) return true
      if (wanted.has(item)) return true
    }
  }
  return false
}

/** Builds the splice that removes the representation of a product. */
export function removeRepresentation(
  source: ByteSource,
  offset: number,
  representation: number,
): Splice | null {
  const found = new RegExp(`,\\s*(#${representation})\\s*[,)]`).exec(readStatement(source, offset) ?? '')
  if (!found?.[1]) return null
  const at = found.index + found[0].indexOf('#')
  return { offset: offset + at, remove: found[1].length, insert: Uint8Array.of(DOLLAR) }
}
