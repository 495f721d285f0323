import { expect, it } from 'vitest'
import { convertBytes } from '../../test/converted.ts'
import { buildBoxShape, buildIfcFile } from '../../test/step-file.ts'

const direction = (id: number, ...parts: number[]) =>
  `#${id}=IFCDIRECTION((${parts.map((part) => part.toFixed(3)).join()}));`
const DIRECTIONS = [
  direction(301, 1, 0, 0),
  direction(302, 0, 1, 0),
  direction(303, 0, 0, 1),
  direction(304, 1, 1, 0),
  direction(305, -1, 1, 0),
  direction(306, 3, 0, 4),
  direction(307, 0, -1, 0),
  direction(308, 1, 0),
  direction(309, 0, 1),
  direction(310, 1, 1),
].join('')
const WALL = `#100=IFCWALL('0000000000000000000100',$,'Wall',$,$,#13,#101,$,$);#101=IFCPRODUCTDEFINITIONSHAPE($,$,(#102));
#102=IFCSHAPEREPRESENTATION(#10,'Body','MappedRepresentation',(#103));#103=IFCMAPPEDITEM(#104,#105);#104=IFCREPRESENTATIONMAP(#106,#204);
#106=IFCAXIS2PLACEMENT3D(#107,$,$);#107=IFCCARTESIANPOINT((2000.,100.,0.));${DIRECTIONS}${buildBoxShape(200, [4000, 200, 2500])}`

async function findBox(data: string): Promise<number[][]> {
  const boxes: number[][] = []
  for (const firstEngine of [true, false]) {
    const { manifest, report } = await convertBytes(buildIfcFile(data), { firstEngine })
    if (firstEngine) expect(report.warnings).toEqual([])
    boxes.push(manifest.box?.map((side) => Math.round(side * 1e3) + 0) ?? [])
  }
  return boxes
}

it.each([
  ['a second axis that is not perpendicular', '3D(#301,#304,#12,1.,#303)', [0, 0, 0, 4000, 200, 2500]],
  ['a second axis that leans against its side', '3D(#302,#304,#12,1.,#303)', [0, 0, 0, 200, 4000, 2500]],
  ['a first axis that leans to the third', '3D(#306,#302,#12,1.,#303)', [0, 0, 0, 4000, 200, 2500]],
  ['a third axis that leans to the first', '3D(#301,#302,#12,1.,#306)', [0, 0, -2400, 4700, 200, 2000]],
  ['a second axis along Z and no third', '3D(#301,#303,#12,1.,$)', [0, 0, 0, 4000, 200, 2500]],
  ['a second axis that mirrors', '3D(#301,#307,#12,2.,$)', [0, -400, 0, 8000, 0, 5000]],
  ['the first axis only', '3D(#302,$,#12,1.,$)', [-200, 0, 0, 0, 4000, 2500]],
  ['the first and the third axis', '3D(#302,$,#12,1.,#303)', [-200, 0, 0, 0, 4000, 2500]],
  ['the third axis only', '3D ( $, $ , #12, 1., #301 )', [0, 0, 0, 2500, 4000, 200]],
  [
    'oblique axes and scales that are not all stated',
    '3DNONUNIFORM(#301,#304,#12,2.,#303,3.,$)',
    [0, 0, 0, 8000, 600, 5000],
  ],
])(
  'An element whose repeated shape has a transformation with %s is drawn straight',
  async (_what, rest, box) => {
    const found = await findBox(`${WALL}#105=IFCCARTESIANTRANSFORMATIONOPERATOR${rest};`)
    expect(found).toEqual([box, box])
  },
)

it.each([
  ['an oblique second axis', '#308,#310', [0, 0, 0, 2000, 1000, 500]],
  ['the first axis only', '#309,$', [-1000, 0, 0, 0, 2000, 500]],
  ['the second axis only', '$,#308', [0, -2000, 0, 1000, 0, 500]],
])('A solid of a profile that is transformed by %s is drawn straight', async (_what, axes, box) => {
  const data = `#100=IFCWALL('0000000000000000000100',$,'Wall',$,$,#13,#101,$,$);#101=IFCPRODUCTDEFINITIONSHAPE($,$,(#102));
#102=IFCSHAPEREPRESENTATION(#10,'Body','SweptSolid',(#103));#103=IFCEXTRUDEDAREASOLID(#104,#11,#303,500.);${DIRECTIONS}
#104=IFCDERIVEDPROFILEDEF(.AREA.,$,#105,#106,$);#105=IFCRECTANGLEPROFILEDEF(.AREA.,$,#110,2000.,1000.);#110=IFCAXIS2PLACEMENT2D(#111,$);
#111=IFCCARTESIANPOINT((1000.,500.));#106=IFCCARTESIANTRANSFORMATIONOPERATOR2D(${axes},#112,1.);#112=IFCCARTESIANPOINT((0.,0.));`
  expect(await findBox(data)).toEqual([box, box])
})
