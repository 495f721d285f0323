import { expect, it } from 'vitest'
import { convertBytes, decodeChunks } from '../../test/converted.ts'
import { BOX_FACES, buildBoxShape, buildIfcFile } from '../../test/step-file.ts'

const WALL = "#100=IFCWALL('0000000000000000000100',$,'Wall',$,$,#13,#200,$,$);"
const shape = (item: number) =>
  `#200=IFCPRODUCTDEFINITIONSHAPE($,$,(#201));#201=IFCSHAPEREPRESENTATION(#10,'Body','Tessellation',(#${item}));`
const CORNERS = [0, 1000].flatMap((z) => [
  [0, 0, z],
  [1000, 0, z],
  [1000, 1000, z],
  [0, 1000, z],
])
const formatPoint = (point: number[]) => `(${point.map((part) => `${part}.`).join()})`
const FACES = [220, 221, 222, 223, 224, 225]
const LIST = FACES.map((face) => `#${face}`).join()
/** A cube with the faces 220 to 225. */
const FACE_SET = `#210=IFCPOLYGONALFACESET(#211,.T.,(${LIST}),$);#211=IFCCARTESIANPOINTLIST3D((${CORNERS.map(formatPoint).join()}));
${BOX_FACES.map((corners, at) => `#${220 + at}=IFCINDEXEDPOLYGONALFACE((${corners.map((corner) => corner + 1).join()}));`).join('')}`
const MAP = `#400=IFCCOLOURRGBLIST(((1.,0.,0.),(0.,1.,0.),(0.,0.,1.)));#401=IFCINDEXEDCOLOURMAP(#210,$,#400,(1,2,2,3,3,3));`
const SHELL = `(${LIST}));${BOX_FACES.map(
  (corners, at) =>
    `#${220 + at}=IFCFACE((#${230 + at}));#${230 + at}=IFCFACEOUTERBOUND(#${240 + at},.T.);#${240 + at}=IFCPOLYLOOP((${corners.map((corner) => `#${250 + corner}`).join()}));`,
).join('')}${CORNERS.map((point, at) => `#${250 + at}=IFCCARTESIANPOINT(${formatPoint(point)});`).join('')}`
const BREP = `#210=IFCFACETEDBREP(#211);#211=IFCCLOSEDSHELL(${SHELL}`
const MODEL = `#210=IFCSHELLBASEDSURFACEMODEL((#211));#211=IFCOPENSHELL(${SHELL}`
const style = (id: number, color: string, transparency = '0.') =>
  `#${id}=IFCSURFACESTYLE($,.BOTH.,(#${id + 1}));#${id + 1}=IFCSURFACESTYLESHADING(#${id + 2},${transparency});#${id + 2}=IFCCOLOURRGB($,${color});`
const STYLES = style(300, '1.,0.,0.') + style(310, '0.,0.,1.', '0.5')
const styleItem = (id: number, item: number, to: number) => `#${id}=IFCSTYLEDITEM(#${item},(#${to}),$);`
const TWO_SIDES = FACES.map((face, at) => styleItem(320 + at, face, at < 2 ? 300 : 310)).join('')
const MAPPED = `#260=IFCMAPPEDITEM(#261,#262);#261=IFCREPRESENTATIONMAP(#11,#263);#262=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#12,1.,$);
#263=IFCSHAPEREPRESENTATION(#10,'Body','Tessellation',(#210));`
const HOLE = `#101=IFCOPENINGELEMENT('0000000000000000000101',$,'Hole',$,$,#13,#500,$,.OPENING.);
#102=IFCRELVOIDSELEMENT('0000000000000000000102',$,$,$,#100,#101);${buildBoxShape(500, [1000, 1000, 3000])}`

/** Triangles of each colour, and the notes on the file. */
async function countColors(data: string, firstEngine = true) {
  const model = await convertBytes(buildIfcFile(data), { firstEngine })
  const counts: Record<string, number> = {}
  for (const { instances, geometries } of await decodeChunks(model, 'model'))
    for (let row = 0; row < instances.count; row++) {
      const color = instances.color.subarray(row * 4, row * 4 + 4).join()
      const triangles = (geometries.indexCount[instances.geometry[row] ?? 0] ?? 0) / 3
      counts[color] = (counts[color] ?? 0) + triangles
    }
  return { counts, warnings: model.report.warnings.map(({ code }) => code) }
}

const RED = '255,0,0,255'
const GREEN = '0,255,0,255'
const BLUE = '0,0,255,255'
const BLUE_GLASS = '0,0,255,128'
const CLASS = '214,209,199,255'

it.each<[what: string, data: string, counts: Record<string, number>]>([
  ['a face set with a colour map', shape(210) + FACE_SET + MAP, { [RED]: 2, [GREEN]: 4, [BLUE]: 6 }],
  [
    'a face set with a colour map that is transparent',
    shape(210) + FACE_SET + MAP.replace('#210,$', '#210,IFCNORMALISEDRATIOMEASURE(0.4)'),
    { '255,0,0,102': 2, '0,255,0,102': 4, '0,0,255,102': 6 },
  ],
  [
    'a face set with a colour map and a style',
    shape(210) + FACE_SET + MAP + STYLES + styleItem(320, 210, 310),
    { [RED]: 2, [GREEN]: 4, [BLUE]: 6 },
  ],
  [
    'a repeated face set with a colour map',
    shape(260) + MAPPED + FACE_SET + MAP,
    { [RED]: 2, [GREEN]: 4, [BLUE]: 6 },
  ],
  ['a B-rep with two styles of faces', shape(210) + BREP + STYLES + TWO_SIDES, { [RED]: 4, [BLUE_GLASS]: 8 }],
  [
    'a surface with two styles of faces',
    shape(210) + MODEL + STYLES + TWO_SIDES,
    { [RED]: 4, [BLUE_GLASS]: 8 },
  ],
  [
    'a B-rep with a style and another one of a face',
    shape(210) + BREP + STYLES + styleItem(320, 210, 300) + styleItem(321, 223, 310),
    { [RED]: 10, [BLUE_GLASS]: 2 },
  ],
  [
    'a B-rep with a style of two faces',
    shape(210) + BREP + STYLES + styleItem(320, 220, 300) + styleItem(321, 221, 300),
    { [RED]: 4, [CLASS]: 8 },
  ],
])('Each face of %s has its colour', async (_what, data, counts) => {
  const first = await countColors(WALL + data)
  expect(first).toEqual({ counts, warnings: [] })
  // The second engine gives bodies without a style that of another one.
  if (!(CLASS in counts)) expect((await countColors(WALL + data, false)).counts).toEqual(counts)
})

it('A wall with faces of several colours is cut by its opening, with one colour', async () => {
  for (const data of [FACE_SET + MAP, BREP + STYLES + TWO_SIDES])
    expect((await countColors(WALL + shape(210) + data + HOLE)).counts).toEqual({
      [data.includes('BREP') ? BLUE_GLASS : BLUE]: 20,
    })
})

it('A body that a boolean cuts is not divided', async () => {
  const data = `${shape(270)}#270=IFCBOOLEANRESULT(.DIFFERENCE.,#210,#503);${BREP}${STYLES}${TWO_SIDES}${buildBoxShape(500, [1000, 1000, 3000])}`
  expect((await countColors(WALL + data)).counts).toEqual({ [BLUE_GLASS]: 20 })
})
