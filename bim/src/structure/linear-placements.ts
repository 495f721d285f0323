import { type ByteSource, createByteSource, type Splice } from '../source.ts'
import { Cursor } from '../step/cursor.ts'
import { extractProducts } from '../step/extract-products.ts'
import { readStatement } from '../step/read-statement.ts'
import { scanStep } from '../step/scan.ts'
import { AlignmentCurve, cross, type Directrix, type Vector } from './alignment-curve.ts'

/** A place relative to another placement: the point, and the directions of X and Z. */
export interface LinearPlace {
  point: Vector
  x: Vector
  z: Vector
}

/** A placement along an alignment, as far as it can be evaluated. */
export interface LinearPlacement {
  id: number
  /** placement that it is relative to, 0 for the world */
  parent: number
  /** where the alignment puts it; null when its curve is of an unknown kind */
  evaluated: LinearPlace | null
  /** the location stated in the file; null without one */
  stated: LinearPlace | null
}

/** Evaluates placements along alignments. Reads an excerpt of the file, since the scan keeps no curves. */
export function readLinearPlacements(source: ByteSource, ids: ReadonlySet<number>): LinearPlacement[] {
  if (ids.size === 0) return []
  const excerpt = createByteSource(extractProducts(source, ids))
  const cursor = new Cursor(scanStep(excerpt, () => true).file)
  const curves = new Map<number, Directrix | null>()
  return [...ids].map((id) => readLinearPlacement(cursor, id, curves))
}

/** @param curves the curves read so far, by entity number */
export function readLinearPlacement(
  cursor: Cursor,
  id: number,
  curves: Map<number, Directrix | null>,
): LinearPlacement {
  const refs: number[] = []
  // The candidates of IFC4x3 have other attributes, but of the same entities.
  if (cursor.openId(id)) while (!cursor.done) refs.push(cursor.ref())
  const first = (entity: RegExp) => refs.find((ref) => entity.test(cursor.file.entityOf(ref))) ?? 0
  const stated = first(/^IFCAXIS2PLACEMENT3D$/)
  return {
    id,
    parent: first(/^IFC\w+PLACEMENT$/),
    evaluated: evaluate(cursor, first(/^IFCAXIS2PLACEMENTLINEAR$/), curves),
    stated: stated > 0 ? readStated(cursor, stated) : null,
  }
}

function readStated(cursor: Cursor, placement: number): LinearPlace | null {
  if (!cursor.openId(placement)) return null
  const [location, axis, direction] = [cursor.ref(), cursor.ref(), cursor.ref()]
  if (!cursor.openId(location)) return null
  const point = toVector(cursor.numbers())
  const z = readDirection(cursor, axis) ?? [0, 0, 1]
  return { point, z, x: readDirection(cursor, direction) ?? [1, 0, 0] }
}

function evaluate(
  cursor: Cursor,
  placement: number,
  curves: Map<number, Directrix | null>,
): LinearPlace | null {
  if (!cursor.openId(placement)) return null
  const [location, axis, direction] = [cursor.ref(), cursor.ref(), cursor.ref()]
  if (cursor.file.entityOf(location) !== 'IFCPOINTBYDISTANCEEXPRESSION' || !cursor.openId(location))
    return null
  const distance = cursor.number()
  const [lateral, vertical, longitudinal] = [cursor.number() ?? 0, cursor.number() ?? 0, cursor.number() ?? 0]
  const basis = cursor.ref()
  if (!curves.has(basis)) curves.set(basis, AlignmentCurve.read(cursor, basis))
  const curve = curves.get(basis)
  if (!curve || distance === null) return null
  const { point, along, left, up } = curve.frameAt(distance)
  const place = [0, 1, 2].map(
    (at) =>
      (point[at] ?? 0) +
      lateral * (left[at] ?? 0) +
      vertical * (at === 2 ? 1 : 0) +
      longitudinal * (along[at] ?? 0),
  ) as Vector
  // Stated directions are in the curve's own coordinate system; others follow the curve.
  return { point: place, x: readDirection(cursor, direction) ?? along, z: readDirection(cursor, axis) ?? up }
}

function readDirection(cursor: Cursor, id: number): Vector | null {
  if (!cursor.openId(id)) return null
  const direction = toVector(cursor.numbers())
  return Math.hypot(...direction) > 0 ? direction : null
}

const toVector = ([x = 0, y = 0, z = 0]: number[]): Vector => [x, y, z]

/**
 * The edits that turn placements along alignments into local ones, which every geometry engine understands alike.
 */
export function replaceLinearPlacements(
  source: ByteSource,
  cursor: Cursor,
  placements: LinearPlacement[],
): Splice[] {
  const splices: Splice[] = []
  for (const { id, parent, evaluated, stated } of placements) {
    const place = stated ?? evaluated
    const slot = cursor.slot(id)
    const offset = slot < 0 ? -1 : cursor.file.offset.at(slot)
    const statement = offset < 0 ? null : readStatement(source, offset)
    if (!place || statement === null) continue
    const axes = cursor.file.numbers.takeFree(4)
    const [point, z, x] = [axes + 1, axes + 2, axes + 3]
    const text = [
      `#${id}=IFCLOCALPLACEMENT(${parent > 0 ? `#${parent}` : '$'},#${axes})`,
      `#${axes}=IFCAXIS2PLACEMENT3D(#${point},#${z},#${x})`,
      `#${point}=IFCCARTESIANPOINT(${formatVector(place.point)})`,
      `#${z}=IFCDIRECTION(${formatVector(perpendicular(place.z, place.x))})`,
      `#${x}=IFCDIRECTION(${formatVector(place.x)})`,
    ].join(';')
    splices.push({ offset, remove: statement.length, insert: new TextEncoder().encode(text) })
  }
  return splices
}

/** The part of `z` at right angles to `x`. */
function perpendicular(z: Vector, x: Vector): Vector {
  const up = cross(x, cross(z, x))
  return Math.hypot(...up) > 1e-9 ? up : z
}

/** Numbers as a list of STEP. */
export function formatVector(vector: readonly number[]): string {
  const parts = vector.map((part) => {
    const text = String(part).toUpperCase()
    return text.includes('.') ? text : text.includes('E') ? text.replace('E', '.E') : `${text}.`
  })
  return `(${parts.join()})`
}
