import type { ChunkInfo } from '@plumbline/bim/model'
import { expect, test } from 'vitest'
import { makeScene, type SceneBlock } from '../test/scene.ts'
import type { Pose } from './camera.ts'
import { Collection } from './collection.ts'
import { Materials } from './materials.ts'
import type { Stage } from './stage.ts'

const STOREY_M = 3
const block: SceneBlock = {
  ...{ guid: 'wall', name: 'Wall', class: 'IfcWall', storey: 0 },
  ...{ box: [0, 0, 0, 4, 4, 2], color: [200, 200, 200, 255] },
}
const pose: Pose = {
  ...{ eye: [2, 2, 100], forward: [0, 0, -1], up: [0, 1, 0] },
  ...{ projection: 'orthographic', fov_deg: 45, focus_m: 50 },
}

/** A model with a chunk for each storey; the memory has room for some of them only. */
async function loadStoreys(storeys: number, room: number, kind: ChunkInfo['kind'] = 'model') {
  const { source } = makeScene('a', [block])
  const [info] = source.manifest.chunks as [ChunkInfo]
  const chunks = Array.from(
    { length: storeys },
    (_, at): ChunkInfo => ({
      ...info,
      kind: at === 0 ? 'model' : kind,
      file: `chunk-${at}.pack`,
      box: [0, 0, at * STOREY_M, 4, 4, at * STOREY_M + 2],
    }),
  )
  const stage = {
    materials: new Materials(),
    scene: { add: () => undefined },
    warmUp: () => undefined,
  } as unknown as Stage
  const host = { stage, camera: { pose }, aspect: 1, grown() {}, shrunk() {}, progress() {} }
  const collection = new Collection(host, 1e9)
  const model = collection.load({ ...source, manifest: { ...source.manifest, chunks } })
  collection.start(model)
  await model.ready
  if (kind === 'spaces') await collection.loadKind('a', 'spaces')
  // a little more, for edges that are still being computed
  collection.budget_bytes = (collection.memory.used_bytes / storeys) * (room + 0.9)
  const listHeights = () => model.chunks.map(({ info: { box } }) => box[2] / STOREY_M).sort()
  return { collection, listHeights }
}

test('The chunks of a storey come into memory for its plan, and stay while it is drawn', async () => {
  const { collection, listHeights } = await loadStoreys(6, 3)
  expect(listHeights()).toHaveLength(3)
  for (const storey of [0, 2, 5]) {
    const floor = storey * STOREY_M
    const { missing, release } = await collection.gather(floor - 0.3, floor + 1.2)
    collection.tidy(performance.now())
    expect([missing, listHeights().includes(storey)]).toEqual([0, true])
    release()
  }
})

test('Chunks of a storey that do not fit into the memory are counted', async () => {
  const { collection, listHeights } = await loadStoreys(6, 3)
  const { missing } = await collection.gather(0, 5 * STOREY_M)
  expect(missing).toBeGreaterThan(0)
  expect(missing).toBe(6 - listHeights().length)
})

test('The rooms of a storey come into memory for its plan although they are not shown', async () => {
  const { collection, listHeights } = await loadStoreys(6, 3, 'spaces')
  expect(listHeights().length).toBeLessThanOrEqual(3)
  const { missing } = await collection.gather(5 * STOREY_M, 5 * STOREY_M + 1)
  expect([missing, listHeights().includes(5)]).toEqual([0, true])
})

test('Rooms that do not fit into the memory are counted as missing in a plan', async () => {
  const { collection } = await loadStoreys(6, 3, 'spaces')
  expect((await collection.gather(0, 5 * STOREY_M)).missing).toBeGreaterThan(0)
})
