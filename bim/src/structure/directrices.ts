import { type ByteSource, createByteSource, type Splice } from '../source.ts'
import { Cursor } from '../step/cursor.ts'
import { extractProducts } from '../step/extract-products.ts'
import { scanStep } from '../step/scan.ts'
import { StatementTable } from '../step/statement-table.ts'
import { AlignmentCurve, type Vector } from './alignment-curve.ts'
import { formatVector } from './linear-placements.ts'

/** Files of more bytes are left to the engines: the table of all their statements would not fit into memory. */
const MOST_BYTES = 512_000_000
/** Distance between a curve and the polyline that is drawn for it. */
const TOLERANCE_M = 0.002
/** Most halvings of a segment, and most points of one curve. */
const DEEPEST = 12
const MOST_POINTS = 20_000

const SWEPT = /^IFC(SECTIONED(SOLIDHORIZONTAL|SURFACE)|FIXEDREFERENCESWEPTAREASOLID|SWEPTDISKSOLID)$/
/** Without a first and a last parameter, which are those of the curve as it is. */
const WHOLE = /,\s*\$\s*,\s*\$\s*(,\s*#\d+\s*)?\)\s*;/
const CURVE = /^IFC(GRADIENTCURVE|SEGMENTEDREFERENCECURVE|COMPOSITECURVE|CURVESEGMENT)$/

interface CurvePoint {
  /** distance along the horizontal curve */
  at: number
  /** length of the polyline up to the point */
  length: number
  point: Vector
}

/**
 * The edits that write the curves of alignments along which sections are placed or swept as polylines in space, and the
 * distances of the sections along these. The first engine turns the arcs of such curves wrongly, the second one leaves their heights out.
 */
export function straightenDirectrices(source: ByteSource, { file }: Cursor, metres: number): Splice[] {
  if (source.size > MOST_BYTES || !file.kinds.includes('IFCCURVESEGMENT')) return []
  if (!file.kinds.some((entity) => SWEPT.test(entity))) return []
  const table = new StatementTable(source)
  const ids = findDirectrices(source, table)
  if (ids.size === 0) return []
  const cursor = new Cursor(scanStep(createByteSource(extractProducts(source, ids, table)), () => true).file)
  const splices: Splice[] = []
  const replace = (slot: number, text: string) => {
    const offset = table.begin.at(slot)
    const remove = table.end.at(slot) - offset
    splices.push({ offset, remove, insert: new TextEncoder().encode(text), both: true })
  }
  const polylines = new Map<number, CurvePoint[]>()
  for (const id of ids) {
    const curve = AlignmentCurve.read(cursor, id)
    if (!curve) continue
    const points = samplePoints(curve, TOLERANCE_M / metres)
    const first = file.numbers.takeFree(points.length)
    const list = points.map((_, at) => `#${first + at}`).join()
    const places = points.map(({ point }, at) => `#${first + at}=IFCCARTESIANPOINT(${formatVector(point)});`)
    replace(table.numbers.slot(id), `#${id}=IFCPOLYLINE((${list}));${places.join('')}`)
    polylines.set(id, points)
  }
  for (let slot = 0; slot < table.count; slot++) {
    if (table.kindName(slot) !== 'IFCPOINTBYDISTANCEEXPRESSION') continue
    const points = polylines.get(table.listReferences(slot, 4)[0] ?? 0)
    const text = points && moveAlong(readText(source, table, slot), points)
    if (text) replace(slot, text)
  }
  return splices
}

function findDirectrices(source: ByteSource, table: StatementTable): Set<number> {
  const ids = new Set<number>()
  for (let slot = 0; slot < table.count; slot++) {
    const entity = table.kindName(slot)
    const isSection = entity.startsWith('IFCSECTIONED')
    if (!SWEPT.test(entity) || (!isSection && !WHOLE.test(readText(source, table, slot)))) continue
    for (const id of table.listReferences(slot, entity.startsWith('IFCFIXED') ? 2 : 0)) {
      const curve = table.numbers.slot(id)
      if (curve >= 0 && curve < table.count && CURVE.test(table.kindName(curve))) ids.add(id)
    }
  }
  return ids
}

/** Points of a curve in steps that bend no further than the tolerance. */
function samplePoints(curve: AlignmentCurve, tolerance: number): CurvePoint[] {
  const points: CurvePoint[] = []
  const add = (at: number) => {
    const { point } = curve.frameAt(at)
    const last = points.at(-1)
    const step = last ? Math.hypot(...point.map((part, axis) => part - (last.point[axis] ?? 0))) : 0
    if (!last || step > tolerance) points.push({ at, point, length: (last?.length ?? 0) + step })
  }
  const isStraight = (from: number, to: number) => {
    const [a, b] = [curve.frameAt(from).point, curve.frameAt(to).point]
    return [0.25, 0.5, 0.75].every((share) => {
      const { point } = curve.frameAt(from + (to - from) * share)
      const off = point.map((part, axis) => part - ((a[axis] ?? 0) * (1 - share) + (b[axis] ?? 0) * share))
      return Math.hypot(...off) <= tolerance
    })
  }
  const walk = (from: number, to: number, depth: number) => {
    if (depth === 0 || points.length >= MOST_POINTS || isStraight(from, to)) return add(to)
    walk(from, (from + to) / 2, depth - 1)
    walk((from + to) / 2, to, depth - 1)
  }
  const { joints } = curve
  add(0)
  for (let at = 0; at + 1 < joints.length; at++) walk(joints[at] ?? 0, joints[at + 1] ?? 0, DEEPEST)
  return points
}

const readText = (source: ByteSource, table: StatementTable, slot: number) =>
  new TextDecoder('latin1').decode(
    source.read(table.begin.at(slot), table.end.at(slot) - table.begin.at(slot)),
  )

/** A distance expression with the distance along a polyline; null if it has none. */
function moveAlong(statement: string, points: CurvePoint[]): string | null {
  const found = /^(#\d+\s*=\s*\w+\s*\(\s*(?:\w+\s*\(\s*)?)([-+\d.eE]+)/.exec(statement)
  if (!found || /IFCPARAMETERVALUE/i.test(found[0])) return null
  const [all, head = '', number = ''] = found
  const moved = formatVector([toLength(Number(number), points)]).slice(1, -1)
  return `${head}${moved}${statement.slice(all.length)}`
}

function toLength(distance: number, points: CurvePoint[]): number {
  const index = points.findIndex(({ at }) => at >= distance)
  const [before, after] = [points[index - 1], points[index]]
  if (!before || !after) return index === 0 ? distance : (points.at(-1)?.length ?? distance)
  const share = (distance - before.at) / (after.at - before.at)
  return before.length + (after.length - before.length) * share
}
