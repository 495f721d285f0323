import type { Vec3 } from '@plumbline/bim/model'
import { expect, it } from 'vitest'
import { makeScene, type SceneBlock } from '../test/scene.ts'
import { decodePlacedChunk } from './decode.ts'
import { findRoom } from './find-room.ts'
import type { ModelPlacement } from './frame.ts'
import { Materials } from './materials.ts'
import { Model } from './model.ts'

const space = (guid: string, box: SceneBlock['box'], type = 'IfcSpace'): SceneBlock => ({
  guid,
  name: guid,
  class: type,
  storey: 0,
  box,
  color: [200, 200, 200, 255],
})

async function open(kind: 'spaces' | 'model', setting?: ModelPlacement) {
  const scene = makeScene('a', [
    space('hall', [0, 0, 0, 10, 10, 3]),
    space('store', [0, 0, 0, 2, 2, 3]),
    space('fire zone', [0, 0, 0, 1.5, 20, 3], 'IfcSpatialZone'),
  ])
  const model = new Model(scene.source, new Materials(), setting)
  for (const info of scene.source.manifest.chunks) {
    const bytes = await scene.source.chunk(info.file, new AbortController().signal, () => {})
    model.add(await decodePlacedChunk(bytes), { ...info, kind })
  }
  const find = (point: Vec3) => findRoom([model], point)?.element
  return { find, hall: scene.element('hall'), store: scene.element('store') }
}

it('The room of a point is the smallest space around it', async () => {
  const { find, hall, store } = await open('spaces')
  expect(find([5, 5, 1.5])).toBe(hall)
  expect(find([1, 1, 1.5])).toBe(store)
  expect(find([11, 5, 1.5])).toBeUndefined()
  expect(find([5, 5, 3.5])).toBeUndefined()
})

it('The room is found in a model that was turned and moved', async () => {
  const { find, store } = await open('spaces', { turn_deg: 90, move: [100, 0, 20] })
  // turned by 90°, the store lies west of the origin
  expect(find([99, 1, 21.5])).toBe(store)
  expect(find([101, 1, 21.5])).toBeUndefined()
})

it('Zones are no rooms', async () => {
  const { find, store } = await open('spaces')
  expect(find([1, 15, 1.5])).toBeUndefined()
  expect(find([1, 1, 1.5])).toBe(store)
})

it('Walls are no rooms', async () => {
  const { find } = await open('model')
  expect(find([5, 5, 1.5])).toBeUndefined()
})
