import type { Cursor } from '../step/cursor.ts'
import type { Vector } from '../structure/alignment-curve.ts'
import type { CurveReader, Polyline } from './curves.ts'
import { IDENTITY, type Matrix, multiply, transform } from './matrix.ts'
import { readAxes, readOperator, readPoint } from './placements.ts'

/** Maximum depth of mapped items and sets in each other, and the most items of one product. */
const DEEPEST = 16
const MOST_ITEMS = 20_000
/** Most points of the curves of one product. */
const MOST_POINTS = 500_000

interface ProductLines {
  lines: { points: Polyline; isFootprint: boolean }[]
  texts: { text: string; point: Vector }[]
  /** entity numbers of the curves of alignments */
  alignments: number[]
  /** false when an item is of an unknown kind */
  isWhole: boolean
}

/** Representations that are never shown, and those that repeat another representation in a different view. */
const NEVER = /^(box|clearance|lighting|reference|cog|profile)$/
/** Items that are not lines and have no place among them. */
const PASSED =
  /^IFC(STYLEDITEM|\w*LIGHTSOURCE\w*|BOUNDINGBOX|\w*PLANE|PLANARBOX|\w*HALFSPACE\w*|DIRECTION|\w*PLACEMENT\w*|VECTOR|\w*SURFACE\w*|SECTIONEDSPINE|\w*SOLIDTAPERED|\w*FACE|\w*LOOP|\w*VERTEX\w*)$/

/** Items of a topology, which structural analysis draws its members with. */
const TOPOLOGY =
  /^IFC(VERTEXPOINT|EDGE|EDGECURVE|ORIENTEDEDGE|EDGELOOP|POLYLOOP|FACE(SURFACE|BOUND|OUTERBOUND)?)$/

/** Reads the lines and texts of a product's representations, in the product's coordinates. */
export class ItemReader {
  readonly #cursor: Cursor
  readonly #curves: CurveReader
  /** half the size of the mark of a point */
  readonly #mark: number
  #found: ProductLines = { lines: [], texts: [], alignments: [], isWhole: true }
  #items = 0
  #points = 0
  #isFootprint = false
  #hasTopology = false

  constructor(cursor: Cursor, curves: CurveReader, mark: number) {
    this.#cursor = cursor
    this.#curves = curves
    this.#mark = mark
  }

  /**
   * Reads the axis of a product, which replaces its footprint; without an axis, reads all its representations.
   * @param hasTopology whether vertices, edges and faces are the shape, as in structural analysis
   */
  ofDefinition(definition: number, hasTopology = false): ProductLines {
    const cursor = this.#cursor
    this.#found = { lines: [], texts: [], alignments: [], isWhole: true }
    this.#items = 0
    this.#points = 0
    this.#hasTopology = hasTopology
    const all = (cursor.openId(definition) ? cursor.skip(2).refs() : []).map((id) => ({
      id,
      name: cursor.openId(id) ? cursor.skip(1).string().toLowerCase() : '',
    }))
    const shown = all.filter(({ name }) => !NEVER.test(name))
    const axes = shown.filter(({ name }) => name === 'axis')
    for (const { id, name } of axes.length > 0 ? axes : shown) {
      this.#isFootprint = name === 'footprint'
      this.#representation(id, IDENTITY, 0)
    }
    return this.#found
  }

  #representation(id: number, matrix: Matrix, depth: number): void {
    const items = this.#cursor.openId(id) ? this.#cursor.skip(3).refs() : []
    for (const item of items) this.#item(item, matrix, depth)
  }

  #item(id: number, matrix: Matrix, depth: number): void {
    const cursor = this.#cursor
    const entity = cursor.file.entityOf(id)
    if (depth > DEEPEST || ++this.#items > MOST_ITEMS || !cursor.openId(id)) {
      this.#found.isWhole = false
      return
    }
    if (this.#hasTopology && TOPOLOGY.test(entity)) this.#topology(id, entity, matrix, depth)
    else if (entity === 'IFCMAPPEDITEM') this.#mapped(matrix, depth)
    else if (/^IFCGEOMETRIC(CURVE)?SET$/.test(entity) || entity === 'IFCANNOTATIONFILLAREA') {
      // Both arguments of a filled area, the outer border and the inner ones, are curves.
      const refs = cursor.refs()
      const inner = entity === 'IFCANNOTATIONFILLAREA' ? cursor.refs() : []
      for (const each of [...refs, ...inner]) this.#item(each, matrix, depth + 1)
    } else if (/^IFCANNOTATION\w+OCCURRENCE$/.test(entity)) this.#item(cursor.ref(), matrix, depth + 1)
    else if (entity.startsWith('IFCTEXTLITERAL')) this.#text(matrix)
    else if (entity === 'IFCCARTESIANPOINT') this.#point(id, matrix)
    else if (!PASSED.test(entity)) this.#curve(id, entity, matrix)
  }

  #mapped(matrix: Matrix, depth: number): void {
    const cursor = this.#cursor
    const [map, target] = [cursor.ref(), cursor.ref()]
    if (!cursor.openId(map)) return
    const [origin, representation] = [cursor.ref(), cursor.ref()]
    const inner = multiply(readOperator(cursor, target), readAxes(cursor, origin) ?? IDENTITY)
    this.#representation(representation, multiply(matrix, inner), depth + 1)
  }

  /** Draws the edges of a topology, straight from vertex to vertex unless they follow a curve that has ends. */
  #topology(id: number, entity: string, matrix: Matrix, depth: number): void {
    const cursor = this.#cursor
    if (entity === 'IFCVERTEXPOINT') this.#point(cursor.ref(), matrix)
    else if (entity === 'IFCPOLYLOOP') {
      const points = cursor.refs().map((each) => readPoint(cursor, each))
      this.#line([...points, points[0] ?? null], matrix)
    } else if (entity === 'IFCORIENTEDEDGE') this.#item(cursor.skip(2).ref(), matrix, depth + 1)
    else if (entity === 'IFCEDGE' || entity === 'IFCEDGECURVE') {
      const ends = [cursor.ref(), cursor.ref()]
      const curve = entity === 'IFCEDGECURVE' ? cursor.ref() : 0
      if (/^IFC(LINE|CIRCLE|ELLIPSE|)$/.test(cursor.file.entityOf(curve) || 'IFC'))
        this.#line(
          ends.map((end) => (cursor.openId(end) ? readPoint(cursor, cursor.ref()) : null)),
          matrix,
        )
      else this.#curve(curve, cursor.file.entityOf(curve), matrix)
    } else for (const part of cursor.openId(id) ? cursor.refs() : []) this.#item(part, matrix, depth + 1)
  }

  #line(points: (Vector | null)[], matrix: Matrix): void {
    const known = points.filter((point) => point !== null)
    if (known.length < Math.max(2, points.length)) this.#found.isWhole = false
    else
      this.#found.lines.push({
        points: known.map((point) => transform(matrix, point)),
        isFootprint: false,
      })
  }

  #text(matrix: Matrix): void {
    const cursor = this.#cursor
    const text = cursor.string().trim()
    const axes = readAxes(cursor, cursor.ref())
    if (text !== '' && axes)
      this.#found.texts.push({
        text: text.slice(0, 200),
        point: transform(multiply(matrix, axes), [0, 0, 0]),
      })
  }

  #point(id: number, matrix: Matrix): void {
    const at = readPoint(this.#cursor, id)
    if (!at) return
    for (const axis of [0, 1, 2]) {
      const end = (sign: number) =>
        transform(matrix, at.map((part, own) => part + (own === axis ? sign * this.#mark : 0)) as Vector)
      this.#found.lines.push({ points: [end(-1), end(1)], isFootprint: false })
    }
  }

  #curve(id: number, entity: string, matrix: Matrix): void {
    const line = this.#points < MOST_POINTS ? this.#curves.read(id) : null
    this.#points += line?.length ?? 0
    if (!line) {
      this.#found.isWhole = false
      return
    }
    if (/^IFC(GRADIENTCURVE|SEGMENTEDREFERENCECURVE|COMPOSITECURVE)$/.test(entity))
      this.#found.alignments.push(id)
    const points = line.map((point) => transform(matrix, point))
    this.#found.lines.push({ points, isFootprint: this.#isFootprint })
  }
}
