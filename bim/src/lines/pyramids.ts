import { type ByteSource, createByteSource, type Splice } from '../source.ts'
import { Cursor } from '../step/cursor.ts'
import { extractClosures } from '../step/extract-products.ts'
import { scanStep } from '../step/scan.ts'
import type { Vector } from '../structure/alignment-curve.ts'
import { formatVector } from '../structure/linear-placements.ts'
import { IDENTITY, transform } from './matrix.ts'
import { readAxes } from './placements.ts'

/** Pyramids whose statements are in memory at the same time. */
const BATCH = 1000
/** The faces by their corners, with the apex last. */
const FACES = [
  [0, 3, 2, 1],
  [0, 1, 4],
  [1, 2, 4],
  [2, 3, 4],
  [3, 0, 4],
] as const

/** Writes pyramids as bodies with faces: the first engine centres their base on the placement, the second does not know them. */
export function writePyramidsAsFaces(source: ByteSource, { file }: Cursor): Splice[] {
  const slotOf = new Map([...file.slotsOf('IFCRECTANGULARPYRAMID')].map((slot) => [file.id.at(slot), slot]))
  const splices: Splice[] = []
  for (const part of slotOf.size > 0 ? extractClosures(source, [...slotOf.keys()], BATCH) : []) {
    const cursor = new Cursor(scanStep(createByteSource(part.bytes), () => true).file)
    for (const id of part.ids) {
      const corners = readCorners(cursor, id)
      const slot = slotOf.get(id)
      if (!corners || slot === undefined) continue
      const offset = file.offset.at(slot)
      const open = source.read(offset, 256).indexOf(0x28)
      const text = formatBody(id, corners, (count) => file.numbers.takeFree(count))
      const insert = new TextEncoder().encode(text)
      // the arguments without their parentheses
      if (open > 0) splices.push({ offset, remove: open + file.length.at(slot) + 2, insert, both: true })
    }
  }
  return splices
}

function readCorners(cursor: Cursor, id: number): Vector[] | null {
  if (!cursor.openId(id)) return null
  const position = cursor.ref()
  const [x, y, height] = [cursor.number(), cursor.number(), cursor.number()]
  if (!x || !y || !height) return null
  const matrix = readAxes(cursor, position) ?? IDENTITY
  const corners: Vector[] = [
    [0, 0, 0],
    [x, 0, 0],
    [x, y, 0],
    [0, y, 0],
    [x / 2, y / 2, height],
  ]
  return corners.map((corner) => transform(matrix, corner))
}

function formatBody(id: number, corners: Vector[], takeFree: (count: number) => number): string {
  const first = takeFree(corners.length)
  const points = corners.map((corner, at) => `#${first + at}=IFCCARTESIANPOINT(${formatVector(corner)})`)
  const shell = takeFree(1 + 3 * FACES.length)
  const faces = FACES.flatMap((face, at) => {
    const [own, bound, loop] = [shell + 1 + 3 * at, shell + 2 + 3 * at, shell + 3 + 3 * at]
    const list = face.map((corner) => `#${first + corner}`).join()
    return [
      `#${own}=IFCFACE((#${bound}))`,
      `#${bound}=IFCFACEOUTERBOUND(#${loop},.T.)`,
      `#${loop}=IFCPOLYLOOP((${list}))`,
    ]
  })
  const list = FACES.map((_, at) => `#${shell + 1 + 3 * at}`).join()
  return [
    `#${id}=IFCFACETEDBREP(#${shell})`,
    `#${shell}=IFCCLOSEDSHELL((${list}))`,
    ...points,
    ...faces,
  ].join(';')
}
