import { describe, expect, it } from 'vitest'
import { createHomePose, fitHomePose, type Pose } from '../src/camera.ts'
import { AMBIENT, compressHighlights, KEY_LIGHT, SHADOW_SHIFT, SUN } from '../src/light.ts'
import { mergeBuffers, placeChunk } from '../src/place.ts'
import { PALETTES } from '../src/theme.ts'
import { buildBoxChunk, type SceneBlock } from '../test/scene.ts'
import { PathTracer, TRACED_NUMBERS } from './path-tracer.ts'
import { developPicture, tracePicture } from './trace-picture.ts'
import { buildTraceScene } from './trace-scene.ts'

const WIDTH = 32
const HEIGHT = 20
const WHITE: SceneBlock['color'] = [255, 255, 255, 255]

const block = (box: SceneBlock['box'], color = WHITE): SceneBlock => ({
  guid: 'guid',
  name: 'Block',
  class: 'IfcWall',
  storey: 0,
  box,
  color,
})

function buildScene(...blocks: SceneBlock[]) {
  const placed = placeChunk(buildBoxChunk(blocks, (index) => index))
  return buildTraceScene([{ placed, buffers: mergeBuffers(placed) }])
}

const LOOK_DOWN: Pose = {
  ...createHomePose(),
  eye: [0, 0, 60],
  forward: [0, 0, -1],
  up: [0, 1, 0],
}

/** Traces a picture in this thread; returns a pixel's radiance and background share. */
function trace(blocks: SceneBlock[], pose: Pose, ground: number | null, samples = 64) {
  const tracer = new PathTracer(buildScene(...blocks), {
    pose,
    width: WIDTH,
    height: HEIGHT,
    ground,
    samples,
  })
  const rows = Array.from({ length: HEIGHT }, (_, row) => {
    const cells = new Float32Array(WIDTH * TRACED_NUMBERS)
    tracer.traceRow(row, 0, samples, cells)
    return cells.map((value) => value / samples)
  })
  /** mean over a square of pixels around a place, −1…1 */
  return (x: number, y: number, reach = 1) => {
    const sums = [0, 0, 0, 0, 0, 0]
    const column = Math.round(((x + 1) / 2) * WIDTH - 0.5)
    const row = Math.round(((1 - y) / 2) * HEIGHT - 0.5)
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++)
        for (let at = 0; at < TRACED_NUMBERS; at++)
          sums[at]! += rows[row + dy]![(column + dx) * TRACED_NUMBERS + at]! / (reach * 2 + 1) ** 2
    return sums
  }
}

describe('the path tracer', () => {
  it('lights an open horizontal face as the viewer shades it', () => {
    const pixel = trace([block([-40, -40, 0, 40, 40, 1])], LOOK_DOWN, null)
    for (const channel of [0, 1, 2])
      expect(pixel(0, 0)[channel]).toBeCloseTo(AMBIENT.above[channel]! + KEY_LIGHT[channel]! * SUN[2], 2)
    expect(pixel(0, 0)[3]).toBe(0)
  })

  it('shows the background unchanged around the model and darker in its shadow, on the side away from the sun', () => {
    const pixel = trace([block([-3, -3, 10, 3, 3, 11])], LOOK_DOWN, 0)
    const half = 60 * Math.tan((LOOK_DOWN.fov_deg * Math.PI) / 360)
    const at = (x: number, y: number) => pixel((x / half) * (HEIGHT / WIDTH), y / half)[4]!
    const [east, north] = SHADOW_SHIFT
    expect(at(-20, -15)).toBeCloseTo(1, 1)
    expect(at(east * 10 + 2, north * 10 + 2)).toBeLessThan(at(-east * 10 - 2, -north * 10 - 2) - 0.1)
  })

  it('shows objects behind a pane of glass, and a faint reflection on it', () => {
    const glass = block([-40, -40, 5, 40, 40, 5.01], [255, 255, 255, 0])
    const black = block([-40, -40, 0, 40, 40, 1], [0, 0, 0, 255])
    const pixel = trace([glass, black], LOOK_DOWN, null)
    expect(pixel(0, 0)[0]).toBeGreaterThan(0.03)
    expect(pixel(0, 0)[0]).toBeLessThan(0.2)
    const open = trace([glass], LOOK_DOWN, null)
    expect(open(0, 0)[3]).toBeGreaterThan(0.8)
    expect(open(0, 0)[3]).toBeLessThan(0.9)
  })

  it('darkens a corner where two walls meet', () => {
    const walls = [
      block([-40, -40, -1, 40, 40, 0], [128, 128, 128, 255]),
      block([0, -40, 0, 1, 40, 30], [128, 128, 128, 255]),
    ]
    const pixel = trace(walls, { ...LOOK_DOWN, eye: [-10, 0, 40] }, null)
    const half = 40 * Math.tan((LOOK_DOWN.fov_deg * Math.PI) / 360) * (WIDTH / HEIGHT)
    expect(pixel(8 / half, 0)[0]).toBeLessThan(pixel(-8 / half, 0)[0]! - 0.015)
  })

  it('gives the same picture in one thread and in two', async () => {
    const scene = buildScene(block([0, 0, 0, 8, 4, 6]), block([2, -0.1, 1, 5, 0, 3], [120, 180, 200, 90]))
    const view = {
      pose: fitHomePose([0, 0, 0, 8, 4, 6], WIDTH / HEIGHT),
      width: WIDTH,
      height: HEIGHT,
      ground: 0,
      samples: 4,
    }
    const [one, two] = await Promise.all(
      [1, 2].map((threads) => tracePicture(scene, view, { threads, max_ms: 60_000 })),
    )
    expect(two!.light).toEqual(one!.light)
    const picture = developPicture(one!, PALETTES.light)
    expect([...picture.subarray(0, 4)]).toEqual([
      ...PALETTES.light.top.map((value) => expect.closeTo(value * 255, -0.5)),
      255,
    ])
  })

  it('takes fewer samples when its time is short', async () => {
    const scene = buildScene(block([0, 0, 0, 8, 4, 6]))
    const view = {
      pose: fitHomePose([0, 0, 0, 8, 4, 6], WIDTH / HEIGHT),
      width: WIDTH,
      height: HEIGHT,
      ground: 0,
      samples: 64,
    }
    const { samples, light } = await tracePicture(scene, view, { threads: 1, max_ms: 0 })
    expect(samples).toBe(4)
    expect(Math.max(...light)).toBeLessThan(1.5)
  })
})

describe('compressHighlights', () => {
  it('rises up to its end, and never reaches white from light that the viewer can give', () => {
    for (let bright = 0; bright < 2; bright += 0.01)
      expect(compressHighlights(bright + 0.01)).toBeGreaterThanOrEqual(compressHighlights(bright))
    expect(255 * Math.sqrt(compressHighlights(AMBIENT.above[0] + KEY_LIGHT[0]))).toBeLessThan(250)
  })
})
