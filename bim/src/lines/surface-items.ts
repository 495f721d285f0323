import { type ByteSource, createByteSource, type Splice } from '../source.ts'
import { Cursor } from '../step/cursor.ts'
import { extractClosures } from '../step/extract-products.ts'
import { scanStep } from '../step/scan.ts'
import { StatementTable } from '../step/statement-table.ts'
import type { Vector } from '../structure/alignment-curve.ts'
import { isDrawnSurface, isPlanName, RepresentationKinds, ShapeState } from '../structure/bodies.ts'
import { formatVector } from '../structure/linear-placements.ts'
import { CurveReader, type Polyline } from './curves.ts'
import { IDENTITY, type Matrix, transform } from './matrix.ts'
import { readAxes, readPoint } from './placements.ts'

/**
 * Number of surfaces whose statements are in memory at the same time; and the limit on points of all curves read for them,
 * because thousands of surfaces may share one curve.
 */
const BATCH = 1000
const MOST_POINTS = 500_000

const SURFACE = /^IFC(CURVEBOUNDED(PLANE|SURFACE)|RECTANGULARTRIMMEDSURFACE|SURFACEOFLINEAREXTRUSION)$/

/** A face as its outer border, followed by the borders of its holes. */
type Face = Vector[][]

/**
 * Writes bounded planes and extruded curves that are shapes of elements as faces, because neither engine draws these
 * surfaces. Other uses of the same entities, such as space boundaries, stay unchanged.
 */
export function writeSurfacesAsFaces(
  source: ByteSource,
  cursor: Cursor,
  { metres, radians }: { metres: number; radians: number },
): Splice[] {
  const ids = findSurfaceItems(cursor)
  if (ids.size === 0) return []
  const table = new StatementTable(source)
  const splices: Splice[] = []
  let left = MOST_POINTS
  for (const part of extractClosures(source, [...ids], BATCH)) {
    const own = new Cursor(scanStep(createByteSource(part.bytes), () => true).file)
    const reader = new SurfaceReader(own, new CurveReader(own, metres, radians))
    for (const id of part.ids) {
      const faces = reader.read(id)
      const slot = table.numbers.slot(id)
      left -= reader.takePoints()
      if (left < 0) return splices
      if (faces.length === 0 || slot < 0) continue
      const text = formatFaces(id, faces, (count) => cursor.file.numbers.takeFree(count))
      const offset = table.begin.at(slot)
      const remove = table.end.at(slot) - offset
      splices.push({ offset, remove, insert: new TextEncoder().encode(text), both: true })
    }
  }
  return splices
}

/** The surfaces of bodies, and of elements without a body. */
function findSurfaceItems(cursor: Cursor): Set<number> {
  const { file } = cursor
  const ids = new Set<number>()
  if (!file.kinds.some((entity) => SURFACE.test(entity))) return ids
  const surfacesOf = new Map<number, number[]>()
  for (const slot of file.slotsOf('IFCSHAPEREPRESENTATION')) {
    const name = cursor.open(slot).skip(1).string().toLowerCase()
    const items = cursor.skip(1).refs()
    const surfaces = items.filter((item) => isSurface(cursor, item))
    if (surfaces.length === 0 || isPlanName(name)) continue
    if (name === 'body') for (const id of surfaces) ids.add(id)
    else surfacesOf.set(file.id.at(slot), surfaces)
  }
  if (surfacesOf.size === 0) return ids
  const kinds = new RepresentationKinds(cursor)
  const besideBodies: number[] = []
  for (const slot of file.slotsOf('IFCPRODUCTDEFINITIONSHAPE')) {
    const representations = cursor.open(slot).skip(2).refs()
    const surfaces = representations.flatMap((id) => surfacesOf.get(id) ?? [])
    if (surfaces.length === 0) continue
    const hasSolid = representations.some((id) => kinds.stateOf(id) === ShapeState.body)
    for (const id of surfaces) {
      if (hasSolid) besideBodies.push(id)
      else ids.add(id)
    }
  }
  for (const id of besideBodies) ids.delete(id)
  return ids
}

/** Whether an item is a surface that may be written as faces, or a set with one. */
function isSurface(cursor: Cursor, item: number): boolean {
  const { file } = cursor
  const entity = file.entityOf(item)
  if (entity !== 'IFCGEOMETRICSET') return SURFACE.test(entity)
  const parts = cursor.openId(item) ? cursor.refs() : []
  return parts.some((part) => SURFACE.test(file.entityOf(part)))
}

class SurfaceReader {
  readonly #cursor: Cursor
  readonly #curves: CurveReader
  #points = 0

  constructor(cursor: Cursor, curves: CurveReader) {
    this.#cursor = cursor
    this.#curves = curves
  }

  /** Number of points of curves that were read since the last call. */
  takePoints(): number {
    const points = this.#points
    this.#points = 0
    return points
  }

  #readCurve(id: number): Polyline {
    const line = this.#curves.read(id) ?? []
    this.#points += line.length
    return line
  }

  /** The faces of a surface; none if it has no border, or is not a plane or an extruded curve. */
  read(id: number): Face[] {
    const entity = this.#cursor.file.entityOf(id)
    if (!this.#cursor.openId(id)) return []
    if (entity === 'IFCGEOMETRICSET') return this.#readSet()
    if (entity === 'IFCCURVEBOUNDEDPLANE') return this.#readBounded()
    if (entity === 'IFCCURVEBOUNDEDSURFACE') return this.#readBoundedSurface()
    return entity === 'IFCRECTANGULARTRIMMEDSURFACE' ? this.#readTrimmed() : this.#readExtruded()
  }

  #readBounded(): Face[] {
    const cursor = this.#cursor
    const [surface, outer, inner] = [cursor.ref(), cursor.ref(), cursor.refs()]
    const plane = this.#readPlane(surface)
    const borders = [outer, ...inner].map((curve) => dropLast(this.#readCurve(curve)))
    if (!plane || borders.some((border) => border.length < 3)) return []
    return [borders.map((border) => border.map((point) => transform(plane, point)))]
  }

  /** The faces of all surfaces of a set; none if any of them cannot be drawn. */
  #readSet(): Face[] {
    const { file } = this.#cursor
    const surfaces = this.#cursor.refs().filter((part) => isDrawnSurface(file.entityOf(part)))
    const faces = surfaces.map((surface) => this.read(surface))
    return faces.every((each) => each.length > 0) ? faces.flat() : []
  }

  /** A surface bounded by curves in space; a border that is not marked as the outer one is a hole. */
  #readBoundedSurface(): Face[] {
    const cursor = this.#cursor
    const [surface, borders] = [cursor.ref(), cursor.refs()]
    if (!this.#readPlane(surface)) return []
    const isOuter = (curve: number) => Number(cursor.file.entityOf(curve) === 'IFCOUTERBOUNDARYCURVE')
    const lines = borders
      .toSorted((one, other) => isOuter(other) - isOuter(one))
      .map((curve) => dropRepeated(this.#readCurve(curve)))
    return lines.length > 0 && lines.every((line) => line.length > 2) ? [lines] : []
  }

  #readTrimmed(): Face[] {
    const cursor = this.#cursor
    const surface = cursor.ref()
    const [u1, v1, u2, v2] = [cursor.number(), cursor.number(), cursor.number(), cursor.number()]
    const plane = this.#readPlane(surface)
    if (!plane || u1 === null || v1 === null || u2 === null || v2 === null) return []
    const corners: Vector[] = [
      [u1, v1, 0],
      [u2, v1, 0],
      [u2, v2, 0],
      [u1, v2, 0],
    ]
    return [[corners.map((corner) => transform(plane, corner))]]
  }

  #readExtruded(): Face[] {
    const cursor = this.#cursor
    const [profile, position, direction] = [cursor.ref(), cursor.ref(), cursor.ref()]
    const depth = cursor.number() ?? 0
    const curve = cursor.openId(profile) ? cursor.skip(2).ref() : 0
    const line = this.#readCurve(curve)
    const matrix = readAxes(cursor, position) ?? IDENTITY
    const way = readPoint(cursor, direction) ?? [0, 0, 0]
    const length = Math.hypot(...way)
    if (!(length * depth > 0)) return []
    const raise = ([x, y, z]: Vector): Vector => {
      const by = depth / length
      return transform(matrix, [x + way[0] * by, y + way[1] * by, z + way[2] * by])
    }
    const faces: Face[] = []
    for (const [at, to] of line.entries()) {
      const from = line[at - 1]
      if (from) faces.push([[transform(matrix, from), transform(matrix, to), raise(to), raise(from)]])
    }
    return faces
  }

  #readPlane(id: number): Matrix | null {
    const cursor = this.#cursor
    if (cursor.file.entityOf(id) !== 'IFCPLANE' || !cursor.openId(id)) return null
    return readAxes(cursor, cursor.ref())
  }
}

/** A closed line without its last point, which is the first one. */
function dropLast(line: Polyline): Polyline {
  const [first, last] = [line[0], line.at(-1)]
  const isClosed = first && last && first.every((part, axis) => Math.abs(part - (last[axis] ?? 0)) < 1e-9)
  return isClosed ? line.slice(0, -1) : line
}

/** A closed line without points that follow each other in the same place, as segments have them at their ends. */
const dropRepeated = (line: Polyline): Polyline =>
  dropLast(line).filter(
    (point, at, all) =>
      at === 0 || point.some((part, axis) => Math.abs(part - (all[at - 1]?.[axis] ?? 0)) > 1e-9),
  )

function formatFaces(id: number, faces: Face[], takeFree: (count: number) => number): string {
  const statements: string[] = []
  const write = (text: string) => {
    const own = `#${takeFree(1)}`
    statements.push(`${own}=${text};`)
    return own
  }
  const list = faces.map((borders) => {
    const bounds = borders.map((border, at) => {
      const points = border.map((point) => write(`IFCCARTESIANPOINT(${formatVector(point)})`))
      const loop = write(`IFCPOLYLOOP((${points.join()}))`)
      return write(`IFCFACE${at === 0 ? 'OUTER' : ''}BOUND(${loop},.T.)`)
    })
    return write(`IFCFACE((${bounds.join()}))`)
  })
  const set = write(`IFCCONNECTEDFACESET((${list.join()}))`)
  return `#${id}=IFCFACEBASEDSURFACEMODEL((${set}));${statements.join('')}`
}
