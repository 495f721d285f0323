import { describe, expect, it } from 'vitest'
import { asPrevious, convertBytes, decodeChunks } from '../../test/converted.ts'
import { buildBoxShape, buildIfcFile } from '../../test/step-file.ts'

const RED = `#60=IFCSURFACESTYLE('s',.BOTH.,(#61));#61=IFCSURFACESTYLERENDERING(#62,0.5,$,$,$,$,$,$,.FLAT.);
#62=IFCCOLOURRGB($,1.,0.,0.);#63=IFCMATERIALDEFINITIONREPRESENTATION($,$,(#64),#66);
#64=IFCSTYLEDREPRESENTATION(#10,'Style','Material',(#65));#65=IFCSTYLEDITEM($,(#60),$);#66=IFCMATERIAL('Steel',$,$);`
const PROXY = `#100=IFCBUILDINGELEMENTPROXY('0000000000000000000100',$,'Proxy',$,$,#13,#200,$,$);${buildBoxShape(200, [1000, 1000, 1000])}`
const TYPE = `#70=IFCBUILDINGELEMENTPROXYTYPE('0000000000000000000070',$,'Type',$,$,$,$,$,$,.NOTDEFINED.);
#71=IFCRELDEFINESBYTYPE('0000000000000000000071',$,$,$,(#100),#70);`
const assign = (id: number, to: number, material: number) =>
  `#${id}=IFCRELASSOCIATESMATERIAL('00000000000000000000${id}',$,$,$,(#${to}),#${material});`
const layer = (item: number, style = 60) =>
  `#75=IFCPRESENTATIONLAYERWITHSTYLE('Layer',$,(#${item}),$,.T.,.F.,.F.,(#${style}));`
const SET = `#67=IFCMATERIALLAYER(#66,200.,$,$,$,$,$);#68=IFCMATERIALLAYERSET((#67),'Set',$);`
const BLUE =
  '#80=IFCSTYLEDITEM(#203,(#81),$);#81=IFCSURFACESTYLE($,.BOTH.,(#82));#82=IFCSURFACESTYLESHADING(#83,0.);#83=IFCCOLOURRGB($,0.,0.,1.);'

async function readColors(
  data: string,
  previous?: Awaited<ReturnType<typeof convertBytes>>,
): Promise<number[][]> {
  const model = await convertBytes(buildIfcFile(data), previous && { previous: asPrevious(previous) })
  const chunks = await decodeChunks(model, 'model')
  return chunks.flatMap(({ instances: { count, color } }) =>
    Array.from({ length: count }, (_, row) => [...color.subarray(row * 4, row * 4 + 4)]),
  )
}

describe('An element without a style of its own', () => {
  it.each([
    ['the material of its type', TYPE + assign(72, 70, 66)],
    ['the layers of its type', TYPE + SET + assign(72, 70, 68)],
    ['the layer of its representation', layer(204)],
    ['the layer of its item', layer(203)],
  ])('has the colour of %s', async (_from, data) => {
    expect(await readColors(PROXY + RED + data)).toEqual([[255, 0, 0, 128]])
  })

  it('keeps the colour of its class where it has a material without a colour', async () => {
    const plain = "#69=IFCMATERIAL('Plain',$,$);"
    const [color] = await readColors(PROXY + RED + TYPE + plain + assign(72, 70, 66) + assign(73, 100, 69))
    expect(color).toEqual([196, 192, 184, 255])
  })

  it('keeps the style of its item', async () => {
    expect(await readColors(PROXY + RED + TYPE + BLUE + layer(204) + assign(72, 70, 66))).toEqual([
      [0, 0, 255, 255],
    ])
  })

  it('has the new colour of its layer in the next version', async () => {
    const other = PROXY.replaceAll('#20', '#30').replaceAll('100', '101')
    const before = await convertBytes(
      buildIfcFile(PROXY + RED + BLUE.replace('#203', '#303') + other + layer(204)),
    )
    const green = RED.replace('1.,0.,0.', '0.,1.,0.')
    const after = await readColors(PROXY + green + BLUE.replace('#203', '#303') + other + layer(204), before)
    expect(after).toContainEqual([0, 255, 0, 128])
    expect(after).toContainEqual([0, 0, 255, 255])
  })
})
