import { expect, it } from 'vitest'
import { convertBytes, decodeChunks, measureElements } from '../../test/converted.ts'
import { buildIfcFile, readIfcFile } from '../../test/step-file.ts'

const PROFILE = '#201=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,2000.,1000.);'
const TO_Z = '#202=IFCDIRECTION((0.,0.,1.));#210=IFCEXTRUDEDAREASOLID(#201,#11,#202,1000.);'
const UP = '#202=IFCDIRECTION((0.,0.,1.));#203=IFCEXTRUDEDAREASOLID(#201,#11,#202,1000.);'
const MAPPED = `${PROFILE}${UP}#204=IFCSHAPEREPRESENTATION(#10,'Body','SweptSolid',(#203));#205=IFCREPRESENTATIONMAP(#11,#204);
#206=IFCCARTESIANPOINT((5000.,0.,0.));`
/** The first and the fifth point are of no face. */
const POINTS = `#211=IFCCARTESIANPOINTLIST3D(((9000.,9000.,0.),(0.,0.,0.),(1000.,0.,0.),(0.,0.,1000.),(7000.,7000.,0.),(0.,1000.,0.)));`
const operator = (rest: string) =>
  `${MAPPED}#207=IFCCARTESIANTRANSFORMATIONOPERATOR3DNONUNIFORM($,$,#206,${rest});#210=IFCMAPPEDITEM(#205,#207);`

it.each<[what: string, shape: string, box: number[]]>([
  [
    'an extrusion along a direction of length 2',
    `${PROFILE}#202=IFCDIRECTION((0.,0.,2.));#210=IFCEXTRUDEDAREASOLID(#201,#11,#202,1000.);`,
    [-1, -0.5, 0, 1, 0.5, 1],
  ],
  [
    'an oblique extrusion along a direction longer than 1, written with exponents',
    `${PROFILE}#202=IFCDIRECTION ( (3.E0, 0., 4.E+00 ) );#210=IFCEXTRUDEDAREASOLID(#201,#11,#202,1000.);`,
    [-1, -0.5, 0, 1.6, 0.5, 0.8],
  ],
  [
    'a shape whose reals have no digit before the point',
    `#201=IFCRECTANGLEPROFILEDEF(.AREA.,'Half; .5',#203,.2E4,+.1E4);#202=IFCDIRECTION((.6,0., .8));#203=IFCAXIS2PLACEMENT2D(#204,$);
#204=IFCCARTESIANPOINT((-.5E3,.5));#210=IFCEXTRUDEDAREASOLID(#201,#11,#202,1000.);`,
    [-1.5, -0.5, 0, 1.1, 0.5, 0.8],
  ],
  [
    'a shape whose placement states an axis along X only',
    `${TO_Z}${PROFILE}`.replace('#11', '#203') +
      '#203=IFCAXIS2PLACEMENT3D( #12,#204 , $ ) ;#204=IFCDIRECTION((1.,0.,0.E1));',
    [0, -1, -0.5, 1, 1, 0.5],
  ],
  [
    'a shape whose placement states an axis against X only',
    `${TO_Z}${PROFILE}`.replace('#11', '#203') +
      '#203=IFCAXIS2PLACEMENT3D(#12,#204,$);#204=IFCDIRECTION((-2.,0.,0.));',
    [-1, -1, -0.5, 0, 1, 0.5],
  ],
  [
    'a pyramid that is placed by a corner of its base',
    `#210=IFCRECTANGULARPYRAMID( #211, 1000.,2000.,3000.) ;#211=IFCAXIS2PLACEMENT3D(#212,$,#213);#212=IFCCARTESIANPOINT((500.,0.,0.));
#213=IFCDIRECTION((0.,1.,0.));`,
    [-1.5, 0, 0, 0.5, 1, 3],
  ],
  [
    'what a block and a pyramid have in common',
    `#210=IFCBOOLEANRESULT(.INTERSECTION.,#211,#212);#211=IFCBLOCK(#11,1000.,1000.,1000.);#212=IFCRECTANGULARPYRAMID(#213,1000.,1000.,500.);
#213=IFCAXIS2PLACEMENT3D(#214,$,$);#214=IFCCARTESIANPOINT((500.,500.,0.));`,
    [0.5, 0.5, 0, 1, 1, 0.5],
  ],
  [
    'an arch whose spline has three control points',
    `${TO_Z}#201=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#203);#203=IFCCOMPOSITECURVE((#204,#205),.F.);
#204=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#206);#205=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.F.,#207);#207=IFCPOLYLINE((#208,#209));
#206=IFCBSPLINECURVEWITHKNOTS(2,(#208,#211,#209),.UNSPECIFIED.,.F.,.F.,(3,3),(0.,1.),.UNSPECIFIED.);
#208=IFCCARTESIANPOINT((0.,0.));#211=IFCCARTESIANPOINT((5000.,8000.));#209=IFCCARTESIANPOINT((10000.,0.));`,
    [0, 0, 0, 10, 4, 1],
  ],
  ['a shape scaled by three factors', operator('2.,$,3.,4.'), [3, -1.5, 0, 7, 1.5, 4]],
  ['a shape whose other scales are not stated', operator('2.,$,$,$'), [3, -1, 0, 7, 1, 2]],
  ['a shape whose third scale is not stated', operator('2.,$,3.,$'), [3, -1.5, 0, 7, 1.5, 2]],
  [
    'a block that a half space with a box cuts',
    `#210=IFCBOOLEANRESULT(.DIFFERENCE.,#211,#212);#211=IFCBLOCK(#11,1000.,1000.,1000.);#212=IFCBOXEDHALFSPACE(#213,.F.,#216);
#213=IFCPLANE(#214);#214=IFCAXIS2PLACEMENT3D(#215,$,$);#215=IFCCARTESIANPOINT((0.,0.,400.));#216=IFCBOUNDINGBOX(#12,1000.,1000.,1000.);`,
    [0, 0, 0, 1, 1, 0.4],
  ],
  [
    'a rod along a polygon',
    `#210=IFCSWEPTDISKSOLIDPOLYGONAL(#211,100.,$,$,$,200.);#211=IFCPOLYLINE((#212,#213));
#212=IFCCARTESIANPOINT((0.,0.,0.));#213=IFCCARTESIANPOINT((0.,0.,2000.));`,
    [-0.1, -0.1, 0, 0.1, 0.1, 2],
  ],
  [
    'a face set that numbers its points through a list',
    `#210=IFCTRIANGULATEDFACESET(#211,$,.F.,((1,2,3),(3,2,4)),(2, 3,\n4,6) );${POINTS}`,
    [0, 0, 0, 1, 1, 1],
  ],
  [
    'an irregular network that numbers its points through a list',
    `#210=IFCTRIANGULATEDIRREGULARNETWORK(#211,$,.F.,((1,2,3),(3,2,4)),(2,3,4,6),(-1,0));${POINTS}`,
    [0, 0, 0, 1, 1, 1],
  ],
  [
    'terrain whose first and last triangles are a hole and a void',
    `#210=IFCTRIANGULATEDIRREGULARNETWORK(#211,$,.F., ( (1,2,3),(2,3,4), (4,6,5) ),$,( -1, 0,-2));${POINTS}`,
    [0, 0, 0, 1, 0, 1],
  ],
  [
    'terrain with a hole that numbers its points through a list',
    `#210=IFCTRIANGULATEDIRREGULARNETWORK(#211,$,.F.,((1,2,3),(3,2,4)),(2,3,5,6),(1,-1));${POINTS}`,
    [0, 0, 0, 7, 7, 0],
  ],
  [
    'a polygonal face set that numbers its points through a list',
    `#210=IFCPOLYGONALFACESET(#211,.F.,(#212,#213),(2,3,4,6));#212=IFCINDEXEDPOLYGONALFACE((1,2,3));
#213=IFCINDEXEDPOLYGONALFACE((3,2,4));${POINTS}`,
    [0, 0, 0, 1, 1, 1],
  ],
  [
    'a Z whose flanges are as wide as stated, with the web',
    `${TO_Z}#201 = IFCZSHAPEPROFILEDEF( .AREA., 'Z; 1', #203, 200.,80.,10.,12.,$,$ ) ;#203=IFCAXIS2PLACEMENT2D(#204,#205);
#204=IFCCARTESIANPOINT((1000.,0.));#205=IFCDIRECTION((0.,1.));`,
    [0.9, -0.075, 0, 1.1, 0.075, 1],
  ],
  [
    'a profile that is the mirror image of another',
    `${TO_Z}#201=IFCMIRROREDPROFILEDEF(.AREA.,'Mirrored; left',#203,*,$);#203=IFCRECTANGLEPROFILEDEF(.AREA.,$,#204,200.,100.);
#204=IFCAXIS2PLACEMENT2D(#205,$);#205=IFCCARTESIANPOINT((1000.,500.));`,
    [-1.1, 0.45, 0, -0.9, 0.55, 1],
  ],
  [
    'a line with a thickness and a corner',
    `${TO_Z}#201=IFCCENTERLINEPROFILEDEF(.AREA.,'Angle',#203,100.);#203=IFCPOLYLINE((#204,#205,#206));
#204=IFCCARTESIANPOINT((0.,0.));#205=IFCCARTESIANPOINT((1000.,0.));#206=IFCCARTESIANPOINT((1000.,500.));`,
    [0, -0.05, 0, 1.05, 0.5, 1],
  ],
  [
    'a closed line with a thickness',
    `${TO_Z}#201=IFCCENTERLINEPROFILEDEF(.AREA.,$,#203,100.);#203=IFCPOLYLINE((#204,#205,#206,#207,#204));
#204=IFCCARTESIANPOINT((0.,0.));#205=IFCCARTESIANPOINT((1000.,0.));#206=IFCCARTESIANPOINT((1000.,500.));
#207=IFCCARTESIANPOINT((0.,500.));`,
    [-0.05, -0.05, 0, 1.05, 0.55, 1],
  ],
])('%s is drawn in its size', async (_what, shape, box) => {
  const wall = `#100=IFCWALL('0000000000000000000100',$,'Wall',$,$,#13,#101,$,$);#101=IFCPRODUCTDEFINITIONSHAPE($,$,(#102));
#102=IFCSHAPEREPRESENTATION(#10,'Body','SweptSolid',(#210));`
  const converted = await convertBytes(buildIfcFile(`${wall}${shape}`))
  const shapes = measureElements(await decodeChunks(converted, 'model'), converted.manifest.origin)
  const found = [...shapes.values()].map((each) => each.box)
  expect(found).toHaveLength(1)
  for (const [side, value] of box.entries()) expect(found[0]?.[side]).toBeCloseTo(value, 2)
  expect(converted.report.warnings).toEqual([])
})

const rod = (id: number, name: string, radius: number) =>
  `#${id}=IFCSHAPEREPRESENTATION(#10,'${name}','SweptSolid',(#${id + 1}));#${id + 1}=IFCEXTRUDEDAREASOLID(#${id + 2},#11,#299,1000.);
#${id + 2}=IFCCIRCLEPROFILEDEF(.AREA.,$,$,${radius}.);`

it.each(['Clearance', 'Reference', 'Profile', 'CoG'])(
  'A volume called %s is not drawn with the body, but where there is no body',
  async (name) => {
    const heater = (id: number, shapes: string) =>
      `#${id}=IFCSPACEHEATER('${String(id).padStart(22, '0')}',$,'Heater',$,$,#13,#${id + 1},$,$);#${id + 1}=IFCPRODUCTDEFINITIONSHAPE($,$,(${shapes}));`
    const up = '#299=IFCDIRECTION((0.,0.,1.));'
    const repeated = `#320=IFCSHAPEREPRESENTATION(#10,'${name}','MappedRepresentation',(#321));#321=IFCMAPPEDITEM(#322,#323);
#322=IFCREPRESENTATIONMAP(#11,#300);#323=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#12,1.,$);`
    const text = `${up}${rod(300, name, 900)}${rod(310, 'Body', 100)}${repeated}`
    for (const [shapes, widest, engines] of [
      ['#300,#310', 0.2, [true, false]],
      ['#310,#320', 0.2, [true, false]],
      ['#300', 1.8, [true]],
    ] as const)
      for (const firstEngine of engines) {
        const { manifest } = await convertBytes(buildIfcFile(`${text}${heater(100, shapes)}`), {
          firstEngine,
        })
        const [west = 0, , , east = 0] = manifest.box ?? []
        expect(east - west).toBeGreaterThan(widest * 0.9)
        expect(east - west).toBeLessThan(widest * 1.1)
      }
  },
)

it.each([true, false])(
  'Of statements with the same number the first is drawn, as its properties are read (first engine: %s)',
  async (firstEngine) => {
    const wall = `#100=IFCWALL('0000000000000000000100',$,'Wall',$,$,#13,#101,$,$);#101=IFCPRODUCTDEFINITIONSHAPE($,$,(#102));
#102=IFCSHAPEREPRESENTATION(#10,'Body','SweptSolid',(#203));`
    const again = `#202=IFCDIRECTION((0.,0.,5.));#203 = IFCEXTRUDEDAREASOLID(#201,#11,#202,9000.);#201=IFCRECTANGLEPROFILEDEF(.AREA.,'Wide; 201',$,9000.,9000.);`
    const converted = await convertBytes(buildIfcFile(`${wall}${PROFILE}${UP}${again}`), { firstEngine })
    const [shape] = measureElements(
      await decodeChunks(converted, 'model'),
      converted.manifest.origin,
    ).values()
    expect(shape?.box[5]).toBeCloseTo(1, 3)
    expect(converted.report.warnings).toContainEqual(
      expect.objectContaining({ code: 'DUPLICATE_NUMBER', count: 3 }),
    )
  },
)

it('A face set with a number that no point has is named', () => {
  const { preparation } = readIfcFile(
    buildIfcFile(`#210=IFCTRIANGULATEDFACESET(#211,$,.F.,((1,2,3)),(2,3,7));${POINTS}`),
  )
  expect(preparation.warnings).toMatchObject([
    { code: 'POINT_NUMBERS', count: 1, which: ['IFCTRIANGULATEDFACESET (#210)'] },
  ])
})

const CLEARANCE = '#1000=IFCEXTRUDEDAREASOLID(#201,#11,#202,5000.);'
const references = Array.from({ length: 800 }, (_, at) => `#${1000 + at}`)
const solids = references.map((id) => `${id}=IFCEXTRUDEDAREASOLID(#201,#11,#202,5000.);`).join('')

it.each<[what: string, statement: string, others: string]>([
  [
    'of 800 items',
    `#103=IFCSHAPEREPRESENTATION(#10,'Clearance','SweptSolid',(${references.join()}));`,
    solids,
  ],
  ['with a semicolon', `#103=IFCSHAPEREPRESENTATION(#10,'Clearance','Swept;Solid''(',(#1000));`, CLEARANCE],
  [
    'with comments',
    `#103=IFCSHAPEREPRESENTATION(#10,'Clearance','Swept',(#1000/* (;) */) /* 'b; */ );`,
    CLEARANCE,
  ],
])('A clearance %s is not drawn beside the body', async (_what, statement, others) => {
  const wall = `#100=IFCWALL('0000000000000000000100',$,'Wall',$,$,#13,#101,$,$);#101=IFCPRODUCTDEFINITIONSHAPE($,$,(#102,#103));
#102=IFCSHAPEREPRESENTATION(#10,'Body','SweptSolid',(#203));`
  const converted = await convertBytes(buildIfcFile(`${wall}${PROFILE}${UP}${statement}${others}`))
  const [shape] = measureElements(await decodeChunks(converted, 'model'), converted.manifest.origin).values()
  expect(shape?.box.map((value) => Math.round(value * 1000) / 1000 + 0)).toEqual([-1, -0.5, 0, 1, 0.5, 1])
})

it('A long direction with comments is read as its direction, without a warning', async () => {
  const wall = `#100=IFCWALL('0000000000000000000100',$,'Wall',$,$,#13,#101,$,$);#101=IFCPRODUCTDEFINITIONSHAPE($,$,(#102));
#102=IFCSHAPEREPRESENTATION(#10,'Body','SweptSolid',(#210));`
  const up = `#202=/* up; */IFCDIRECTION( /* (x, y, z) */ (0.,0., /* long */ 2.));`
  const extrusion = '#210=IFCEXTRUDEDAREASOLID(#201,#11,#202,1000.);'
  const converted = await convertBytes(buildIfcFile(`${wall}${PROFILE}${up}${extrusion}`))
  const [shape] = measureElements(await decodeChunks(converted, 'model'), converted.manifest.origin).values()
  expect(shape?.box[5]).toBeCloseTo(1, 3)
  expect(converted.report.warnings).toEqual([])
})
