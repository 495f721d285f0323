import { expect, test } from 'vitest'
import { convertBytes, decodeChunks } from '../test/converted.ts'
import { buildBoxShape, buildIfcFile, readIfcFile } from '../test/step-file.ts'

const space = (id: number, name: string, long: string, shape = '$') =>
  `#${id}=IFCSPACE('${String(id).padStart(22, '0')}',$,${name},$,$,#13,${shape},${long},.ELEMENT.,.INTERNAL.,$);`

test.each([
  ["'1.04'", "'Kitchen'", '1.04 Kitchen'],
  ["'1.04'", "'1.04 Kitchen'", '1.04 Kitchen'],
  ["'Kitchen'", "'kitchen'", 'kitchen'],
  ["'1.04'", '$', '1.04'],
  ['$', "'Kitchen'", 'Kitchen'],
  ["'1.04'", "' '", '1.04'],
  ['$', '$', ''],
])('A space with the name %s and the long name %s is called %j', (name, long, expected) => {
  const { contents } = readIfcFile(buildIfcFile(space(100, name, long)))
  expect(contents.structure.elements.name.at(-1)).toBe(expected)
})

test('Volumes of zones are in the layer of the rooms and count as elements with a shape', async () => {
  const converted = await convertBytes(
    buildIfcFile(`${buildBoxShape(200, [9000, 9000, 3000])}${buildBoxShape(210, [5000, 200, 3000])}
${space(100, "'1.04'", "'Kitchen'", '#200')}
#101=IFCSPATIALZONE('0000000000000000000101',$,'Fire zone',$,$,#13,#200,$,.FIRESAFETY.);
#102=IFCWALL('0000000000000000000102',$,'Wall',$,$,#13,#210,$,$);
#103=IFCRELAGGREGATES('0000000000000000000103',$,$,$,#22,(#100,#101));
#104=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000104',$,$,$,(#102),#22);`),
  )
  const { name } = converted.structure.elements
  const listNames = async (kind: 'model' | 'spaces') =>
    (await decodeChunks(converted, kind)).flatMap(({ instances }) =>
      [...instances.element].map((each) => name[each]),
    )
  expect(await listNames('model')).toEqual(['Wall'])
  expect((await listNames('spaces')).sort()).toEqual(['1.04 Kitchen', 'Fire zone'])
  expect(converted.manifest.counts.with_geometry).toBe(2)
})
