import { expect, test } from 'vitest'
import { convertBytes, decodeChunks, measureElements } from '../../test/converted.ts'
import { buildBoxShape, buildIfcFile } from '../../test/step-file.ts'

const FILE = `${buildBoxShape(200, [4000, 300, 3000])}${buildBoxShape(210, [1000, 5000, 2000])}
#100=IFCWALL('0000000000000000000100',$,'Wall',$,$,#13,#200,$,$);
#101=IFCOPENINGELEMENT('0000000000000000000101',$,'Door hole',$,$,#13,#210,$,.OPENING.);
#102=IFCRELVOIDSELEMENT('0000000000000000000102',$,$,$,#100,#101);
#103=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000103',$,$,$,(#100),#22);`

test.each(['IFC2X3', 'IFC4', 'IFC4X3'])(
  'Openings of %s are a layer of their own, outside of all counts and boxes',
  async (schema) => {
    const file =
      schema === 'IFC2X3' ? FILE.replace(',$,.OPENING.)', ',$)').replace('#200,$,$)', '#200,$)') : FILE
    const converted = await convertBytes(buildIfcFile(file, { schema }))
    const { manifest, structure, artefacts, report } = converted
    const wanted = structure.elements.name.indexOf('Door hole')
    expect(
      (await decodeChunks(converted, 'openings')).flatMap(({ instances }) => [...instances.element]),
    ).toEqual([wanted])
    expect(manifest.counts).toMatchObject({ elements: 1, with_geometry: 1, openings: 1 })
    expect(manifest.box?.map((part) => Math.round(part * 1000))).toEqual([-2000, -150, 0, 2000, 150, 3000])
    expect(artefacts.has('lines.json')).toBe(false)
    expect(report.warnings).toEqual([])
  },
)

const TYPED = `${buildBoxShape(200, [4000, 300, 3000])}${buildBoxShape(210, [1000, 5000, 2000])}
#110=IFCREPRESENTATIONMAP(#11,#204);#111=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#12,$,$);
#112=IFCMAPPEDITEM(#110,#111);#113=IFCSHAPEREPRESENTATION(#10,'Body','MappedRepresentation',(#112));#114=IFCPRODUCTDEFINITIONSHAPE($,$,(#113));
#115=IFCMAPPEDITEM(#110,#111);#116=IFCSHAPEREPRESENTATION(#10,'Body','MappedRepresentation',(#115));#117=IFCPRODUCTDEFINITIONSHAPE($,$,(#116));
#101=IFCOPENINGELEMENT('0000000000000000000101',$,'Door hole',$,$,#13,#210,$,.OPENING.);`

test.each([
  ['an opening and a larger number', 90, 100, 100],
  ['an opening and a smaller number', 100, 90, 90],
  ['an assembly with an opening', 100, 90, 80],
])('A wall of the type of one with %s stays whole', async (_title, whole, cut, host) => {
  const data = `${TYPED}#${whole}=IFCWALL('0000000000000000000${whole + 100}',$,'Whole',$,$,#13,#114,$,$);
#${cut}=IFCWALL('0000000000000000000${cut + 100}',$,'Cut',$,$,#13,#117,$,$);
#80=IFCELEMENTASSEMBLY('0000000000000000000080',$,'Assembly',$,$,#13,$,$,$,$);
#81=IFCRELAGGREGATES('0000000000000000000081',$,$,$,#80,(#${cut}));
#102=IFCRELVOIDSELEMENT('0000000000000000000102',$,$,$,#${host},#101);`
  const converted = await convertBytes(buildIfcFile(data))
  const shapes = measureElements(await decodeChunks(converted, 'model'), converted.manifest.origin)
  const verticesOf = (name: string) => shapes.get(converted.structure.elements.name.indexOf(name))?.vertices
  expect(verticesOf('Whole')).toBe(24)
  expect(verticesOf('Cut')).toBeGreaterThan(24)
})

test.each([
  [
    'subtracted from the ground is a hole',
    "#102=IFCRELVOIDSELEMENT('0000000000000000000102',$,$,$,#100,#101);",
    'openings',
  ],
  ['alone is a body', '', 'model'],
] as const)('An earthworks cut %s', async (_title, relation, kind) => {
  const data = `${buildBoxShape(200, [9000, 9000, 3000])}${buildBoxShape(210, [1000, 5000, 2000])}${relation}
#100=IFCGEOGRAPHICELEMENT('0000000000000000000100',$,'Ground',$,$,#13,#200,$,.TERRAIN.);
#101=IFCEARTHWORKSCUT('0000000000000000000101',$,'Cut',$,$,#13,#210,$,.EXCAVATION.);`
  const converted = await convertBytes(buildIfcFile(data, { schema: 'IFC4X3_ADD2' }))
  const cut = converted.structure.elements.name.indexOf('Cut')
  const chunks = await decodeChunks(converted, kind)
  expect(chunks.flatMap(({ instances }) => [...instances.element])).toContain(cut)
  const { with_geometry, openings } = converted.manifest.counts
  expect([with_geometry, openings]).toEqual(kind === 'model' ? [2, 0] : [1, 1])
})
