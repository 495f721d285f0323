import { expect, it } from 'vitest'
import { convertBytes, decodeChunks, measureElements } from '../../test/converted.ts'
import { buildBoxShape, buildIfcFile } from '../../test/step-file.ts'
import type { LineLayer } from '../model.ts'

/** Axes 1 and 2 along X at y = 0 and 5 m, A and B along Y at x = 3 and 7 m, on a grid at (100 m, 0, 1 m); C is an arc. */
const GRID = `#300=IFCGRID('0000000000000000000300',$,'Axes',$,$,#390,$,(#301,#302),(#303,#304),(#305),$);
#301=IFCGRIDAXIS('1',#311,.T.);#302=IFCGRIDAXIS('2',#312,.T.);#303=IFCGRIDAXIS('A',#313,.T.);#304=IFCGRIDAXIS('B',#314,.F.);
#305=IFCGRIDAXIS('C',#315,.T.);#311=IFCPOLYLINE((#321,#322));#312=IFCPOLYLINE((#323,#324));
#313=IFCPOLYLINE((#325,#326));#314=IFCPOLYLINE((#328,#327));#315=IFCCIRCLE(#329,9000.);
#321=IFCCARTESIANPOINT((0.,0.));#322=IFCCARTESIANPOINT((10000.,0.));#323=IFCCARTESIANPOINT((0.,5000.));
#324=IFCCARTESIANPOINT((6000.,5000.));#325=IFCCARTESIANPOINT((3000.,-1000.));#326=IFCCARTESIANPOINT((3000.,9000.));
#327=IFCCARTESIANPOINT((7000.,-1000.));#328=IFCCARTESIANPOINT((7000.,9000.));#329=IFCAXIS2PLACEMENT2D(#321,$);
#390=IFCLOCALPLACEMENT(#13,#391);#391=IFCAXIS2PLACEMENT3D(#392,$,$);#392=IFCCARTESIANPOINT((100000.,0.,1000.));`
const DIRECTION = '#340=IFCDIRECTION((0.,1.,0.));'

it.each<[what: string, schema: string, placement: string, at: number[], isTurned: boolean]>([
  ['two axes, beyond the end of one', 'IFC4', '(#330,$)', [107, 5, 1], false],
  ['axes with offsets to their left', 'IFC4', '(#331,$)', [102.8, 0.1, 1.3], false],
  ['the second axis against its curve', 'IFC4', '(#332,$)', [107, 0, 1], true],
  ['a given direction', 'IFC4X3_ADD2', '(#390,#330,#340)', [107, 5, 1], true],
  ['the way to another crossing', 'IFC4X3_ADD2', '($,#333,#334)', [103, 0, 1], true],
  ['an axis that is an arc', 'IFC4', '(#335,$)', [109, 0, 1], false],
])(
  'An element stands at the crossing of axes of a grid: %s',
  async (_what, schema, placement, at, isTurned) => {
    const crossings = `#330=IFCVIRTUALGRIDINTERSECTION((#302,#304),(0.,0.));#331=IFCVIRTUALGRIDINTERSECTION((#301,#303),(100.,200.,300.));
#332=IFCVIRTUALGRIDINTERSECTION((#304,#301),(0.,0.));#333=IFCVIRTUALGRIDINTERSECTION((#301,#303),(0.,0.));
#334=IFCVIRTUALGRIDINTERSECTION((#302,#303),(0.,0.));#335=IFCVIRTUALGRIDINTERSECTION((#301,#305),(0.,0.));`
    const text = `${GRID}${DIRECTION}${crossings}#350=IFCGRIDPLACEMENT${placement};${buildBoxShape(200, [4000, 200, 2500])}
#100=IFCWALL('0000000000000000000100',$,'Wall',$,$,#350,#200,$,$);`
    const file = buildIfcFile(text, { schema })
    for (const firstEngine of [true, false]) {
      const converted = await convertBytes(file, { firstEngine })
      const [shape] = measureElements(
        await decodeChunks(converted, 'model'),
        converted.manifest.origin,
      ).values()
      const [x = 0, y = 0, z = 0] = at
      const [dx, dy] = isTurned ? [0.1, 2] : [2, 0.1]
      for (const [side, value] of [x - dx, y - dy, z, x + dx, y + dy, z + 2.5].entries())
        expect(shape?.box[side]).toBeCloseTo(value, 2)
      expect(converted.report.warnings.filter(({ code }) => code !== 'SECOND_ENGINE')).toEqual([])
    }
  },
)

it('Elements at axes that do not cross are named', async () => {
  const text = `${GRID}#330=IFCVIRTUALGRIDINTERSECTION((#301,#302),(0.,0.));#350=IFCGRIDPLACEMENT(#330,$);
${buildBoxShape(200, [4000, 200, 2500])}#100=IFCWALL('0000000000000000000100',$,'Wall',$,$,#350,#200,$,$);`
  const { report } = await convertBytes(buildIfcFile(text))
  expect(report.warnings).toMatchObject([{ code: 'GRID_PLACEMENT', count: 1 }])
})

it('Lines and symbols of doors stand at the crossing of axes', async () => {
  const text = `${GRID}${DIRECTION}#330=IFCVIRTUALGRIDINTERSECTION((#302,#304),(0.,0.));#350=IFCGRIDPLACEMENT(#330,#340);
#100=IFCANNOTATION('0000000000000000000100',$,'Line',$,$,#350,#101);#101=IFCPRODUCTDEFINITIONSHAPE($,$,(#102));
#102=IFCSHAPEREPRESENTATION(#10,'Annotation','Curve3D',(#103));#103=IFCPOLYLINE((#12,#104));#104=IFCCARTESIANPOINT((1000.,0.,0.));
#110=IFCDOOR('0000000000000000000110',$,'Door',$,$,#111,$,$,2100.,900.,.DOOR.,.SINGLE_SWING_LEFT.,$);
#111=IFCLOCALPLACEMENT(#350,#11);`
  const { artefacts, report } = await convertBytes(buildIfcFile(text))
  const read = (name: string) =>
    JSON.parse(new TextDecoder().decode(artefacts.get(name) ?? Uint8Array.of(0x5b, 0x5d)))
  const { lines } = read('lines.json') as LineLayer
  const [line] = lines.filter(({ kind }) => kind === 'annotation')
  expect(line?.points).toEqual([107, 5, 1, 107, 6, 1])
  expect(read('panels.json')).toMatchObject([{ along: [0, 1], towards: [-1, 0] }])
  expect(report.warnings.map(({ code }) => code)).toEqual(['LINES_ONLY'])
})
