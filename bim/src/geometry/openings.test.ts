import { expect, test } from 'vitest'
import { convertBytes, decodeChunks } from '../../test/converted.ts'
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
