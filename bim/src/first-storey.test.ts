import { expect, it } from 'vitest'
import { generateBuilding } from '../generate/building.ts'
import { convertBytes, decodeChunks, measureElements } from '../test/converted.ts'
import { buildBoxShape, buildIfcFile } from '../test/step-file.ts'
import type { PreviewModel } from './convert-options.ts'
import { decodeChunk } from './pack.ts'

const options = { storeys: 4, bays_x: 6, bays_y: 3, discipline: 'architecture', version: 1, seed: 3 } as const
const bytes = new TextEncoder().encode([...generateBuilding(options)].join(''))

/** Converts with an early first storey; also counts the artefacts written before it. */
async function withFirst(file: Uint8Array, longWait: number) {
  let first: PreviewModel | null = null
  let drawn = 0
  const whole = await convertBytes(file, {
    longWait,
    onFirst: (model) => {
      first = model
    },
    onProgress: (stage, fraction) => {
      if (stage === 'GEOMETRY' && !first) drawn = fraction
    },
  })
  return { whole, first: first as PreviewModel | null, drawn }
}

const namesOf = ({ structure }: Pick<PreviewModel, 'structure'>, elements: Iterable<number>) =>
  [...elements].map((element) => structure.elements.guid[element] ?? '').sort()

it('emits the ground floor of a large model before the rest is drawn', async () => {
  const { whole, first, drawn } = await withFirst(bytes, 0)
  expect(drawn).toBe(0)
  expect(first?.manifest.storeys.map(({ name }) => name)).toEqual(['00 Ground floor'])
  const chunks = await Promise.all((first?.chunks ?? []).map((chunk) => decodeChunk(chunk.bytes)))
  const early = measureElements(chunks, first?.manifest.origin ?? [])
  const shapes = measureElements(await decodeChunks(whole, 'model'), whole.manifest.origin)
  const ground = whole.manifest.storeys.findIndex(({ name }) => name === '00 Ground floor')
  const standing = [...shapes.keys()].filter((element) => whole.structure.elements.storey[element] === ground)
  expect(early.size).toBeGreaterThan(100)
  expect(namesOf(first as PreviewModel, early.keys())).toEqual(namesOf(whole, standing))
  // only where the whole model has them too
  const boxes = new Map(
    standing.map((element) => [whole.structure.elements.guid[element], shapes.get(element)?.box]),
  )
  for (const [element, { box }] of early) {
    const there = boxes.get(first?.structure.elements.guid[element] ?? '') ?? []
    for (const [side, value] of box.entries()) expect(value).toBeCloseTo(there[side] ?? Number.NaN, 3)
  }
})

it('does not change the converted model', async () => {
  const [{ whole }, plain] = [await withFirst(bytes, 0), await convertBytes(bytes)]
  expect(whole.manifest.counts).toEqual(plain.manifest.counts)
  expect(whole.triangles_drawn).toBe(plain.triangles_drawn)
  expect(whole.report).toEqual(plain.report)
})

it('is not emitted for a small model', async () => {
  expect((await withFirst(bytes, bytes.length + 1)).first).toBeNull()
})

it('is the ground floor also where the file states heights by placements only', async () => {
  const storey = (id: number, name: string, height: number) =>
    `#${id}=IFCBUILDINGSTOREY('00000000000000000000${id}',$,'${name}',$,$,#${id + 1},$,$,.ELEMENT.,$);
#${id + 1}=IFCLOCALPLACEMENT(#13,#${id + 2});#${id + 2}=IFCAXIS2PLACEMENT3D(#${id + 3},$,$);#${id + 3}=IFCCARTESIANPOINT((0.,0.,${height}.));
#${id + 4}=IFCRELCONTAINEDINSPATIALSTRUCTURE('00000000000000000000${id + 4}',$,$,$,(#${id + 5}),#${id});
#${id + 5}=IFCWALL('00000000000000000000${id + 5}',$,'Wall',$,$,#${id + 1},#101,$,$);`
  const data = `${storey(40, 'Basement', -3000)}${storey(50, 'Ground', 0)}${storey(60, 'Upper', 3000)}
#70=IFCRELAGGREGATES('0000000000000000000070',$,$,$,#21,(#40,#50,#60));${buildBoxShape(101, [1000, 1000, 1000])}`
  const { whole, first } = await withFirst(buildIfcFile(data), 0)
  expect(first?.manifest.storeys.map(({ name }) => name)).toEqual(['Ground'])
  const heights = whole.manifest.storeys.map(({ name, elevation_m }) => [name, elevation_m])
  expect(heights).toEqual([
    ['Basement', -3],
    ['Ground', 0],
    ['Level 1', 3],
    ['Upper', 3],
  ])
})
