import { expect, it } from 'vitest'
import { convertBytes, decodeChunks, measureElements } from '../../test/converted.ts'
import { buildIfcFile } from '../../test/step-file.ts'

/** 50 m to the east, then a quarter of a circle of 100 m to the left, rising by 10 % from a height of 10 m. */
const CURVE = `#320=IFCGRADIENTCURVE((#330,#331),.F.,#321,$);#321=IFCCOMPOSITECURVE((#340,#341,#342),.F.);
#340=IFCCURVESEGMENT(.CONTINUOUS.,#350,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(50000.),#360);#350=IFCAXIS2PLACEMENT2D(#351,#352);
#351=IFCCARTESIANPOINT((0.,0.));#352=IFCDIRECTION((1.,0.));#360=IFCLINE(#351,#361);#361=IFCVECTOR(#352,1.);
#341=IFCCURVESEGMENT(.CONTINUOUS.,#353,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(157079.632679),#362);
#353=IFCAXIS2PLACEMENT2D(#354,#352);#354=IFCCARTESIANPOINT((50000.,0.));#362=IFCCIRCLE(#355,100000.);#355=IFCAXIS2PLACEMENT2D(#351,$);
#342=IFCCURVESEGMENT(.DISCONTINUOUS.,#356,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(0.),#360);#356=IFCAXIS2PLACEMENT2D(#357,#358);
#357=IFCCARTESIANPOINT((150000.,100000.));#358=IFCDIRECTION((0.,1.));
#330=IFCCURVESEGMENT(.CONTINUOUS.,#370,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(208113.),#360);#370=IFCAXIS2PLACEMENT2D(#371,#372);
#371=IFCCARTESIANPOINT((0.,10000.));#372=IFCDIRECTION((1.,0.1));#331=IFCCURVESEGMENT(.DISCONTINUOUS.,#373,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(0.),#360);
#373=IFCAXIS2PLACEMENT2D(#374,#372);#374=IFCCARTESIANPOINT((207079.,30707.9));`

it.each([
  ['on it', '$,$,$', 0, 0, 0],
  ['5 m to its left and 1 m above it', '5000.,1000.,$', 5, 1, 0],
  ['10 m further', '$,$,10000.', 0, 0, 10],
])(
  'A section along an alignment, %s, follows its arcs and heights',
  async (_title, offsets, left, up, further) => {
    const at = (id: number, distance: number) =>
      `#${id}=IFCAXIS2PLACEMENTLINEAR(#${id + 1},$,$);#${id + 1}=IFCPOINTBYDISTANCEEXPRESSION( IFCLENGTHMEASURE(${distance}.E0),${offsets},#320);`
    const data = `#100=IFCPAVEMENT('0000000000000000000100',$,'Road',$,$,#13,#110,$,$);#110=IFCPRODUCTDEFINITIONSHAPE($,$,(#111));
#111=IFCSHAPEREPRESENTATION(#10,'Body','AdvancedSweptSolid',(#112));#112=IFCSECTIONEDSOLIDHORIZONTAL(#320,(#113,#113),(#114,#116));
#113=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,20.,20.);${at(114, 20_000)}${at(116, 150_000)}${CURVE}`
    const model = await convertBytes(buildIfcFile(data, { schema: 'IFC4X3_ADD2' }))
    const shapes = measureElements(await decodeChunks(model, 'model'), model.manifest.origin)
    const box = shapes.get(model.structure.elements.name.indexOf('Road'))?.box ?? []
    // from 20 m to 1 radian along the arc; the section is 2 cm wide and high
    const [from, angle] = [20 + further, 1 + further / 100]
    const [east, north] = [50 + (100 - left) * Math.sin(angle), 100 - (100 - left) * Math.cos(angle)]
    const expected = [from, left, 10 + from / 10 + up, east, north, 15 + 10 * angle + up]
    for (const [axis, value] of expected.entries())
      expect(Math.abs((box[axis] ?? Number.NaN) - value), `axis ${axis} of ${box.join()}`).toBeLessThan(0.03)
    expect(model.report.warnings).toEqual([])
  },
)

it.each([
  ['A rod', 'IFCSWEPTDISKSOLID(#320,10.,$,$,$)'],
  ['A rail', 'IFCFIXEDREFERENCESWEPTAREASOLID(#113,$,#320,$,$,#114)'],
])('%s along an alignment follows its arcs and heights', async (_name, solid) => {
  const data = `#100=IFCRAIL('0000000000000000000100',$,'Rail',$,$,#13,#110,$,$);#110=IFCPRODUCTDEFINITIONSHAPE($,$,(#111));
#111=IFCSHAPEREPRESENTATION(#10,'Body','AdvancedSweptSolid',(#112));#112=${solid};#113=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,20.,20.);
#114=IFCDIRECTION((0.,0.,1.));${CURVE}`
  const model = await convertBytes(buildIfcFile(data, { schema: 'IFC4X3_ADD2' }))
  const shapes = measureElements(await decodeChunks(model, 'model'), model.manifest.origin)
  const box = shapes.get(model.structure.elements.name.indexOf('Rail'))?.box ?? []
  for (const [axis, value] of [0, 0, 10, 150, 100, 30.708].entries())
    expect(Math.abs((box[axis] ?? Number.NaN) - value), `axis ${axis} of ${box.join()}`).toBeLessThan(0.03)
})

const PROFILE = '#113=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,20.,20.);#114=IFCDIRECTION((0.,0.,1.));'
/** 3 m to the east, then an arc to the north with a radius of 1 m, then 3 m to the north and 4 m up. */
const LINE = `#320=IFCINDEXEDPOLYCURVE(#321,(IFCLINEINDEX((1,2)),IFCARCINDEX((2,3,4)),IFCLINEINDEX((4,5))),.F.);
#321=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(3000.,0.,0.),(3707.107,292.893,0.),(4000.,1000.,0.),(4000.,4000.,4000.)));`
const section = (id: number, distance: number) =>
  `#${id}=IFCAXIS2PLACEMENTLINEAR(#${id + 1},$,$);#${id + 1}=IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(${distance}.),500.,200.,$,#320);`

it.each([
  [
    'swept between two lengths of it',
    'IFCFIXEDREFERENCESWEPTAREASOLID(#113,$,#320,IFCLENGTHMEASURE(1000.),IFCNONNEGATIVELENGTHMEASURE(2000.),#114)',
    [1, 0, 0, 2, 0, 0],
  ],
  [
    'swept up to a length in its arc',
    'IFCSURFACECURVESWEPTAREASOLID(#113,$,#320,$,IFCLENGTHMEASURE(3785.398),#115);#115=IFCPLANE(#11)',
    [0, 0, 0, 3.707, 0.293, 0],
  ],
  [
    'swept with a direction',
    'IFCDIRECTRIXDERIVEDREFERENCESWEPTAREASOLID(#113,$,#320,$,$,#114)',
    [0, 0, 0, 4, 4, 4],
  ],
  [
    'of sections beside and above it',
    `IFCSECTIONEDSOLIDHORIZONTAL(#320,(#113,#113),(#116,#118));${section(116, 1000)}${section(118, 2500).replace(/;$/, '')}`,
    [1, 0.5, 0.2, 2.5, 0.5, 0.2],
  ],
])('A solid along a line in space, %s, has its place', async (_what, solid, expected) => {
  const data = `#100=IFCRAIL('0000000000000000000100',$,'Rail',$,$,#13,#110,$,$);#110=IFCPRODUCTDEFINITIONSHAPE($,$,(#111));
#111=IFCSHAPEREPRESENTATION(#10,'Body','AdvancedSweptSolid',(#112));#112=${solid};${PROFILE}${LINE}`
  const model = await convertBytes(buildIfcFile(data, { schema: 'IFC4X3_ADD2' }))
  const shapes = measureElements(await decodeChunks(model, 'model'), model.manifest.origin)
  const box = shapes.get(model.structure.elements.name.indexOf('Rail'))?.box ?? []
  for (const [axis, value] of expected.entries())
    expect(Math.abs((box[axis] ?? Number.NaN) - value), `axis ${axis} of ${box.join()}`).toBeLessThan(0.03)
})

it.each<[what: string, path: number[][], reference: number[], box: number[], ends?: string]>([
  ['to the north', [[0, 2000, 0]], [0, 0, 1], [0.03, 0, 0.09, 0.05, 2, 0.11]],
  [
    'between two lengths',
    [[0, 2000, 0]],
    [0, 0, 1],
    [0.03, 0.5, 0.09, 0.05, 1.5, 0.11],
    'IFCLENGTHMEASURE(500.),IFCLENGTHMEASURE(1500.)',
  ],
  ['to the west', [[-2000, 0, 0]], [0, 0, 2], [-2, 0.03, 0.09, 0, 0.05, 0.11]],
  ['to the east, lying', [[2000, 0, 0]], [0, 1, 0], [0, 0.09, 0.03, 2, 0.11, 0.05]],
  ['upwards', [[0, 0, 2000]], [1, 0, 0], [0.09, 0.03, 0, 0.11, 0.05, 2]],
  [
    'round a corner',
    [
      [2000, 0, 0],
      [2000, 2000, 0],
    ],
    [0, 0, 1],
    [0, -0.05, 0.09, 2.05, 2, 0.11],
  ],
  ['up a slope', [[0, -2000, 100]], [0, 0, 1], [-0.05, -1.996, 0.09, -0.03, 0.005, 0.21]],
])(
  'A profile beside a line %s keeps its direction',
  async (_what, path, reference, expected, ends = '$,$') => {
    const points = [[0, 0, 0], ...path].map(
      (point, at) => `#${320 + at}=IFCCARTESIANPOINT((${point.map((part) => `${part}.`).join()}));`,
    )
    const line = `#310=IFCPOLYLINE((${points.map((_, at) => `#${320 + at}`).join()}));${points.join('')}`
    const data = `#100=IFCRAIL('0000000000000000000100',$,'Rail',$,$,#13,#110,$,$);#110=IFCPRODUCTDEFINITIONSHAPE($,$,(#111));
#111=IFCSHAPEREPRESENTATION(#10,'Body','AdvancedSweptSolid',(#112));#112=IFCFIXEDREFERENCESWEPTAREASOLID(#113,$,#310,${ends},#116);
#113=IFCRECTANGLEPROFILEDEF(.AREA.,$,#114,20.,20.);#114=IFCAXIS2PLACEMENT2D(#115,$);#115=IFCCARTESIANPOINT((100.,40.));
#116=IFCDIRECTION((${reference.map((part) => `${part}.`).join()}));${line}`
    const model = await convertBytes(buildIfcFile(data))
    const shapes = measureElements(await decodeChunks(model, 'model'), model.manifest.origin)
    const box = shapes.get(model.structure.elements.name.indexOf('Rail'))?.box ?? []
    for (const [axis, value] of expected.entries())
      expect(Math.abs((box[axis] ?? Number.NaN) - value), `axis ${axis} of ${box.join()}`).toBeLessThan(0.002)
    expect(model.report.warnings).toEqual([])
  },
)

it.each([
  ['IFCFIXEDREFERENCESWEPTAREASOLID', '#116'],
  ['IFCSURFACECURVESWEPTAREASOLID', '#117'],
])('%s between two parameters of a circle ends at them', async (entity, reference) => {
  const data = `#100=IFCRAIL('0000000000000000000100',$,'Rail',$,$,#13,#110,$,$);#110=IFCPRODUCTDEFINITIONSHAPE($,$,(#111));
#111=IFCSHAPEREPRESENTATION(#10,'Body','AdvancedSweptSolid',(#112));#112=${entity}(#113,#11,#310,0.,1.5707963268,${reference});
#113=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,20.,20.);#116=IFCDIRECTION((0.,0.,1.));#117=IFCPLANE(#11);#310=IFCCIRCLE(#11,100.);`
  const model = await convertBytes(buildIfcFile(data))
  const [shape] = measureElements(await decodeChunks(model, 'model'), model.manifest.origin).values()
  for (const [axis, value] of [0, 0, -0.01, 0.11, 0.11, 0.01].entries())
    expect(Math.abs((shape?.box[axis] ?? Number.NaN) - value)).toBeLessThan(0.003)
})
