import type { Vec3 } from '@plumbline/bim/model'
import { Scene } from 'three'
import { describe, expect, it } from 'vitest'
import { makeScene, type SceneBlock } from '../test/scene.ts'
import type { ModelChunk } from './chunk.ts'
import { type ClippingPlane, type Plane, toPlanes } from './clipping.ts'
import { buildContour, computePlaneBasis, isInsideContour } from './contour.ts'
import { computeFilledArea, fillContour } from './contour-fill.ts'
import { measureCutFace } from './cut-face.ts'
import { CutLayer } from './cut-layer.ts'
import { decodeEdges, decodePlacedChunk } from './decode.ts'
import { HIDDEN } from './element-state.ts'
import { IDENTITY_PLACEMENT, type ModelPlacement } from './frame.ts'
import { Materials } from './materials.ts'
import { Model } from './model.ts'
import { castRay } from './pick.ts'
import { toBoxPlanes } from './section-box.ts'
import { snap } from './snap.ts'

const block = (guid: string, box: SceneBlock['box']): SceneBlock => ({
  guid,
  name: guid,
  class: 'IfcWall',
  storey: 0,
  box,
  color: [200, 200, 200, 255],
})

async function open(
  blocks: SceneBlock[],
  setting: ModelPlacement = IDENTITY_PLACEMENT,
  origin: Vec3 = [0, 0, 0],
) {
  const scene = makeScene('a', blocks, origin)
  const model = new Model(scene.source, new Materials(), setting)
  for (const info of scene.source.manifest.chunks) {
    const bytes = await scene.source.chunk(info.file, new AbortController().signal, () => {})
    const chunk = model.add(await decodePlacedChunk(bytes), info)
    chunk.setEdges(decodeEdges(chunk.placed))
  }
  return { model, element: scene.element }
}

const above = (z: number): ClippingPlane => ({ location: [0, 0, z], direction: [0, 0, 1] })
const down = (x: number, y: number) => ({ origin: [x, y, 50] as Vec3, direction: [0, 0, -1] as Vec3 })
const rounded = (point: Vec3 | undefined) => point?.map((value) => Math.round(value * 1e4) / 1e4 + 0)

/** A gauge: a block of 2 × 2 × 2 m with a corner at (10, 0, 0). */
const gauge = block('gauge', [10, 0, 0, 12, 2, 2])

describe('the cut face of a section', () => {
  it('is hit in the plane itself, with its normal and the cut element', async () => {
    const { model, element } = await open([gauge])
    const hit = castRay([model], down(11, 1), toPlanes([above(1)]))
    expect(hit?.element).toBe(element('gauge'))
    expect(rounded(hit?.point)).toEqual([11, 1, 1])
    expect(rounded(hit?.normal)).toEqual([0, 0, 1])
  })

  it('is hit in an oblique view and in a rotated model far from the origin', async () => {
    const origin: Vec3 = [2_683_000.125, 1_247_000.25, 408.5]
    const { model } = await open([gauge], { turn_deg: 90, move: [0, 0, 0] }, origin)
    // turned by 90° about the world origin: x and y change places
    const center: Vec3 = [-(origin[1] + 1), origin[0] + 11, origin[2] + 1]
    const way: Vec3 = [0.6, 0, -0.8]
    const eye: Vec3 = [center[0] - way[0] * 30, center[1], center[2] - way[2] * 30]
    const plane: ClippingPlane = { location: center, direction: [0, 0, 1] }
    const hit = castRay([model], { origin: eye, direction: way }, toPlanes([plane]))
    expect(Math.abs((hit?.point[2] ?? 0) - center[2])).toBeLessThan(0.0005)
    expect(Math.abs((hit?.point[0] ?? 0) - center[0])).toBeLessThan(0.003)
  })

  it('is there on every side of a section box inside a solid, and not around an element it fits', async () => {
    const { model } = await open([gauge])
    const inside = toPlanes(toBoxPlanes([10.5, 0.5, 0.5, 11.5, 1.5, 1.5]))
    expect(rounded(castRay([model], down(11, 1), inside)?.point)).toEqual([11, 1, 1.5])
    const east = castRay([model], { origin: [50, 1, 1], direction: [-1, 0, 0] }, inside)
    expect(rounded(east?.point)).toEqual([11.5, 1, 1])
    expect(rounded(east?.normal)).toEqual([1, 0, 0])
    const fitted = castRay([model], down(11, 1), toPlanes(toBoxPlanes([10, 0, 0, 12, 2, 2])))
    expect(fitted?.plane).toBeUndefined()
    expect(rounded(fitted?.point)).toEqual([11, 1, 2])
  })

  it('of overlapping solids belongs to one of them, and hidden elements have none', async () => {
    const { model, element } = await open([gauge, block('other', [11, 0, 0, 13, 2, 2])])
    const planes = toPlanes([above(1)])
    const both = castRay([model], down(11.5, 1), planes)
    expect(both?.point[2]).toBeCloseTo(1, 6)
    model.state.set([both?.element ?? 0], HIDDEN, true)
    const left = castRay([model], down(11.5, 1), planes)
    expect(left?.point[2]).toBeCloseTo(1, 6)
    expect([both?.element, left?.element].sort()).toEqual([element('gauge'), element('other')].sort())
  })

  it('is not hit next to the solid, where the floor below is', async () => {
    const { model, element } = await open([gauge, block('floor', [0, -5, -1, 20, 5, 0])])
    const hit = castRay([model], down(5, 1), toPlanes([above(1)]))
    expect(hit?.element).toBe(element('floor'))
    expect(rounded(hit?.point)).toEqual([5, 1, 0])
  })

  it('has its area and outline measured, as far as other planes keep it', async () => {
    const { model } = await open([gauge])
    const measureAt = (cuts: ClippingPlane[]) => {
      const planes = toPlanes(cuts)
      const hit = castRay([model], down(10.5, 1), planes)
      return hit && measureCutFace(hit, model.frame, planes)
    }
    const whole = measureAt([above(1)])
    expect(whole?.area_m2).toBeCloseTo(4, 4)
    expect(whole?.perimeter_m).toBeCloseTo(8, 4)
    const half = measureAt([above(1), { location: [11, 0, 0], direction: [1, 0, 0] }])
    expect(half?.area_m2).toBeCloseTo(2, 4)
    expect(half?.perimeter_m).toBeCloseTo(6, 4)
  })
})

describe('snapping at a cut', () => {
  const project = ([x, y, z]: Vec3) => ({ x: x * 100, y: -y * 100, depth: 50 - z })
  const at = async (x: number, y: number, cuts: ClippingPlane[]) => {
    const { model } = await open([gauge])
    const planes = toPlanes(cuts)
    const hit = castRay([model], down(x, y), planes)
    return hit && snap(hit, model.frame, { x: x * 100, y: -y * 100 }, project, { planes })
  }

  it('corners and edges of the outline attract, in the plane', async () => {
    const corner = await at(10.05, 0.05, [above(1)])
    expect(corner?.kind).toBe('vertex')
    expect(rounded(corner?.point)).toEqual([10, 0, 1])
    const edge = await at(11, 0.05, [above(1)])
    expect(edge?.kind).toBe('edge')
    expect(rounded(edge?.point)).toEqual([11, 0, 1])
  })

  it('removed corners never attract; the point where a plane cuts an edge does', async () => {
    const front: ClippingPlane = { location: [0, 1, 0], direction: [0, -1, 0] }
    const beside = await at(10.03, 1.03, [front])
    expect(beside?.kind).toBe('vertex')
    expect(rounded(beside?.point)).toEqual([10, 1, 2])
    const upright = ([x, y, z]: Vec3) => ({ x: x * 100, y: -z * 100, depth: y + 50 })
    const { model } = await open([gauge])
    const planes = toPlanes([front])
    const hit = castRay([model], { origin: [10.03, -50, 1.97], direction: [0, 1, 0] }, planes)
    const found = hit && snap(hit, model.frame, { x: 1003, y: -197 }, upright, { planes })
    expect(rounded(found?.point)).toEqual([10, 1, 2])
  })
})

describe('outlines of slices', () => {
  const flat = computePlaneBasis({ normal: [0, 0, 1], constant: 0 })
  const lines = (points: [number, number][], pairs: number[]) =>
    buildContour({ nodes: points.flatMap(([x, y]) => [x, y, 0]), pairs }, flat)
  const area = (points: [number, number][], pairs: number[]) =>
    computeFilledArea(fillContour(lines(points, pairs)))
  const square: [number, number][] = [
    [0, 0],
    [2, 0],
    [2, 2],
    [0, 2],
  ]
  const hole: [number, number][] = [
    [0.5, 0.5],
    [0.5, 1.5],
    [1.5, 1.5],
    [1.5, 0.5],
  ]
  const ring = [0, 1, 1, 2, 2, 3, 3, 0]
  const next = ring.map((node) => node + 4)

  it('a hole is not filled, whichever way its faces are wound', () => {
    expect(area([...square, ...hole], [...ring, ...next])).toBeCloseTo(3, 9)
  })

  it('overlapping solids of one element are filled once', () => {
    const moved = square.map(([x, y]): [number, number] => [x + 1, y])
    expect(area([...square, ...moved], [...ring, ...next])).toBeCloseTo(6, 9)
  })

  it('inconsistently wound faces still make one area', () => {
    expect(area(square, [0, 1, 2, 1, 2, 3, 0, 3])).toBeCloseTo(4, 9)
  })

  it('a shape with each face twice, once per side, is filled', () => {
    const holed = [...ring, ...next]
    expect(area(square, [...ring, ...ring.toReversed()])).toBeCloseTo(4, 9)
    expect(area([...square, ...hole], [...holed, ...holed.toReversed()])).toBeCloseTo(3, 9)
    // two solids side by side share one line only
    const beside: [number, number][] = [...square, [4, 0], [4, 2]]
    expect(area(beside, [...ring, 1, 4, 4, 5, 5, 2, 2, 1])).toBeCloseTo(8, 9)
  })

  it('a small gap is closed, an open shell stays a line', () => {
    const gap: [number, number][] = [...square, [0, 0.1]]
    const almost = lines(gap, [0, 1, 1, 2, 2, 3, 3, 4])
    expect(almost.links).toBe(1)
    expect(computeFilledArea(fillContour(almost))).toBeCloseTo(4, 9)
    const sheet = lines(square, [0, 1, 1, 2])
    expect([sheet.closed, sheet.open]).toEqual([[], [0, 1, 1, 2]])
    expect(isInsideContour(sheet, 1, 1)).toBe(false)
  })
})

describe('the computed cut faces of a chunk', () => {
  /** A model with one block and the cut faces that its chunk is drawn with. */
  async function openCut() {
    const { model } = await open([gauge])
    const [chunk] = model.drawn
    const layer = new CutLayer(new Scene(), new Materials())
    const update = (planes: Plane[]) => layer.update([model], planes, () => true, false)
    return { chunk: chunk as ModelChunk, layer, update }
  }

  it('cover the painted back faces as soon as they are computed', async () => {
    const { chunk, layer, update } = await openCut()
    expect(layer.covers(chunk)).toBe(false)
    expect(update(toPlanes([above(1)]))).toBe(true)
    expect(layer.covers(chunk)).toBe(true)
  })

  it('leave the painted back faces to an outline that stays open', async () => {
    const { chunk, layer, update } = await openCut()
    // the block without one of its sides
    chunk.placed.indices.fill(0, 0, 6)
    update(toPlanes([above(1)]))
    expect(layer.covers(chunk)).toBe(false)
  })
})
