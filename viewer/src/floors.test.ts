import { expect, test } from 'vitest'
import { makeScene, type SceneBlock } from '../test/scene.ts'
import { decodePlacedChunk } from './decode.ts'
import { computeStandingBox, findFloor } from './floors.ts'
import { Materials } from './materials.ts'
import { Model } from './model.ts'

const block = (type: string, storey: number, box: SceneBlock['box']): SceneBlock => ({
  guid: `${type}-${box}`,
  name: type,
  class: type,
  storey,
  box,
  color: [200, 200, 200, 255],
})

/** A storey of the height of 2.8 m with its slab, walls and doors; its floor is at z. */
const storeyAt = (storey: number, z: number): SceneBlock[] => [
  block('IfcSlab', storey, [0, 0, z - 0.2, 10, 8, z]),
  block('IfcWall', storey, [0, 0, z - 0.1, 10, 0.3, z + 2.6]),
  block('IfcWall', storey, [0, 7.7, z - 0.1, 10, 8, z + 2.6]),
  block('IfcDoor', storey, [2, 0, z, 3, 0.3, z + 2.1]),
]

/** Opens the blocks with stated elevations of their storeys. */
async function open(blocks: SceneBlock[], elevations: number[]) {
  const scene = makeScene('a', blocks)
  const model = new Model(scene.source, new Materials())
  for (const [at, storey] of model.manifest.storeys.entries()) storey.elevation_m = elevations[at] ?? 0
  for (const info of scene.source.manifest.chunks) {
    const bytes = await scene.source.chunk(info.file, new AbortController().signal, () => {})
    model.add(await decodePlacedChunk(bytes), info)
  }
  return model
}

const round = (value: number | undefined) => Math.round((value ?? Number.NaN) * 100) / 100

test('A floor at its stated elevation is found there', async () => {
  const model = await open([...storeyAt(0, 0), ...storeyAt(1, 2.8)], [0, 2.8])
  expect([0, 1].map((storey) => round(findFloor(model, storey)?.elevation))).toEqual([0, 2.8])
})

test('A floor on a footing, far above its stated elevation, is where its doors stand', async () => {
  const footing = block('IfcFooting', 0, [0, 0, 448.3, 10, 0.6, 449.8])
  const model = await open([footing, ...storeyAt(0, 450)], [0])
  const floor = findFloor(model, 0)
  expect(round(floor?.elevation)).toBe(450)
  // the storey is also found as the level that this floor belongs to
  expect(floor && computeStandingBox([model], floor, 1.2)?.map(round)).toEqual([0, 0, 449.9, 10, 8, 452.6])
})

test('Floors of a file that states zero for all of them are where their doors stand', async () => {
  const model = await open([...storeyAt(0, 0), ...storeyAt(1, 2.8), ...storeyAt(2, 5.6)], [0, 0, 0])
  expect([0, 1, 2].map((storey) => round(findFloor(model, storey)?.elevation))).toEqual([0, 2.8, 5.6])
})

test('A storey of lamps only is at its stated elevation', async () => {
  const model = await open([block('IfcLightFixture', 0, [1, 1, 2.6, 2, 2, 2.7])], [0])
  expect(findFloor(model, 0)?.elevation).toBe(0)
})

test('An empty storey is as far above the others as stated, and not the lowest part of the model', async () => {
  const model = await open(storeyAt(0, 450), [0])
  model.manifest.storeys.push({ element: 0, guid: 'roof', name: 'Roof', elevation_m: 20 })
  expect(findFloor(model, 1)?.elevation).toBeCloseTo(470, 3)
})

test('A level is framed around its building, not around terrain or a stray element', async () => {
  const terrain = block('IfcGeographicElement', 0, [-300, 20, -5, 300, 500, 2])
  const stray = block('IfcBuildingElementProxy', 0, [9000, 0, 0, 9001, 1, 2])
  const model = await open([...storeyAt(0, 0), terrain, stray], [0])
  const floor = findFloor(model, 0)
  expect(floor && computeStandingBox([model], floor, 1.2)?.map(round)).toEqual([0, 0, -0.1, 10, 8, 2.6])
})
