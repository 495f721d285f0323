import { CurveReader } from '../lines/curves.ts'
import { type ByteSource, createByteSource, type Splice } from '../source.ts'
import { Cursor, type StepValue } from '../step/cursor.ts'
import { extractProducts } from '../step/extract-products.ts'
import { scanStep } from '../step/scan.ts'
import { StatementTable } from '../step/statement-table.ts'
import type { StepFile } from '../step/step-file.ts'
import { AlignmentCurve, type Directrix, PolylineCurve, type Vector } from './alignment-curve.ts'
import { writeOnPlane, writeStraight } from './fixed-references.ts'
import { formatVector } from './linear-placements.ts'

/** Larger files are left unchanged: the table of all their statements would not fit into memory. */
const MOST_BYTES = 512_000_000
/** Limit on the distance between a curve and its polyline. */
const TOLERANCE_M = 0.002
/** Limits on halvings of a segment, and on points of one curve. */
const DEEPEST = 12
const MOST_POINTS = 20_000

const SECTIONED = /^IFCSECTIONED(SOLIDHORIZONTAL|SURFACE)$/
const SWEPT =
  /^IFC((FIXED|DIRECTRIXDERIVED)REFERENCESWEPTAREASOLID|SURFACECURVESWEPTAREASOLID|SWEPTDISKSOLID)$/
const FIXED = 'IFCFIXEDREFERENCESWEPTAREASOLID'
/** Sweeps that are written anew: the engines read lengths as parameters, and do not know directions that follow the curve. */
const DERIVED = /=\s*IFCDIRECTRIXDERIVED/i
const BY_LENGTH = /\bIFC\w*LENGTHMEASURE\s*\(/i
/** Without its first and last parameter, which refer to the original curve. */
const WHOLE = /,\s*\$\s*,\s*\$\s*(,\s*#\d+\s*)?\)\s*;/
/** Parameters of a sweep of a profile. */
const ENDS = /,(\s*[-+\d.eE]+\s*),(\s*[-+\d.eE]+\s*),\s*#\d+\s*\)\s*;/
const CONIC = /^IFC(CIRCLE|ELLIPSE)$/
const CURVE = /^IFC(GRADIENTCURVE|SEGMENTEDREFERENCECURVE|COMPOSITECURVE|CURVESEGMENT)$/

/** The position of a section along a curve, and its lateral and vertical offset. */
interface Station {
  at: number
  lateral: number
  vertical: number
  /** entity numbers of the stated directions, 0 for none */
  axis: number
  direction: number
}

interface CurvePoint {
  /** distance along the horizontal curve */
  at: number
  /** length of the polyline up to the point */
  length: number
  point: Vector
}

/**
 * The edits that replace alignment curves with placed or swept sections by polylines in space, which pass through sections with
 * offsets. The first engine draws the arcs of such curves wrongly and ignores the offsets of sections, the second ignores
 * heights. Both read lengths along the curve as parameters.
 */
export function straightenDirectrices(
  source: ByteSource,
  { file }: Cursor,
  { metres, radians }: { metres: number; radians: number },
): StraightenedDirectrices {
  const splices: Splice[] = []
  const oriented = new Set<number>()
  const hasSegments = file.kinds.includes('IFCCURVESEGMENT')
  // rods of reinforcement are many, and have parameters only
  const isWanted = (entity: string) =>
    SECTIONED.test(entity) || (SWEPT.test(entity) && (hasSegments || entity !== 'IFCSWEPTDISKSOLID'))
  if (source.size > MOST_BYTES || !file.kinds.some(isWanted)) return { splices, oriented }
  const table = new StatementTable(source)
  const { sections, curves, sweeps, fixed, arcs } = findDirectrices(source, table)
  for (const id of arcs) splices.push(trimArc(source, table, file, id))
  const ids = new Set([...sections, ...curves, ...sweeps, ...fixed])
  if (ids.size === 0) return { splices, oriented }
  const cursor = new Cursor(scanStep(createByteSource(extractProducts(source, ids, table)), () => true).file)
  const lines = new CurveReader(cursor, metres, radians)
  const read = (id: number): Directrix | null => {
    if (CURVE.test(cursor.file.entityOf(id))) {
      const curve = AlignmentCurve.read(cursor, id)
      if (curve) return curve
    }
    const line = lines.read(id)
    return line && new PolylineCurve(line)
  }
  const replace = (id: number, text: string) => {
    const slot = table.numbers.slot(id)
    const offset = table.begin.at(slot)
    const remove = table.end.at(slot) - offset
    splices.push({ offset, remove, insert: new TextEncoder().encode(text), both: true })
  }
  const tolerance = TOLERANCE_M / metres
  for (const id of curves) {
    const curve = AlignmentCurve.read(cursor, id)
    if (curve) replace(id, writePolyline(file, id, samplePoints(curve, [], tolerance)))
  }
  for (const id of sections) {
    const text = writeSection({ cursor, file, read }, id, tolerance)
    if (text) replace(id, text)
  }
  for (const id of sweeps) {
    const text = writeSweep({ cursor, file, read }, id, tolerance)
    if (text) replace(id, text)
    if (text && cursor.file.entityOf(id) === FIXED && !text.includes(FIXED)) oriented.add(id)
  }
  for (const id of fixed) {
    const text = writeFixed({ cursor, file, read }, id, tolerance)
    if (text === null) continue
    replace(id, text)
    oriented.add(id)
  }
  return { splices, oriented }
}

interface StraightenedDirectrices {
  splices: Splice[]
  /** entity numbers of sweeps with a fixed reference that the first engine draws right */
  oriented: Set<number>
}

/** Reads the excerpt of a file with its curves, and takes free numbers of the file. */
interface Excerpt {
  cursor: Cursor
  file: StepFile
  read: (id: number) => Directrix | null
}

/**
 * Entity numbers of the solids and surfaces of sections, of sweeps that are written anew, and of the curves of other sweeps that
 * follow alignments.
 */
function findDirectrices(
  source: ByteSource,
  table: StatementTable,
): Record<'sections' | 'curves' | 'sweeps' | 'fixed' | 'arcs', Set<number>> {
  const [sections, curves, sweeps, fixed, arcs] = [
    new Set<number>(),
    new Set<number>(),
    new Set<number>(),
    new Set<number>(),
    new Set<number>(),
  ]
  const found = { sections, curves, sweeps, fixed, arcs }
  for (let slot = 0; slot < table.count; slot++) {
    const entity = table.kindName(slot)
    const isSection = SECTIONED.test(entity)
    if (!isSection && !SWEPT.test(entity)) continue
    const [id = 0] = table.listReferences(slot, entity.endsWith('AREASOLID') ? 2 : 0)
    const curve = table.numbers.slot(id)
    if (curve < 0 || curve >= table.count) continue
    if (isSection) {
      found.sections.add(table.id.at(slot))
      continue
    }
    const text = readText(source, table, slot)
    if (DERIVED.test(text) || BY_LENGTH.test(text)) found.sweeps.add(table.id.at(slot))
    else if (WHOLE.test(text)) {
      if (CURVE.test(table.kindName(curve))) found.curves.add(id)
      if (entity === FIXED) found.fixed.add(table.id.at(slot))
    } else if (CONIC.test(table.kindName(curve)) && ENDS.test(text)) found.arcs.add(table.id.at(slot))
  }
  return found
}

/** A sweep between two parameters of a circle or ellipse, as one along an arc: the engines draw it all around. */
function trimArc(source: ByteSource, table: StatementTable, file: StepFile, id: number): Splice {
  const slot = table.numbers.slot(id)
  const [curve = 0] = table.listReferences(slot, 2)
  const free = file.numbers.takeFree(1)
  const offset = table.begin.at(slot)
  const text = readText(source, table, slot)
  const [, from = '', to = ''] = ENDS.exec(text) ?? []
  const trimmed = text
    .replace(ENDS, (ends) => ends.replace(from, '$').replace(to, '$'))
    .replace(new RegExp(`#${curve}\\b(?=\\s*,\\s*\\$\\s*,\\s*\\$\\s*,\\s*#\\d+\\s*\\)\\s*;)`), `#${free}`)
  const arc = `#${free}=IFCTRIMMEDCURVE(#${curve},(IFCPARAMETERVALUE(${from.trim()})),(IFCPARAMETERVALUE(${to.trim()})),.T.,.PARAMETER.);`
  return {
    offset,
    remove: table.end.at(slot) - offset,
    insert: new TextEncoder().encode(`${trimmed}${arc}`),
    both: true,
  }
}

/** A solid or surface of sections along a new polyline; null if its curve or a position along it is unknown. */
function writeSection({ cursor, file, read }: Excerpt, id: number, tolerance: number): string | null {
  if (!cursor.openId(id)) return null
  const entity = cursor.file.entityOf(id)
  const isSurface = entity.endsWith('SURFACE')
  const [directrix, first, second] = [cursor.ref(), cursor.refs(), cursor.refs()]
  // release candidates of IFC4X3 state whether sections are upright
  const rest = cursor.done ? '' : `,.${cursor.word()}.`
  // surfaces list places before profiles
  const [places, profiles] = isSurface ? [first, second] : [second, first]
  const curve = read(directrix)
  const stations = places.map((place) => readStation(cursor, place))
  const known = stations.filter((station) => station !== null)
  if (!curve || known.length < 2 || known.length < stations.length) return null
  const points = samplePoints(curve, known, tolerance)
  const free = file.numbers.takeFree(1 + 2 * known.length)
  const lengthAt = (at: number) =>
    points.find((point) => point.at >= at)?.length ?? points.at(-1)?.length ?? 0
  const formatRef = (ref: number) => (ref > 0 ? `#${ref}` : '$')
  const list = (ids: readonly number[]) => `(${ids.map((each) => `#${each}`).join()})`
  const own = known.map((_, at) => free + 1 + 2 * at)
  const written = known.map(({ at, axis, direction }, index) => {
    const [place, length] = [free + 1 + 2 * index, formatVector([lengthAt(at)]).slice(1, -1)]
    return `#${place}=IFCAXIS2PLACEMENTLINEAR(#${place + 1},${formatRef(axis)},${formatRef(direction)});
#${place + 1}=IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(${length}),$,$,$,#${free});`
  })
  const lists = isSurface ? [list(own), list(profiles)] : [list(profiles), list(own)]
  return `#${id}=${entity}(#${free},${lists.join()}${rest});${written.join('')}${writePolyline(file, free, points)}`
}

/** A sweep whose ends are lengths along its curve, as one along a whole polyline; null if it has no such ends, or no length. */
function writeSweep({ cursor, file, read }: Excerpt, id: number, tolerance: number): string | null {
  if (!cursor.openId(id)) return null
  const entity = cursor.file.entityOf(id)
  const isDisk = entity === 'IFCSWEPTDISKSOLID'
  const before = isDisk ? [] : [cursor.ref(), cursor.ref()]
  const directrix = cursor.ref()
  const radii = isDisk ? [cursor.value(), cursor.value()] : []
  const ends = [cursor.value(), cursor.value()]
  const last = isDisk ? [] : [cursor.ref()]
  const formatRef = (ref: number) => (ref > 0 ? `#${ref}` : '$')
  const write = (curve: number, parameters: string[]) =>
    `#${id}=${entity.replace('DIRECTRIXDERIVED', 'FIXED')}(${[...before.map(formatRef), `#${curve}`, ...radii.map(formatValue), ...parameters, ...last.map(formatRef)].join()});`
  const isByLength = ends.some((end) => end !== null && BY_LENGTH.test(`${end.type}(`))
  if (!isByLength) return write(directrix, ends.map(formatValue))
  const curve = read(directrix)
  if (!curve || ends.some((end) => end && !BY_LENGTH.test(`${end.type}(`))) return null
  const [from, to] = [ends[0]?.number ?? 0, ends[1]?.number ?? curve.length]
  const points = samplePoints(curve, [], tolerance, [Math.max(0, from), Math.min(curve.length, to)])
  if (points.length < 2) return null
  const free = file.numbers.takeFree(1)
  const [profile = 0, position = 0] = before
  const sweep = { id, profile, position, directrix: free, reference: last[0] ?? 0 }
  const placed = { ...sweep, points: points.map(({ point }) => point) }
  const fixed =
    entity === FIXED ? (writeStraight(file, cursor, placed) ?? writeOnPlane(file, cursor, placed)) : null
  return `${fixed ?? write(free, ['$', '$'])}${writePolyline(file, free, points)}`
}

/** A sweep of a profile that keeps a direction along a whole curve; null if the engines cannot draw it otherwise. */
function writeFixed({ cursor, file, read }: Excerpt, id: number, tolerance: number): string | null {
  if (!cursor.openId(id)) return null
  const [profile, position, directrix] = [cursor.ref(), cursor.ref(), cursor.ref()]
  const reference = cursor.skip(2).ref()
  const curve = read(directrix)
  if (!curve) return null
  const points = samplePoints(curve, [], tolerance).map(({ point }) => point)
  const sweep = { id, profile, position, directrix, points, reference }
  return writeStraight(file, cursor, sweep) ?? writeOnPlane(file, cursor, sweep)
}

const formatValue = (value: StepValue | null) =>
  value === null ? '$' : value.type === '' ? value.text : `${value.type}(${value.text})`

/** A position along a curve; null for another entity, or one not measured by length. */
function readStation(cursor: Cursor, place: number): Station | null {
  if (cursor.file.entityOf(place) !== 'IFCAXIS2PLACEMENTLINEAR' || !cursor.openId(place)) return null
  const [location, axis, direction] = [cursor.ref(), cursor.ref(), cursor.ref()]
  if (cursor.file.entityOf(location) !== 'IFCPOINTBYDISTANCEEXPRESSION' || !cursor.openId(location))
    return null
  const distance = cursor.value()
  const [lateral, vertical, along] = [cursor.number() ?? 0, cursor.number() ?? 0, cursor.number() ?? 0]
  if (!distance || distance.number === null || distance.type === 'IFCPARAMETERVALUE') return null
  return { at: distance.number + along, lateral, vertical, axis, direction }
}

function writePolyline(file: StepFile, id: number, points: CurvePoint[]): string {
  const first = file.numbers.takeFree(points.length)
  const list = points.map((_, at) => `#${first + at}`).join()
  const places = points.map(({ point }, at) => `#${first + at}=IFCCARTESIANPOINT(${formatVector(point)});`)
  return `#${id}=IFCPOLYLINE((${list}));${places.join('')}`
}

/** Points of a curve, or of a line through stations with offsets, within the tolerance. */
function samplePoints(
  curve: Directrix,
  stations: readonly Station[],
  tolerance: number,
  range?: [from: number, to: number],
): CurvePoint[] {
  const sorted = stations.toSorted((a, b) => a.at - b.at)
  const pointAt = (at: number): Vector => {
    const { point, left } = curve.frameAt(at)
    const { lateral, vertical } = offsetAt(sorted, at)
    return point.map(
      (part, axis) => part + lateral * (left[axis] ?? 0) + (axis === 2 ? vertical : 0),
    ) as Vector
  }
  const points: CurvePoint[] = []
  const add = (at: number) => {
    const point = pointAt(at)
    const last = points.at(-1)
    const step = last ? Math.hypot(...point.map((part, axis) => part - (last.point[axis] ?? 0))) : 0
    if (!last || step > tolerance) points.push({ at, point, length: (last?.length ?? 0) + step })
  }
  const isStraight = (from: number, to: number) => {
    const [a, b] = [pointAt(from), pointAt(to)]
    return [0.25, 0.5, 0.75].every((share) => {
      const point = pointAt(from + (to - from) * share)
      const off = point.map((part, axis) => part - ((a[axis] ?? 0) * (1 - share) + (b[axis] ?? 0) * share))
      return Math.hypot(...off) <= tolerance
    })
  }
  const walk = (from: number, to: number, depth: number) => {
    if (depth === 0 || points.length >= MOST_POINTS || isStraight(from, to)) return add(to)
    walk(from, (from + to) / 2, depth - 1)
    walk((from + to) / 2, to, depth - 1)
  }
  const [begin, end] = range ?? [sorted[0]?.at ?? 0, sorted.at(-1)?.at ?? curve.length]
  const inside = [...curve.joints, ...sorted.map(({ at }) => at)].filter((at) => at > begin && at < end)
  const joints = [begin, ...[...new Set(inside)].sort((a, b) => a - b), end]
  add(begin)
  for (let at = 0; at + 1 < joints.length; at++) walk(joints[at] ?? 0, joints[at + 1] ?? 0, DEEPEST)
  return points
}

/** The lateral and vertical offset of a line from its curve, interpolated between two stations. */
function offsetAt(stations: readonly Station[], at: number): { lateral: number; vertical: number } {
  const index = stations.findIndex((station) => station.at >= at)
  const [before, after] = [stations[index - 1], stations[index] ?? stations.at(-1)]
  if (!before || !after || after.at === before.at) return after ?? { lateral: 0, vertical: 0 }
  const share = (at - before.at) / (after.at - before.at)
  const between = (a: number, b: number) => a + (b - a) * share
  return {
    lateral: between(before.lateral, after.lateral),
    vertical: between(before.vertical, after.vertical),
  }
}

const readText = (source: ByteSource, table: StatementTable, slot: number) =>
  new TextDecoder('latin1').decode(
    source.read(table.begin.at(slot), table.end.at(slot) - table.begin.at(slot)),
  )
