import type { BuildingLevel, ModelWriter } from './model-writer.ts'
import { BAY, type BuildingSize, FACADE, FLOORING, SLAB_EDGE } from './plan.ts'
import type { Point2, Point3 } from './shapes.ts'

/** extent of the ground around the building */
const AROUND = 12_000
const THICK = 150
const GROUND = -FLOORING - THICK - 70

const GOLDEN = (1 + Math.sqrt(5)) / 2

/** Writes the ground around the building: lawn on three sides, a paved forecourt with trees on the fourth. */
export function writeLandscape(writer: ModelWriter, size: BuildingSize, level: BuildingLevel): void {
  const width = size.bays_x * BAY
  const depth = size.bays_y * BAY
  const off = SLAB_EDGE + FACADE
  const left = -AROUND
  const right = width + AROUND
  const back = depth + AROUND
  const front = -AROUND
  const lawn: Point2[] = [
    [left, -off],
    [-off, -off],
    [-off, depth + off],
    [width + off, depth + off],
    [width + off, -off],
    [right, -off],
    [right, back],
    [left, back],
  ]
  const tree = writeTree(writer)
  writeGround(writer, level, 'lawn', 'Lawn', 'lawn', lawn, 0)
  writeGround(writer, level, 'forecourt', 'Forecourt', 'paving', square(left, front, right, -off), 0)
  for (let x = 0, index = 0; x <= width; x += BAY, index++) {
    // The entrance stays free.
    if (Math.abs(x - width / 2) < BAY * 0.9) continue
    const y = front / 2 - 1200
    const bed = square(x - 1300, y - 1300, x + 1300, y + 1300)
    writeGround(writer, level, `bed/${index}`, `Tree bed ${index + 1}`, 'lawn', bed, 60)
    const turn = writer.chance(`tree/${index}`) * Math.PI
    writer.element({
      key: `tree/${index}`,
      entity: 'IFCGEOGRAPHICELEMENT',
      name: `Tree ${index + 1}`,
      level,
      at: [x, y, GROUND + THICK],
      turn: [Math.cos(turn), Math.sin(turn)],
      type: tree,
      predefined: 'USERDEFINED',
      objectType: 'Tree',
      classification: 'Ss_45_30_00',
    })
  }
}

function square(x0: number, y0: number, x1: number, y1: number): Point2[] {
  return [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ]
}

function writeGround(
  writer: ModelWriter,
  level: BuildingLevel,
  key: string,
  name: string,
  style: string,
  outline: Point2[],
  rise: number,
): void {
  writer.element({
    key,
    entity: 'IFCGEOGRAPHICELEMENT',
    name,
    level,
    at: [0, 0, GROUND],
    solids: [writer.shapes.prism(style, outline, 0, THICK + rise)],
    predefined: 'TERRAIN',
    classification: 'Ss_45_30_00',
  })
}

function writeTree(writer: ModelWriter) {
  const { shapes } = writer
  const [points, triangles] = ball([0, 0, 3900], 1700)
  return writer.type('IFCGEOGRAPHICELEMENTTYPE', 'Tree', 'USERDEFINED', [
    shapes.cylinder('trunk', [0, 0, 0], 'z', 2800, 130),
    shapes.mesh('crown', points, triangles),
  ])
}

/** An icosahedron with each face divided into four and its corners on a sphere; triangle indices start at 1. */
function ball(centre: Point3, radius: number): [points: Point3[], triangles: Point3[]] {
  const corners: Point3[] = []
  for (const a of [-1, 1]) for (const b of [-GOLDEN, GOLDEN]) corners.push([0, a, b], [a, b, 0], [b, 0, a])
  const points: Point3[] = []
  const numbers = new Map<string, number>()
  const place = (direction: Point3): number => {
    const length = Math.hypot(...direction)
    const point = direction.map((value, axis) => Math.round((centre[axis] ?? 0) + (value / length) * radius))
    const key = point.join()
    const known = numbers.get(key)
    if (known) return known
    numbers.set(key, points.push([point[0] ?? 0, point[1] ?? 0, point[2] ?? 0]))
    return points.length
  }
  const between = (a: Point3, b: Point3): Point3 => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2]
  const triangles: Point3[] = []
  const near = (a: Point3, b: Point3) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) < 2.1
  for (const [i, a] of corners.entries()) {
    for (const [j, b] of corners.entries()) {
      for (const [k, c] of corners.entries()) {
        if (!(i < j && j < k && near(a, b) && near(b, c) && near(a, c))) continue
        const ab = between(a, b)
        const bc = between(b, c)
        const ca = between(c, a)
        for (const face of [
          [a, ab, ca],
          [ab, b, bc],
          [ca, bc, c],
          [ab, bc, ca],
        ] as const)
          triangles.push(outward(face, place))
      }
    }
  }
  return [points, triangles]
}

/** Orders corner indices so that the face points outwards. */
function outward([a, b, c]: readonly [Point3, Point3, Point3], place: (point: Point3) => number): Point3 {
  const ux = b[0] - a[0]
  const uy = b[1] - a[1]
  const uz = b[2] - a[2]
  const vx = c[0] - a[0]
  const vy = c[1] - a[1]
  const vz = c[2] - a[2]
  const volume = (uy * vz - uz * vy) * a[0] + (uz * vx - ux * vz) * a[1] + (ux * vy - uy * vx) * a[2]
  return volume > 0 ? [place(a), place(b), place(c)] : [place(a), place(c), place(b)]
}
