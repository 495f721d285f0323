import { expect, it } from 'vitest'
import { type ConvertedModel, convertBytes, decodeChunks } from '../../test/converted.ts'
import { BOX_FACES, buildBoxShape, buildIfcFile, readIfcFile } from '../../test/step-file.ts'

const WALL = "#100=IFCWALL('0000000000000000000100',$,'Wall',$,$,#13,#200,$,$);"
const BOX = WALL + buildBoxShape(200, [1000, 1000, 1000])
const SURFACE = `#300=IFCSURFACESTYLE($,.BOTH.,(#301));#301=IFCSURFACESTYLESHADING(#302,0.);#302=IFCCOLOURRGB($,0.,0.,1.);`
const CURVE = `#310=IFCCURVESTYLE($,$,$,#312);#312=IFCCOLOURRGB($,1.,0.,0.);`
const CORNERS = [0, 1].flatMap((z) => [
  [0, 0, z],
  [1, 0, z],
  [1, 1, z],
  [0, 1, z],
])
/** A cube with the shell 210 and the faces 220 to 225. */
const BREP = `${WALL}#200=IFCPRODUCTDEFINITIONSHAPE($,$,(#201));#201=IFCSHAPEREPRESENTATION(#10,'Body','Brep',(#202));#202=IFCFACETEDBREP(#210);
#210=IFCCLOSEDSHELL((${BOX_FACES.map((_, at) => `#${220 + at}`).join()}));${BOX_FACES.map(
  (corners, at) =>
    `#${220 + at}=IFCFACE((#${230 + at}));#${230 + at}=IFCFACEOUTERBOUND(#${240 + at},.T.);#${240 + at}=IFCPOLYLOOP((${corners.map((corner) => `#${250 + corner}`).join()}));`,
).join(
  '',
)}${CORNERS.map((point, at) => `#${250 + at}=IFCCARTESIANPOINT((${point.map((part) => `${part * 1000}.`).join()}));`).join('')}`
const styleFaces = () =>
  BOX_FACES.map((_, at) => `#${320 + at}=IFCSTYLEDITEM(#${220 + at},(#300),$);`).join('')

const BLUE = [0, 0, 255, 255]

async function readColors(model: ConvertedModel): Promise<number[][]> {
  const chunks = await decodeChunks(model, 'model')
  return chunks.flatMap(({ instances: { count, color } }) =>
    Array.from({ length: count }, (_, row) => [...color.subarray(row * 4, row * 4 + 4)]),
  )
}

it.each([
  ['a curve style and a surface style', `${BOX}#320=IFCSTYLEDITEM(#203,(#310,#300),$);`, BLUE],
  [
    'an assignment of both styles',
    `${BOX}#320=IFCSTYLEDITEM(#203,(#330),$);#330=IFCPRESENTATIONSTYLEASSIGNMENT((#310,#300));`,
    BLUE,
  ],
  [
    'assignments of one style each',
    `${BOX}#320=IFCSTYLEDITEM( #203 , (#330, #331),'Two; (styles)');#330=IFCPRESENTATIONSTYLEASSIGNMENT((#310));#331=IFCPRESENTATIONSTYLEASSIGNMENT((#300));`,
    BLUE,
  ],
  [
    'a surface style after a curve in a predefined colour',
    `${BOX}#320=IFCSTYLEDITEM(#203,(#350,#300),$);#350=IFCCURVESTYLE($,$,$,#351);#351=IFCDRAUGHTINGPREDEFINEDCOLOUR('red');`,
    BLUE,
  ],
  [
    'a surface style after a filled area',
    `${BOX}#320=IFCSTYLEDITEM(#203,(#350,#300),$);#350=IFCFILLAREASTYLE($,(#312),$);`,
    BLUE,
  ],
  ['a style of its shell', `${BREP}#320=IFCSTYLEDITEM(#210,(#300),$);`, BLUE],
  ['a curve style before that of its shell', `${BREP}#320=IFCSTYLEDITEM(#210,(#310,#300),$);`, BLUE],
  ['a style of its faces', BREP + styleFaces(), BLUE],
  [
    'a style of its own and another of its shell',
    `${BREP}#320=IFCSTYLEDITEM(#202,(#300),$);#321=IFCSTYLEDITEM(#210,(#340),$);
#340=IFCSURFACESTYLE($,.BOTH.,(#341));#341=IFCSURFACESTYLESHADING(#312,0.);`,
    BLUE,
  ],
])('A body with %s has the colour of its surface', async (_what, data, color) => {
  const file = buildIfcFile(data + SURFACE + CURVE)
  for (const firstEngine of [true, false])
    expect(
      await readColors(await convertBytes(file, { firstEngine })),
      `first engine: ${firstEngine}`,
    ).toEqual([color])
})

it('A file whose curve styles have a width is drawn as it is, so that its next version may reuse it', async () => {
  const data = `${BOX}#320=IFCSTYLEDITEM(#203,(#350,#300),$);#350=IFCCURVESTYLE($,$,IFCPOSITIVELENGTHMEASURE(25.),#312);${SURFACE}${CURVE}`
  expect(readIfcFile(buildIfcFile(data)).preparation.splices).toEqual([])
  expect(await readColors(await convertBytes(buildIfcFile(data)))).toEqual([BLUE])
})

const MATERIAL = `#400=IFCMATERIAL('Brick',$,$);#401=IFCRELASSOCIATESMATERIAL('0000000000000000000401',$,$,$,(#100),#400);
#402=IFCMATERIALDEFINITIONREPRESENTATION($,$,(#403),#400);#403=IFCSTYLEDREPRESENTATION(#10,'Style','Material',(#404));#404=IFCSTYLEDITEM($,(#300),$);${SURFACE}`

it.each([
  ['a curve style', `#320=IFCSTYLEDITEM(#203,(#310),$);`],
  [
    'an assigned curve style',
    `#320=IFCSTYLEDITEM(#203,(#330),$);#330=IFCPRESENTATIONSTYLEASSIGNMENT((#310));`,
  ],
  ['a hatch', `#320=IFCSTYLEDITEM(#203,(#331),$);#331=IFCFILLAREASTYLE($,(#312),$);`],
])('A solid with %s alone has the colour of its material, not of the lines', async (_what, style) => {
  const model = await convertBytes(buildIfcFile(`${BOX}${MATERIAL}${CURVE}${style}`))
  expect(await readColors(model)).toEqual([BLUE])
})
