import { expect, test } from 'vitest'
import { type ByteSource, createByteSource } from '../source.ts'
import { extractProducts } from './extract-products.ts'

const HEADER =
  "ISO-10303-21;\nHEADER;\nFILE_NAME('#1=IFCWALL(;','');\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n"
const model = `${HEADER}#1=IFCPROJECT('p',$,'Tower; #90 isn''t here',$,$,$,$,(#2),#3);
#2= IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#4,$);
#3=IFCUNITASSIGNMENT(());#4=IFCAXIS2PLACEMENT3D(#5,$,$);
#5=IFCCARTESIANPOINT((0.,0.,0.));
/* #6=IFCWALL(;'; */
#10=IFCWALL('w',$,'A /* no comment',$,$,#11,#12,$);
#11=IFCLOCALPLACEMENT($,#4);
#12=IFCPRODUCTDEFINITIONSHAPE($,$,(#13));
#13=IFCSHAPEREPRESENTATION(#2,'Body','SweptSolid',(#14));
#14=IFCEXTRUDEDAREASOLID(#15,#4,$,3.);
#15=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,5.,0.2);
#20=IFCWALL('x',$,'Another',$,$,#21,$,$);
#21=IFCLOCALPLACEMENT($,#4);
#30=IFCRELVOIDSELEMENT('r',$,$,$,#10,#31);
#31=IFCOPENINGELEMENT('o',$,$,$,$,#11,$,$);
#32=IFCRELVOIDSELEMENT('s',$,$,$,#20,#33);
#33=IFCOPENINGELEMENT('q',$,$,$,$,#21,$,$);
#40=IFCSTYLEDITEM(#14,(#41),$);
#41=IFCSURFACESTYLE('red',.BOTH.,());
#42=IFCSTYLEDITEM(#99,(#43),$);
#43=IFCSURFACESTYLE('blue',.BOTH.,());
#50=IFCRELASSOCIATESMATERIAL('m',$,$,$,(#20,#10),#51);
#51=IFCMATERIAL('Brick; ''red''');
#52=IFCMATERIALDEFINITIONREPRESENTATION($,$,(#53),#51);
#53=IFCSTYLEDREPRESENTATION(#2,$,$,());
#54=IFCRELASSOCIATESMATERIAL('n',$,$,$,(#20),#55);
#55=IFCMATERIAL('Steel');
#60=IFCRELAGGREGATES('a',$,$,$,#61,(#10,#20));
#61=IFCWALL('whole',$,$,$,$,#21,$,$);
#62=IFCRELVOIDSELEMENT('t',$,$,$,#61,#63);
#63=IFCOPENINGELEMENT('u',$,$,$,$,#21,$,$);
#10=IFCSLAB('twice',$,$,$,$,#99,$,$);
ENDSEC;
END-ISO-10303-21;
`
const source = (text: string): ByteSource => createByteSource(new TextEncoder().encode(text))
const read = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const idsIn = (text: string) => [...text.matchAll(/^#(\d+)\s*=/gm)].map((match) => Number(match[1]))

test('an excerpt contains only the element with its references, openings, styles and container', () => {
  const text = read(extractProducts(source(model), new Set([10])))
  expect(text.startsWith(HEADER)).toBe(true)
  expect(text.endsWith('ENDSEC;\nEND-ISO-10303-21;\n')).toBe(true)
  expect(idsIn(text)).toEqual([
    ...[1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 21, 30, 31, 40, 41, 50, 51, 52, 53, 60, 61, 62, 63],
  ])
  expect(text).toContain("#50=IFCRELASSOCIATESMATERIAL('m',$,$,$,(#10),#51);")
  expect(text).toContain("#60=IFCRELAGGREGATES('a',$,$,$,#61,(#10));")
  expect(text).toContain("#51=IFCMATERIAL('Brick; ''red''');")
  expect(text).not.toContain('twice')
})

test('an excerpt does not depend on line breaks and read windows', () => {
  const expected = idsIn(read(extractProducts(source(model), new Set([10]))))
  const others = [
    model.replaceAll('\n', '\r\n'),
    model.replaceAll(';\n', ';'),
    model.replaceAll('=IFC', ' =\n ifc'),
  ]
  for (const other of others) {
    const found = read(extractProducts(source(other), new Set([10])))
    expect([...found.matchAll(/(?:^|;\s*)#(\d+)\s*=/g)].map((match) => Number(match[1]))).toEqual(expected)
  }
  // longer than the read window, with one statement that exceeds the window itself
  const long = `#7=IFCTEXT('${'x'.repeat(9_000_000)}');\n`
  const padded = model.replace('#10=IFCWALL', `${long}#10=IFCWALL`)
  expect(idsIn(read(extractProducts(source(padded), new Set([10]))))).toEqual(expected)
})

test('truncated, cyclic and missing statements do not cause endless loops', () => {
  const loop = `${HEADER}#1=IFCPROJECT('p',$,$,$,$,$,$,(#2),#3);\n#2=IFCX(#1,#2);\n`
  expect(idsIn(read(extractProducts(source(loop), new Set([2, 77]))))).toEqual([1, 2])
  for (let end = 0; end < model.length; end += 7)
    expect(read(extractProducts(source(model.slice(0, end)), new Set([10])))).toContain('END-ISO-10303-21;')
})
