import type { Cursor } from '../step/cursor.ts'
import type { CurveReader } from './curves.ts'
import { IDENTITY, transform } from './matrix.ts'
import { readAxes } from './placements.ts'

export type ProfilePoint = readonly [x: number, y: number]

/** Chords of a circle. */
const CHORDS = 36

/**
 * The outline of a profile, anticlockwise, followed by those of its holes, clockwise; null for other profiles than rectangles,
 * circles, ellipses, I shapes, and arbitrary ones.
 */
export function readProfileRings(cursor: Cursor, curves: CurveReader, id: number): ProfilePoint[][] | null {
  const rings = readRings(cursor, curves, id)
  if (!rings || rings.some((ring) => ring.length < 3)) return null
  return rings.map((ring, at) => (computeArea(ring) > 0 === (at === 0) ? ring : ring.toReversed()))
}

function readRings(cursor: Cursor, curves: CurveReader, id: number): ProfilePoint[][] | null {
  const entity = cursor.file.entityOf(id)
  if (!cursor.openId(id)) return null
  cursor.skip(2)
  if (entity === 'IFCARBITRARYCLOSEDPROFILEDEF') return readCurves(curves, [cursor.ref()])
  if (entity === 'IFCARBITRARYPROFILEDEFWITHVOIDS')
    return readCurves(curves, [cursor.ref(), ...cursor.refs()])
  const position = cursor.ref()
  const sizes = [cursor.number(), cursor.number(), cursor.number(), cursor.number()].map((size) => size ?? 0)
  const rings = buildRings(entity, sizes)
  const axes = readAxes(cursor, position) ?? IDENTITY
  return (
    rings?.map((ring) =>
      ring.map(([x, y]): ProfilePoint => {
        const [a, b] = transform(axes, [x, y, 0])
        return [a, b]
      }),
    ) ?? null
  )
}

function buildRings(entity: string, [a = 0, b = 0, c = 0, d = 0]: number[]): ProfilePoint[][] | null {
  switch (entity) {
    case 'IFCRECTANGLEPROFILEDEF':
      return [buildRectangle(a, b)]
    case 'IFCRECTANGLEHOLLOWPROFILEDEF':
      return [buildRectangle(a, b), buildRectangle(a - 2 * c, b - 2 * c)]
    case 'IFCCIRCLEPROFILEDEF':
      return [buildEllipse(a, a)]
    case 'IFCCIRCLEHOLLOWPROFILEDEF':
      return [buildEllipse(a, a), buildEllipse(a - b, a - b)]
    case 'IFCELLIPSEPROFILEDEF':
      return [buildEllipse(a, b)]
    case 'IFCISHAPEPROFILEDEF':
      return [buildI(a / 2, b / 2, c / 2, d)]
    default:
      return null
  }
}

function readCurves(curves: CurveReader, ids: number[]): ProfilePoint[][] | null {
  const rings = ids.map((curve) => {
    const line = (curves.read(curve) ?? []).map(([x, y]): ProfilePoint => [x, y])
    return line.filter((point, at) => {
      const before = line[(at || line.length) - 1]
      return !before || Math.hypot(point[0] - before[0], point[1] - before[1]) > 1e-9
    })
  })
  return rings.length > 0 ? rings : null
}

const buildRectangle = (width: number, depth: number): ProfilePoint[] => [
  [-width / 2, -depth / 2],
  [width / 2, -depth / 2],
  [width / 2, depth / 2],
  [-width / 2, depth / 2],
]

const buildEllipse = (a: number, b: number): ProfilePoint[] =>
  Array.from({ length: CHORDS }, (_, at) => {
    const angle = (2 * Math.PI * at) / CHORDS
    return [a * Math.cos(angle), b * Math.sin(angle)]
  })

/** An I by half its width and depth, half of its web, and its flange, without fillets. */
function buildI(x: number, y: number, web: number, flange: number): ProfilePoint[] {
  const lower: ProfilePoint[] = [
    [-x, -y],
    [x, -y],
    [x, flange - y],
    [web, flange - y],
    [web, y - flange],
    [x, y - flange],
  ]
  return [...lower, ...lower.map(([a, b]): ProfilePoint => [-a, -b])]
}

function computeArea(ring: readonly ProfilePoint[]): number {
  return ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [0, 0]
    return sum + (x * nextY - nextX * y) / 2
  }, 0)
}
