import { expect, it } from 'vitest'
import { convertBytes, decodeChunks, measureElements } from '../../test/converted.ts'
import { buildIfcFile } from '../../test/step-file.ts'

/** A plane 1 m above zero with its X axis pointing north and its Z axis pointing east. */
const PLANE = `#300=IFCPLANE(#301);#301=IFCAXIS2PLACEMENT3D(#302,#303,#304);#302=IFCCARTESIANPOINT((0.,0.,1000.));
#303=IFCDIRECTION((1.,0.,0.));#304=IFCDIRECTION((0.,1.,0.));`
const square = (id: number, from: number, to: number) =>
  `#${id}=IFCPOLYLINE((#${id + 1},#${id + 2},#${id + 3},#${id + 4},#${id + 1}));#${id + 1}=IFCCARTESIANPOINT((${from}.,${from}.));
#${id + 2}=IFCCARTESIANPOINT((${to}.,${from}.));#${id + 3}=IFCCARTESIANPOINT((${to}.,${to}.));#${id + 4}=IFCCARTESIANPOINT((${from}.,${to}.));`
const BOUNDED = `#210=IFCCURVEBOUNDEDPLANE(#300,#310,(#320));${PLANE}${square(310, 0, 2000)}${square(320, 500, 1500)}`
const BLOCK = `#103=IFCSHAPEREPRESENTATION(#10,'Body','CSG',(#104));#104=IFCBLOCK(#11,100.,100.,100.);`

const convertWall = (representation: string, shape: string, others = '', firstEngine = true) =>
  convertBytes(
    buildIfcFile(`#100=IFCWALL('0000000000000000000100',$,'Wall',$,$,#13,#101,$,$);
#101=IFCPRODUCTDEFINITIONSHAPE($,$,(#102${others}));#102=IFCSHAPEREPRESENTATION(#10,'${representation}','Surface3D',(#210));${shape}`),
    { firstEngine },
  )

it.each([
  ['a bounded plane with a hole', 'Body', BOUNDED, [0, 0, 1, 0, 2, 3], 8],
  ['a bounded plane that is no body', 'Surface', BOUNDED, [0, 0, 1, 0, 2, 3], 8],
  [
    'a trimmed plane',
    'Body',
    `#210=IFCRECTANGULARTRIMMEDSURFACE(#300,500.,0.,1000.,2000.,.T.,.T.);${PLANE}`,
    [0, 0.5, 1, 0, 1, 3],
    4,
  ],
  [
    'an extruded line of two segments',
    'Body',
    `#210=IFCSURFACEOFLINEAREXTRUSION(#211,#301,#212,3000.);${PLANE}#211=IFCARBITRARYOPENPROFILEDEF(.CURVE.,$,#213);
#212=IFCDIRECTION((0.,0.,1.));#213=IFCPOLYLINE((#214,#215,#216));#214=IFCCARTESIANPOINT((0.,0.));
#215=IFCCARTESIANPOINT((1000.,0.));#216=IFCCARTESIANPOINT((1000.,500.));`,
    [0, 0, 1, 3, 1, 1.5],
    8,
  ],
  [
    'a set of a bounded plane with a hole and a point',
    'Body',
    BOUNDED.replace('#210=', '#210=IFCGEOMETRICSET((#12,#209));#209='),
    [0, 0, 1, 0, 2, 3],
    8,
  ],
  [
    'a plane that a line in its own coordinates bounds, with a hole',
    'Body',
    `#210=IFCCURVEBOUNDEDSURFACE(#300,(#211,#212),.F.);${PLANE}${square(310, 500, 1500)}${square(320, 0, 2000)}
#211=IFCBOUNDARYCURVE((#213),.F.);#213=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#214);#214=IFCPCURVE(#300,#310);
#212=IFCOUTERBOUNDARYCURVE((#215),.F.);#215=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#216);#216=IFCPCURVE(#300,#320);`,
    [0, 0, 1, 0, 2, 3],
    8,
  ],
])('An element whose shape is %s is drawn', async (_what, representation, shape, box, vertices) => {
  for (const firstEngine of [true, false]) {
    const converted = await convertWall(representation, shape, '', firstEngine)
    const [found] = measureElements(
      await decodeChunks(converted, 'model'),
      converted.manifest.origin,
    ).values()
    for (const [side, value] of box.entries()) expect(found?.box[side]).toBeCloseTo(value, 2)
    if (firstEngine) expect(found?.vertices).toBe(vertices)
    expect(converted.report.not_shown).toEqual([])
  }
})

it('The clearance of an element with a surface as its body is not drawn', async () => {
  const { manifest } = await convertWall('Body', `${BOUNDED}${BLOCK.replace('Body', 'Clearance')}`, ',#103')
  expect(manifest.box?.map((side) => Math.round(side * 1e3))).toEqual([0, 0, 1000, 0, 2000, 3000])
})

it('Surfaces in addition to a body, and surfaces of footprints, are not drawn', async () => {
  const { manifest } = await convertWall('Surface', `${BOUNDED}${BLOCK}`, ',#103')
  expect(manifest.box?.map((side) => Math.round(side * 1e3))).toEqual([0, 0, 0, 100, 100, 100])
  const footprint = await convertWall('FootPrint', BOUNDED)
  expect(footprint.manifest.counts.with_geometry).toBe(0)
  expect(footprint.report.not_shown).toEqual([])
})

it('Thousands of surfaces that share a line which is not whole are read as fast as one', async () => {
  const ids = Array.from({ length: 4000 }, (_, at) => `#${10_000 + at}`)
  const surfaces = ids.map((id) => `${id}=IFCCURVEBOUNDEDPLANE(#300,#310,());`).join('')
  const line = `#310=IFCPOLYLINE((${'#302,'.repeat(100_000)}#9999));`
  const wall = `#100=IFCWALL('0000000000000000000100',$,'Wall',$,$,#13,#101,$,$);#101=IFCPRODUCTDEFINITIONSHAPE($,$,(#102));`
  const shape = `#102=IFCSHAPEREPRESENTATION(#10,'Body','Surface3D',(${ids.join()}));`
  const { report } = await convertBytes(buildIfcFile(`${wall}${shape}${surfaces}${PLANE}${line}`))
  expect(report.not_shown).toMatchObject([{ name: 'Wall' }])
})
