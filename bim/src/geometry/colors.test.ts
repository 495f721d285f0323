import { expect, test } from 'vitest'
import { convertBytes, decodeChunks } from '../../test/converted.ts'
import { buildBoxShape, buildIfcFile } from '../../test/step-file.ts'

async function readColor(rgb: string, transparency: string) {
  const { artefacts, ...converted } = await convertBytes(
    buildIfcFile(`${buildBoxShape(200, [1000, 200, 3000])}
#100=IFCWALL('0000000000000000000100',$,'Wall',$,$,#13,#200,$,$);
#101=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000101',$,$,$,(#100),#22);
#210=IFCCOLOURRGB($,${rgb});
#211=IFCSURFACESTYLERENDERING(#210,${transparency},$,$,$,$,$,$,.FLAT.);
#212=IFCSURFACESTYLE($,.BOTH.,(#211));
#213=IFCSTYLEDITEM(#203,(#212),$);`),
  )
  const [chunk] = await decodeChunks({ artefacts, ...converted }, 'model')
  return [...(chunk?.instances.color ?? [])]
}

test.each([
  ['1.,0.5,0.', '0.5', [255, 128, 0, 128]],
  ['1.,0.5,0.', '0.', [255, 128, 0, 255]],
  ['1.,0.5,0.', '1.', [255, 128, 0, 26]],
  ['1.,0.5,0.', '50.', [255, 128, 0, 128]],
  ['1.,0.5,0.', '-1.', [255, 128, 0, 255]],
  ['255.,128.,0.', '0.', [255, 128, 0, 255]],
])(
  'A style of the colour (%s) with a transparency of %s is drawn as %j',
  async (rgb, transparency, color) => {
    expect(await readColor(rgb, transparency)).toEqual(color)
  },
)
