import type { Vec3 } from '@plumbline/bim/model'
import { describe, expect, it } from 'vitest'
import { listBuildingBlocks, makeScene, type SceneBlock, type TestScene } from '../test/scene.ts'
import { decodeEdges, decodePlacedChunk } from './decode.ts'
import { GHOST, HIDDEN } from './element-state.ts'
import type { ModelPlacement } from './frame.ts'
import { Materials } from './materials.ts'
import { Model } from './model.ts'
import { castRay } from './pick.ts'
import { snap } from './snap.ts'

/** A model in memory, without a canvas. */
async function open(scene: TestScene, setting?: ModelPlacement): Promise<Model> {
  const model = new Model(scene.source, new Materials(), setting)
  for (const info of scene.source.manifest.chunks) {
    const bytes = await scene.source.chunk(info.file, new AbortController().signal, () => {})
    const chunk = model.add(await decodePlacedChunk(bytes), info)
    chunk.setEdges(decodeEdges(chunk.placed))
  }
  return model
}

const block = (guid: string, box: SceneBlock['box']): SceneBlock => ({
  guid,
  name: guid,
  class: 'IfcWall',
  storey: 0,
  box,
  color: [200, 200, 200, 255],
})
const near = block('near', [0, 2, 0, 4, 2.3, 3])
const far = block('far', [0, 6, 0, 4, 6.3, 3])
const ahead = { origin: [1, 0, 1.5] as Vec3, direction: [0, 1, 0] as Vec3 }

describe('picking', () => {
  it('hits the nearest element on its face', async () => {
    const scene = makeScene('a', [near, far])
    const hit = castRay([await open(scene)], ahead, [])
    expect(hit?.element).toBe(scene.element('near'))
    expect(hit?.distance).toBeCloseTo(2, 4)
    expect(hit?.point[1]).toBeCloseTo(2, 4)
    expect(hit?.normal[1]).toBeCloseTo(-1, 4)
  })

  it('skips hidden and ghosted elements', async () => {
    const scene = makeScene('a', [near, far])
    for (const flag of [HIDDEN, GHOST] as const) {
      const model = await open(scene)
      model.state.set([scene.element('near')], flag, true)
      expect(castRay([model], ahead, [])?.element).toBe(scene.element('far'))
    }
  })

  it('skips clipped geometry and hits the cut face of opened solids', async () => {
    const scene = makeScene('a', [near, far])
    const model = await open(scene)
    const cut = (y: number) => [{ normal: [0, 1, 0] as Vec3, constant: -y }]
    expect(castRay([model], ahead, cut(4))?.element).toBe(scene.element('far'))
    const inside = castRay([model], ahead, cut(2.1))
    expect(inside?.element).toBe(scene.element('near'))
    expect(inside?.distance).toBeCloseTo(2.1, 4)
    expect(inside?.normal).toEqual([-0, -1, -0])
  })

  it('is accurate to a millimetre far from the world origin', async () => {
    const origin: Vec3 = [2_683_000.125, 1_247_000.25, 408.5]
    const scene = makeScene('a', [near], origin)
    const model = await open(scene, { turn_deg: 0, move: [0.5, 0, 0] })
    const from: Vec3 = [origin[0] + 1.5, origin[1], origin[2] + 1.5]
    const hit = castRay([model], { origin: from, direction: [0, 1, 0] }, [])
    expect(Math.abs((hit?.point[1] ?? 0) - (origin[1] + 2))).toBeLessThan(0.001)
  })

  it('hits a rotated model and returns the rotated normal', async () => {
    const scene = makeScene('a', [near])
    const model = await open(scene, { turn_deg: 90, move: [10, 0, 0] })
    const hit = castRay([model], { origin: [20, 1, 1.5], direction: [-1, 0, 0] }, [])
    expect(hit?.element).toBe(scene.element('near'))
    expect(hit?.point[0]).toBeCloseTo(8, 4)
    expect(hit?.normal[0]).toBeCloseTo(1, 4)
    expect(model.box?.map((value) => Math.round(value * 10) / 10)).toEqual([7.7, 0, 0, 8, 4, 3])
  })

  it('boxes of elements stay known after their chunk was evicted', async () => {
    const scene = makeScene('a', [near, far])
    const model = await open(scene)
    model.drop('chunk-0.pack')
    expect(model.chunks).toHaveLength(0)
    expect(castRay([model], ahead, [])).toBeNull()
    expect(model.drawnElements()).toEqual([scene.element('near'), scene.element('far')])
    expect(model.boxOf([scene.element('far')])?.[1]).toBeCloseTo(6, 3)
  })

  it('finds every block of a building from above its centre', async () => {
    const blocks = listBuildingBlocks(3, 3)
    const scene = makeScene('a', blocks)
    const model = await open(scene)
    for (const [index, { guid, box }] of blocks.entries()) {
      model.state.clear(HIDDEN)
      model.state.set(
        blocks.map((each) => scene.element(each.guid)).filter((_, other) => other !== index),
        HIDDEN,
        true,
      )
      const origin: Vec3 = [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, 100]
      expect(castRay([model], { origin, direction: [0, 0, -1] }, [])?.element).toBe(scene.element(guid))
    }
  })

  it('returns null next to the model', async () => {
    const model = await open(makeScene('a', [near]))
    expect(castRay([model], { origin: [50, 0, 1], direction: [0, 1, 0] }, [])).toBeNull()
  })
})

describe('snapping', () => {
  const project = ([x, y, z]: Vec3) => ({ x: x * 100, y: -z * 100, depth: y })
  const at = async (x: number, z: number) => {
    const model = await open(makeScene('a', [near]))
    const hit = castRay([model], { origin: [x, 0, z], direction: [0, 1, 0] }, [])
    if (!hit) throw new Error('nothing there')
    return snap(hit, model.frame, { x: x * 100, y: -z * 100 }, project)
  }

  it('prefers a vertex to an edge and an edge to a face', async () => {
    const corner = await at(0.05, 0.06)
    expect(corner.kind).toBe('vertex')
    expect(corner.point.map((value) => Math.round(value * 1000) / 1000)).toEqual([0, 2, 0])
    const edge = await at(1.5, 0.04)
    expect(edge.kind).toBe('edge')
    expect(edge.point[0]).toBeCloseTo(1.5, 3)
    expect(edge.point[2]).toBeCloseTo(0, 3)
    const face = await at(2, 1.5)
    expect(face.kind).toBe('face')
    expect(face.point[1]).toBeCloseTo(2, 3)
  })

  it('is perspective-correct on an edge that runs away from the eye', async () => {
    const floor = await open(makeScene('a', [block('floor', [-1, 2, -0.2, 1, 10, 0])]))
    const seen = ([x, y, z]: Vec3) => ({ x: (x / y) * 400, y: ((1 - z) / y) * 400, depth: y })
    const eye: Vec3 = [0, 0, 1]
    const target: Vec3 = [0.98, 6, 0]
    const away = Math.hypot(0.98, 6, 1)
    const hit = castRay([floor], { origin: eye, direction: [0.98 / away, 6 / away, -1 / away] }, [])
    if (!hit) throw new Error('nothing there')
    const found = snap(hit, floor.frame, seen(target), seen)
    expect(found.kind).toBe('edge')
    expect(found.point[0]).toBeCloseTo(1, 3)
    expect(Math.abs(found.point[1] - 6)).toBeLessThan(0.15)
  })
})
