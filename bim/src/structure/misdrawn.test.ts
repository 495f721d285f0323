import { expect, it } from 'vitest'
import { convertBytes, decodeChunks, measureElements } from '../../test/converted.ts'
import { buildBoxShape, buildIfcFile, readIfcFile } from '../../test/step-file.ts'

const wall = (id: number, shape: string, entity = 'IFCWALL') =>
  `#${id}=${entity}('${String(id).padStart(22, '0')}',$,'W${id}',$,$,#13,${shape},$,$);`
const shape = (id: number, item: string) =>
  `#${id}=IFCPRODUCTDEFINITIONSHAPE($,$,(#${id + 1}));#${id + 1}=IFCSHAPEREPRESENTATION(#10,'Body','AdvancedSweptSolid',(${item}));`
/** A cube of 1 m; the first half of its faces is red, the second half blue. */
const CUBE = `#301=IFCTRIANGULATEDFACESET(#302,$,.T.,((1,3,2),(1,4,3),(5,6,7),(5,7,8),(1,2,6),(1,6,5),(2,3,7),(2,7,6),(3,4,8),(3,8,7),(4,1,5),(4,5,8)),$);
#302=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(1000.,0.,0.),(1000.,1000.,0.),(0.,1000.,0.),(0.,0.,1000.),(1000.,0.,1000.),(1000.,1000.,1000.),(0.,1000.,1000.)));
#303=IFCINDEXEDCOLOURMAP(#301,$,#304,(1,1,1,1,1,1,2,2,2,2,2,2));#304=IFCCOLOURRGBLIST(((1.,0.,0.),(0.,0.,1.)));`
const FIXED = `#311=IFCFIXEDREFERENCESWEPTAREASOLID(#312,$,#313,$,$,#316);#312=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,1000.,1000.);
#313=IFCPOLYLINE((#12,#315));#315=IFCCARTESIANPOINT((5000.,0.,0.));#316=IFCDIRECTION((0.,0.,1.));`

it('Elements keep the colours of their faces, and swept shapes their extent', async () => {
  const file = buildIfcFile(
    `${CUBE}${FIXED}${shape(400, '#301')}${shape(410, '#311')}${wall(100, '#400')}${wall(101, '#410')}`,
  )
  const converted = await convertBytes(file)
  const chunks = await decodeChunks(converted, 'model')
  const shapes = measureElements(chunks, converted.manifest.origin)
  const { name } = converted.structure.elements
  const boxOf = (wanted: string) =>
    shapes.get(name.indexOf(wanted))?.box.map((side) => Math.round(side * 1e3))
  expect(boxOf('W100')).toEqual([0, 0, 0, 1000, 1000, 1000])
  expect(boxOf('W101')).toEqual([0, -500, -500, 5000, 500, 500])
  const colors = chunks.flatMap(({ instances: { element, color } }) =>
    [...element].flatMap((of, at) => (name[of] === 'W100' ? [[...color.subarray(at * 4, at * 4 + 3)]] : [])),
  )
  expect(colors.sort()).toEqual([
    [0, 0, 255],
    [255, 0, 0],
  ])
  expect(converted.report.warnings).toMatchObject([{ code: 'SECOND_ENGINE', count: 1 }])
  expect(converted.manifest.counts.with_geometry).toBe(2)
})

it('Elements that are cut by such a shape, or repeat it, are found, and no others', () => {
  const rounded = '#320=IFCEXTRUDEDAREASOLID(#321,#11,#322,1000.);#322=IFCDIRECTION((0.,0.,1.));'
  const profile = '#321=IFCROUNDEDRECTANGLEPROFILEDEF(.AREA.,$,$,1000.,1000.,200.);'
  const repeated = `#330=IFCMAPPEDITEM(#331,#332);#331=IFCREPRESENTATIONMAP(#11,#401);#332=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#12,1.,$);`
  const text = `${rounded}${profile}${shape(400, '#320')}${repeated}${shape(410, '#330')}${buildBoxShape(200, [4000, 200, 2500])}
${wall(100, '#410')}${wall(101, '#200')}${wall(102, '#200')}${wall(103, '#400', 'IFCOPENINGELEMENT')}
#500=IFCRELVOIDSELEMENT('0000000000000000000500',$,$,$,#102,#103);`
  const { preparation } = readIfcFile(buildIfcFile(text))
  expect([...preparation.misdrawn].sort()).toEqual([100, 102, 103])
})

it.each([
  [
    'an arc through three points of one line',
    `#321=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#323);#323=IFCINDEXEDPOLYCURVE(#324,(IFCARCINDEX((1,2,3)),IFCLINEINDEX((3,4,5,1))),.F.);
#324=IFCCARTESIANPOINTLIST2D(((0.,0.),(500.,0.),(1000.,0.),(1000.,1000.),(0.,1000.)));#325=IFCDIRECTION((1.,0.,0.));`,
    [0, 0, 0, 1, 1, 1],
  ],
  [
    'an axis in the direction of its reference',
    '#321=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,1000.,1000.);#325=IFCDIRECTION((0.,0.,1.));',
    [-0.5, -0.5, 0, 0.5, 0.5, 1],
  ],
])(
  'An element with %s, for which the first engine computes no numbers, is drawn',
  async (_what, profile, box) => {
    const solid = `#320=IFCEXTRUDEDAREASOLID(#321,#326,#322,1000.);#322=IFCDIRECTION((0.,0.,1.));#326=IFCAXIS2PLACEMENT3D(#12,#322,#325);`
    const converted = await convertBytes(
      buildIfcFile(`${solid}${profile}${shape(400, '#320')}${wall(100, '#400')}`),
    )
    const shapes = measureElements(await decodeChunks(converted, 'model'), converted.manifest.origin)
    expect([...shapes.values()].map((each) => each.box.map((side) => Math.round(side * 1e3) / 1e3))).toEqual([
      box,
    ])
    expect(converted.report).toMatchObject({ warnings: [{ code: 'SECOND_ENGINE' }], not_shown: [] })
  },
)
