import { expect, test } from 'vitest'
import { convertBytes, decodeChunks } from '../../test/converted.ts'
import { buildBoxShape, buildIfcFile } from '../../test/step-file.ts'
import { createByteSource } from '../source.ts'
import { readMarkingWhite } from './white-colors.ts'

const FRAME = `#100=IFCWINDOW('0000000000000000000100',$,'Window',$,$,#13,#101,$,$,$,$,$,$);${buildBoxShape(101, [1000, 100, 1000])}`
const style = (color: string) => `#310=IFCSTYLEDITEM(#104,(#300),$);#300=IFCSURFACESTYLE($,.BOTH.,(#301));
#301=IFCSURFACESTYLERENDERING(#302,0.,$,$,$,$,$,$,.NOTDEFINED.);#302=IFCCOLOURRGB(${color});`

test.each([
  ['opaque white', style('$,1.,1.,1.'), [255, 255, 255, 255]],
  ['white with a name and exponents', style("'it''s, 1.', 1.0E0 ,1 , 1.00"), [255, 255, 255, 255]],
  ['a light yellow', style('$,1.,1.,0.9'), [255, 255, 230, 255]],
  ['no colour', '', [168, 196, 208, 120]],
])('A window with %s is drawn so', async (_what, colors, color) => {
  const [chunk] = await decodeChunks(await convertBytes(buildIfcFile(`${FRAME}${colors}`)), 'model')
  expect([...(chunk?.instances.color ?? [])]).toEqual(color)
})

test('White colours are marked wherever a piece of the file begins and ends', () => {
  const colors = ['$,1.,1.,1.', "'White',1.000,1.,1.E0", '$,1.,1.,0.', "'1.,1.,1.',0.,1.,1."]
  const text = colors.map((color, at) => `#${at + 1}=IFCCOLOURRGB(${color});\n`).join('')
  const source = createByteSource(new TextEncoder().encode(text))
  const marked = text.replace('($,1.,1.,1.', '($,2.,1.,1.').replace("'White',1", "'White',2")
  for (const size of [7, 31, 64, 1000]) {
    let read = ''
    for (let at = 0; at < source.size; at += size)
      read += new TextDecoder().decode(readMarkingWhite(source, at, Math.min(size, source.size - at)))
    expect(read).toBe(marked)
  }
  expect(new TextDecoder().decode(source.read(0, source.size))).toBe(text)
})
