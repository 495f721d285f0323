import { expect, it } from 'vitest'
import { convertBytes, decodeChunks } from '../../test/converted.ts'
import { BOX_FACES, buildIfcFile, readIfcFile } from '../../test/step-file.ts'

type Box = [x: number, y: number, z: number, dx: number, dy: number, dz: number]

const turn = (faces: number[][], isInsideOut: boolean) =>
  isInsideOut ? faces.map((face) => face.toReversed()) : faces
const listCorners = ([x, y, z, dx, dy, dz]: Box) =>
  [z, z + dz].flatMap((h) => [
    [x, y, h],
    [x + dx, y, h],
    [x + dx, y + dy, h],
    [x, y + dy, h],
  ])
const formatPoint = (point: number[]) => `(${point.map((part) => `${part}.`).join()})`
const formatPoints = (box: Box) => `(${listCorners(box).map(formatPoint).join()})`

type Build = (id: number, box: Box, isInsideOut: boolean) => string
/** Boxes as bodies of different kinds, numbered from `id` on, which is the body itself. */
const BODIES: Record<string, Build> = {
  IFCTRIANGULATEDFACESET: (id, box, isInsideOut) =>
    `#${id}=IFCTRIANGULATEDFACESET(#${id + 1},$,.T.,(${turn(BOX_FACES, isInsideOut)
      .flatMap(([a = 0, b = 0, c = 0, d = 0]) => [
        [a, b, c],
        [a, c, d],
      ])
      .map((face) => `(${face.map((corner) => corner + 1).join()})`)
      .join()}),$);#${id + 1}=IFCCARTESIANPOINTLIST3D(${formatPoints(box)});`,
  IFCPOLYGONALFACESET: (id, box, isInsideOut) =>
    `#${id}=IFCPOLYGONALFACESET(#${id + 1},.T.,(${BOX_FACES.map((_, at) => `#${id + 2 + at}`).join()}),$);
#${id + 1}=IFCCARTESIANPOINTLIST3D(${formatPoints(box)});${turn(BOX_FACES, isInsideOut)
      .map(
        (face, at) =>
          `#${id + 2 + at}=IFCINDEXEDPOLYGONALFACE((${face.map((corner) => corner + 1).join()}));`,
      )
      .join('')}`,
  IFCFACETEDBREP: (id, box, isInsideOut) =>
    `#${id}=IFCFACETEDBREP(#${id + 1});#${id + 1}=IFCCLOSEDSHELL((${BOX_FACES.map((_, at) => `#${id + 10 + at}`).join()}));${turn(
      BOX_FACES,
      isInsideOut,
    )
      .map(
        (face, at) =>
          `#${id + 10 + at}=IFCFACE((#${id + 20 + at}));#${id + 20 + at}=IFCFACEOUTERBOUND(#${id + 30 + at},.T.);#${id + 30 + at}=IFCPOLYLOOP((${face.map((corner) => `#${id + 40 + corner}`).join()}));`,
      )
      .join('')}${listCorners(box)
      .map((point, at) => `#${id + 40 + at}=IFCCARTESIANPOINT(${formatPoint(point)});`)
      .join('')}`,
}

const build = (kind: string, ...rest: Parameters<Build>) => BODIES[kind]?.(...rest) ?? ''
const shape = (id: number, item: number) =>
  `#${id}=IFCPRODUCTDEFINITIONSHAPE($,$,(#${id + 1}));#${id + 1}=IFCSHAPEREPRESENTATION(#10,'Body','Tessellation',(#${item}));`

/** Volume of all bodies of a file, from their triangles. */
async function measureVolume(data: string): Promise<{ volume: number; warnings: string[] }> {
  const converted = await convertBytes(buildIfcFile(data))
  let volume = 0
  for (const { geometries, positions, indices, instances } of await decodeChunks(converted, 'model'))
    for (let instance = 0; instance < instances.count; instance++) {
      const geometry = instances.geometry[instance] ?? 0
      const matrix = instances.matrix.subarray(instance * 12, instance * 12 + 12)
      const place = (vertex: number) => {
        const local = [0, 1, 2].map(
          (axis) =>
            (geometries.offset[geometry * 3 + axis] ?? 0) +
            (geometries.scale[geometry] ?? 0) *
              (positions[((geometries.firstVertex[geometry] ?? 0) + vertex) * 3 + axis] ?? 0),
        )
        return [0, 4, 8].map((row) =>
          local.reduce((sum, part, axis) => sum + part * (matrix[row + axis] ?? 0), matrix[row + 3] ?? 0),
        )
      }
      const first = geometries.firstIndex[geometry] ?? 0
      for (let at = first; at < first + (geometries.indexCount[geometry] ?? 0); at += 3) {
        const [[ax = 0, ay = 0, az = 0] = [], [bx = 0, by = 0, bz = 0] = [], [cx = 0, cy = 0, cz = 0] = []] =
          [...indices.subarray(at, at + 3)].map(place)
        volume += (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)) / 6
      }
    }
  return { volume, warnings: converted.report.warnings.map(({ code }) => code) }
}

const BOX: Box = [1000, 1000, 1000, 4000, 300, 3000]
const HOLE: Box = [2000, 900, 1000, 1000, 500, 2000]
const WALL = `#100=IFCWALL('0000000000000000000100',$,'Wall',$,$,#13,#110,$,$);`
const OPENING = `#101=IFCOPENINGELEMENT('0000000000000000000101',$,'Hole',$,$,#13,#120,$,.OPENING.);
#102=IFCRELVOIDSELEMENT('0000000000000000000102',$,$,$,#100,#101);`
const DIFFERENCE = '#400=IFCBOOLEANRESULT(.DIFFERENCE.,#200,#300);'
const MAPPED = `#420=IFCMAPPEDITEM(#421,#422);#421=IFCREPRESENTATIONMAP(#11,#423);#422=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#12,1.,$);
#423=IFCSHAPEREPRESENTATION(#10,'Body','Tessellation',(#200));`
const CASES = Object.keys(BODIES).flatMap((kind) => [
  [kind, true, false] as const,
  [kind, false, true] as const,
  [kind, true, true] as const,
])

it.each(CASES)(
  'An opening cuts walls of %s, whether the wall (%s) or the opening (%s) is inside out',
  async (kind, wall, hole) => {
    const data = `${WALL}${shape(110, 200)}${build(kind, 200, BOX, wall)}${OPENING}${shape(120, 300)}${build(kind, 300, HOLE, hole)}`
    const { volume, warnings } = await measureVolume(data)
    expect(volume).toBeCloseTo(3, 2)
    expect(warnings).toEqual(['SECOND_ENGINE'])
  },
)

it.each(CASES)(
  'A boolean subtracts bodies of %s, whether the first (%s) or the second (%s) is inside out',
  async (kind, wall, hole) => {
    const data = `${WALL}${shape(110, 400)}${build(kind, 200, BOX, wall)}${build(kind, 300, HOLE, hole)}${DIFFERENCE}`
    expect((await measureVolume(data)).volume).toBeCloseTo(3, 2)
  },
)

it('A repeated body that is inside out is cut', async () => {
  const data = `${WALL}${shape(110, 420)}${MAPPED}${build('IFCFACETEDBREP', 200, BOX, true)}${OPENING}${shape(120, 300)}${build('IFCFACETEDBREP', 300, HOLE, false)}`
  expect((await measureVolume(data)).volume).toBeCloseTo(3, 2)
})

it.each([
  ['whose faces point outwards', build('IFCPOLYGONALFACESET', 200, BOX, false)],
  ['whose bounds turn its faces outwards', build('IFCFACETEDBREP', 200, BOX, true).replaceAll('.T.', '.F.')],
  ['that is not closed', build('IFCTRIANGULATEDFACESET', 200, BOX, true).replace(/\((\d+,\d+,\d+)\),/, '')],
])('A wall %s is cut by the first engine', (_what, body) => {
  const data = `${WALL}${shape(110, 200)}${body}${OPENING}${shape(120, 300)}${build('IFCFACETEDBREP', 300, HOLE, false)}`
  expect([...readIfcFile(buildIfcFile(data)).preparation.misdrawn]).toEqual([])
})

it('A body that is inside out and not cut is drawn by the first engine', async () => {
  const data = `${WALL}${shape(110, 200)}${build('IFCFACETEDBREP', 200, BOX, true)}`
  expect((await measureVolume(data)).warnings).toEqual([])
})
