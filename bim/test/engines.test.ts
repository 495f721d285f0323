import { expect, test } from 'vitest'
import { generateBuilding } from '../generate/building.ts'
import { convertBytes, decodeChunks, measureElements } from './converted.ts'
import { buildBoxShape, buildIfcFile } from './step-file.ts'

/** The second geometry engine must be able to replace the first one. */

const NEAR_M = 0.02

/** The box of every element that an engine draws, by element name. */
async function boxesOf(bytes: Uint8Array, firstEngine: boolean) {
  const converted = await convertBytes(bytes, { firstEngine })
  const shapes = measureElements(await decodeChunks(converted, 'model'), converted.manifest.origin)
  const { guid } = converted.structure.elements
  return new Map([...shapes].map(([element, { box }]) => [guid[element], box]))
}

async function expectAgreement(bytes: Uint8Array) {
  const first = await boxesOf(bytes, true)
  const second = await boxesOf(bytes, false)
  expect([...second.keys()].sort()).toEqual([...first.keys()].sort())
  for (const [guid, box] of first)
    for (const [side, value] of box.entries())
      expect(Math.abs(value - (second.get(guid)?.[side] ?? Number.NaN))).toBeLessThan(NEAR_M)
  return first.size
}

test('both engines draw a layered wall completely and in the same place', async () => {
  const wall = buildIfcFile(`${buildBoxShape(100, [4000, 300, 2500])}
#200=IFCWALLSTANDARDCASE('0000000000000000000200',$,'Layered wall',$,$,#13,#100,$);
#210=IFCMATERIAL('Brick',$,$);
#211=IFCMATERIAL('Concrete',$,$);
#220=IFCMATERIALLAYER(#210,120.,$,$,$,$,$);
#221=IFCMATERIALLAYER(#211,180.,$,$,$,$,$);
#230=IFCMATERIALLAYERSET((#220,#221),'Outer wall',$);
#231=IFCMATERIALLAYERSETUSAGE(#230,.AXIS2.,.POSITIVE.,-150.,$);
#240=IFCRELASSOCIATESMATERIAL('0000000000000000000240',$,$,$,(#200),#231);
#250=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000250',$,$,$,(#200),#22);`)
  expect(await expectAgreement(wall)).toBe(1)
})

test('both engines draw every element of a building in the same place', async () => {
  const pieces = generateBuilding({
    storeys: 2,
    bays_x: 3,
    bays_y: 2,
    seed: 5,
    discipline: 'architecture',
    version: 1,
  })
  const bytes = Buffer.from([...pieces].join(''))
  expect(await expectAgreement(bytes)).toBeGreaterThan(100)
})
