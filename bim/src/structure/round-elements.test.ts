import { expect, it } from 'vitest'
import {
  asPrevious,
  convertBytes,
  decodeChunks,
  measureElements,
  measureVolume,
} from '../../test/converted.ts'
import { buildBoxShape, buildIfcFile, readIfcFile } from '../../test/step-file.ts'
import { createByteSource } from '../source.ts'
import { findRoundElements } from './round-elements.ts'

const element = (id: number, entity = 'IFCCOLUMN') =>
  `#${id}=${entity}('${String(id).padStart(22, '0')}',$,'E${id}',$,$,#13,#${id + 1},$,$);`
/** A product definition shape with one item, which is the number after those of the representations. */
const shape = (id: number, item: string, kind = 'SweptSolid') =>
  `#${id}=IFCPRODUCTDEFINITIONSHAPE($,$,(#${id + 1}));#${id + 1}=IFCSHAPEREPRESENTATION(#10,'Body','${kind}',(#${id + 2}));#${id + 2}=${item};`
const UP = '#90=IFCDIRECTION((0.,0.,1.));'
const column = (id: number, profile: string) =>
  `${element(id)}${shape(id + 1, `IFCEXTRUDEDAREASOLID(#${id + 4},#11,#90,1000.)`)}#${id + 4}=${profile};`
const CIRCLE = 'IFCCIRCLEPROFILEDEF(.AREA.,$,$,200.)'

async function measure(text: string) {
  const converted = await convertBytes(buildIfcFile(UP + text))
  const chunks = await decodeChunks(converted, 'model')
  const shapes = measureElements(chunks, converted.manifest.origin)
  const { name } = converted.structure.elements
  const boxOf = (wanted: string) => shapes.get(name.indexOf(wanted))?.box ?? []
  return { converted, boxOf, chunks }
}

it('Round columns, tanks, domes and pipes are as wide as the file states', async () => {
  const tank = column(200, 'IFCCIRCLEHOLLOWPROFILEDEF(.AREA.,$,$,10000.,300.)')
  const dome = `${element(300)}${shape(301, 'IFCCSGSOLID(#304)', 'CSG')}#304=IFCSPHERE(#11,2000.);`
  const pipe = `${element(600)}${shape(601, 'IFCSWEPTDISKSOLID(#604,500.,$,$,$)', 'AdvancedSweptSolid')}#604=IFCPOLYLINE((#12,#605));#605=IFCCARTESIANPOINT((0.,0.,2000.));`
  const bend = `${element(400)}${shape(401, 'IFCSWEPTDISKSOLID(#404,100.,$,0.,1.5707963)', 'AdvancedSweptSolid')}#404=IFCCIRCLE(#11,3000.);`
  const { converted, boxOf } = await measure(`${column(100, CIRCLE)}${tank}${dome}${bend}${pipe}`)
  const wide = (name: string) => (boxOf(name)[3] ?? 0) - (boxOf(name)[0] ?? 0)
  expect(wide('E100')).toBeGreaterThan(0.395)
  expect(wide('E200')).toBeGreaterThan(19.95)
  expect(wide('E600')).toBeGreaterThan(0.985)
  expect(wide('E300')).toBeGreaterThan(3.98)
  expect(boxOf('E400')[3]).toBeGreaterThan(3.09)
  expect(converted.report).toEqual({ warnings: [], not_shown: [] })
})

it('A quarter of a large ring has its volume', async () => {
  const ring = `${element(500)}${shape(501, 'IFCREVOLVEDAREASOLID(#504,#11,#505,1.5707963)')}#504=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,200.,400.);
#505=IFCAXIS1PLACEMENT(#506,#507);#506=IFCCARTESIANPOINT((10000.,0.,0.));#507=IFCDIRECTION((0.,1.,0.));`
  const { chunks } = await measure(ring)
  const share = measureVolume(chunks) / (0.08 * 10 * (Math.PI / 2))
  expect(share).toBeGreaterThan(0.995)
  expect(share).toBeLessThan(1)
})

it('A round hole makes its host drawn again', async () => {
  const hole = column(100, CIRCLE).replace('IFCCOLUMN', 'IFCOPENINGELEMENT')
  const text = `${UP}${hole}${element(200, 'IFCSLAB')}${buildBoxShape(201, [3000, 3000, 200])}
#300=IFCRELVOIDSELEMENT('0000000000000000000300',$,$,$,#200,#100);`
  const bytes = buildIfcFile(text)
  const round = findRoundElements(createByteSource(bytes), readIfcFile(bytes).preparation)
  expect(round?.ids.toSorted()).toEqual([100, 200])
})

it('Elements with small circles, or with circles in their plans only, are drawn once', () => {
  const plan = `${element(200, 'IFCDOOR')}#201=IFCPRODUCTDEFINITIONSHAPE($,$,(#210,#220));
#210=IFCSHAPEREPRESENTATION(#10,'Body','SweptSolid',(#212));#212=IFCEXTRUDEDAREASOLID(#213,#11,#90,2000.);#213=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,900.,40.);
#220=IFCSHAPEREPRESENTATION(#10,'Plan','Curve2D',(#221,#222));#221=IFCCIRCLE(#11,900.);#222=IFCGEOMETRICCURVESET((#221));`
  const bytes = buildIfcFile(
    `${UP}${plan}${column(100, 'IFCCIRCLEPROFILEDEF(.AREA.,$,$,100.)')}${column(300, 'IFCCIRCLEPROFILEDEF(.AREA.,$,$,200000.)')}`,
  )
  expect(findRoundElements(createByteSource(bytes), readIfcFile(bytes).preparation)).toBeNull()
})

it('Of too many round elements only the largest are drawn again', () => {
  const pipes = Array.from({ length: 5001 }, (_, at) =>
    element(1000 + at, 'IFCPIPESEGMENT').replace(/,#\d+,\$,\$\)/, ',#101,$,$)'),
  )
  const bytes = buildIfcFile(
    `${UP}${column(100, 'IFCCIRCLEPROFILEDEF(.AREA.,$,$,150.)')}${pipes.join('')}${column(200, 'IFCCIRCLEPROFILEDEF(.AREA.,$,$,400.)')}`,
  )
  expect(findRoundElements(createByteSource(bytes), readIfcFile(bytes).preparation)?.ids).toEqual([200])
})

it('A changed round column is drawn again with the elements of the previous version', async () => {
  const walls = Array.from({ length: 40 }, (_, at) => {
    const id = 1000 + at * 20
    return `${element(id, 'IFCWALL')}${buildBoxShape(id + 1, [1000 + at, 200, 2500])}`
  }).join('')
  const [older, newer] = [CIRCLE, CIRCLE.replace('200.', '300.')].map((profile) =>
    buildIfcFile(`${UP}${walls}${column(100, profile)}`),
  )
  const before = await convertBytes(older as Uint8Array)
  const after = await convertBytes(newer as Uint8Array, { previous: asPrevious(before) })
  const shapes = measureElements(await decodeChunks(after, 'model'), after.manifest.origin)
  const box = shapes.get(after.structure.elements.name.indexOf('E100'))?.box ?? []
  expect(after.manifest.carried_file).toBeDefined()
  expect(shapes.size).toBe(41)
  expect((box[3] ?? 0) - (box[0] ?? 0)).toBeGreaterThan(0.595)
})
