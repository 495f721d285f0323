import { expect, it } from 'vitest'
import { convertBytes } from '../../test/converted.ts'
import { buildIfcFile } from '../../test/step-file.ts'

const REASON = 'The shape is a surface or a solid of a kind that cannot be drawn.'
const CORNERS = `#213=IFCCARTESIANPOINT((0.,1000.,0.));#214=IFCCARTESIANPOINT((1000.,0.,0.));#215=IFCCARTESIANPOINT((1000.,1000.,500.));`
const PROFILE = '#219=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,100.,100.);'

const convertWall = (shape: string, representation: string) =>
  convertBytes(
    buildIfcFile(`#100=IFCWALL('0000000000000000000100',$,'Wall',$,$,#13,#101,$,$);#101=IFCPRODUCTDEFINITIONSHAPE($,$,(#102));
#102=IFCSHAPEREPRESENTATION(#10,'${representation}','Surface3D',(#210));${CORNERS}${shape}`),
  )

it.each([
  [
    'a surface of revolution',
    `#210=IFCSURFACEOFREVOLUTION(#216,#11,#217);#216=IFCARBITRARYOPENPROFILEDEF(.CURVE.,$,#212);
#217=IFCAXIS1PLACEMENT(#12,$);#212=IFCPOLYLINE((#213,#214));`,
  ],
  [
    'a trimmed cylinder',
    `#210=IFCRECTANGULARTRIMMEDSURFACE(#211,0.,0.,1.,2000.,.T.,.T.);#211=IFCCYLINDRICALSURFACE(#11,500.);`,
  ],
  [
    'a surface of revolution in a set',
    `#210=IFCGEOMETRICSET((#220));#220=IFCSURFACEOFREVOLUTION(#216,#11,#217);#216=IFCARBITRARYOPENPROFILEDEF(.CURVE.,$,#212);
#217=IFCAXIS1PLACEMENT(#12,$);#212=IFCPOLYLINE((#213,#214));`,
  ],
  ['a sphere', '#210=IFCSPHERICALSURFACE(#11,500.);'],
  ['a torus', '#210=IFCTOROIDALSURFACE(#11,500.,100.);'],
  [
    'a solid between unlike sections',
    `#210=IFCSECTIONEDSPINE(#216,(#219,#220),(#11,#218));${PROFILE}#220=IFCCIRCLEPROFILEDEF(.AREA.,$,$,50.);#216=IFCCOMPOSITECURVE((#217),.F.);
#217=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#212);#212=IFCPOLYLINE((#12,#215));#218=IFCAXIS2PLACEMENT3D(#215,$,$);`,
  ],
])('An element whose shape is %s is listed as not shown, and its file is opened', async (_what, shape) => {
  const { report } = await convertWall(shape, 'Body')
  expect(report.not_shown).toMatchObject([{ name: 'Wall', code: 'UNKNOWN_SHAPE', reason: REASON }])
  expect(report.warnings).toMatchObject([{ code: 'GEOMETRY', count: 1, which: ['Wall'] }])
})

it('A surface of splines is drawn, and one that is a region of the plan is not missed', async () => {
  const spline = `#210=IFCBSPLINESURFACEWITHKNOTS(1,1,((#12,#213),(#214,#215)),.UNSPECIFIED.,.F.,.F.,.F.,(2,2),(2,2),(0.,1.),(0.,1.),.UNSPECIFIED.);`
  const drawn = await convertWall(spline, 'Body')
  expect(drawn.report.not_shown).toEqual([])
  const box = drawn.manifest.box ?? []
  for (const [side, value] of [0, 0, 0, 1, 1, 0.5].entries()) expect(box[side]).toBeCloseTo(value, 2)
  const { report } = await convertWall(spline, 'FootPrint')
  expect(report.not_shown).toEqual([])
})

it('A file says which elements are shown without a part, and which of its layers are switched off', async () => {
  const sphere = '#210=IFCBLOCK(#11,100.,100.,100.);#220=IFCSPHERICALSURFACE(#11,500.);'
  const layer = (id: number, name: string, states: string) =>
    `#${id}=IFCPRESENTATIONLAYERWITHSTYLE('${name}',$,(#102),$,${states},.F.,());`
  const layers = `${layer(310, 'On', '.T.,.F.')}${layer(311, 'Off', '.F.,.F.')}${layer(312, 'Frozen', '.T.,.T.')}${layer(313, 'Unknown', '.U.,.U.')}`
  const { report } = await convertBytes(
    buildIfcFile(`#100=IFCWALL('0000000000000000000100',$,'Wall',$,$,#13,#101,$,$);#101=IFCPRODUCTDEFINITIONSHAPE($,$,(#102));
#102=IFCSHAPEREPRESENTATION(#10,'Body','SolidModel',(#210,#220));${sphere}${layers}`),
  )
  expect(report.not_shown).toEqual([])
  expect(report.warnings).toMatchObject([
    { code: 'LAYER_OFF', count: 2, which: ['Off', 'Frozen'] },
    { code: 'PARTS_UNKNOWN', count: 1, which: ['Wall'] },
  ])
})
