import { describe, expect, it } from 'vitest'
import { GUIDE_NUMBERS, TRACED_NUMBERS } from './path-tracer.ts'
import { measurePicture } from './picture-measures.ts'
import { smoothLight } from './smooth-light.ts'

const WIDTH = 64
const HEIGHT = 48
const CORNER = 32

/** A picture of two faces of one colour that meet at a vertical edge. */
function drawFaces(left: number, right: number) {
  const pixels = new Uint8Array(WIDTH * HEIGHT * 4)
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++)
    pixels.fill(pixel % WIDTH < CORNER ? left : right, pixel * 4, pixel * 4 + 4)
  return { width: WIDTH, height: HEIGHT, pixels }
}

/** Both faces at distance 10; `empty` columns at the left show no model. */
function guideFaces(empty = 0): Float32Array {
  const guide = new Float32Array(WIDTH * HEIGHT * GUIDE_NUMBERS)
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++)
    if (pixel % WIDTH >= empty)
      guide.set(pixel % WIDTH < CORNER ? [1, 0, 0, 10, 7] : [0, 1, 0, 10, 7], pixel * GUIDE_NUMBERS)
  return guide
}

describe('measurePicture', () => {
  it('measures equal pictures as fully similar, and others less', () => {
    const picture = drawFaces(100, 200)
    const measure = (other: typeof picture) => measurePicture(other, picture, guideFaces()).similarity
    expect(measure(picture)).toBeCloseTo(1)
    expect(measure(drawFaces(120, 180))).toBeLessThan(0.999)
    expect(measure(drawFaces(200, 100))).toBeLessThan(measure(drawFaces(120, 180)))
  })

  it('measures the contrast of faces that meet, and counts edges that are not seen', () => {
    const measure = (left: number, right: number) =>
      measurePicture(drawFaces(left, right), drawFaces(left, right), guideFaces())
    expect(measure(100, 200)).toMatchObject({ contrast: expect.closeTo(1 / 3), flat: 0 })
    expect(measure(200, 200)).toMatchObject({ contrast: 0, flat: 1 })
  })

  it('counts burnt-out pixels and brightness of the model only', () => {
    const { burnt, luminance } = measurePicture(drawFaces(255, 51), drawFaces(255, 51), guideFaces(16))
    expect(burnt).toBeCloseTo(1 / 3)
    expect(luminance).toBeCloseTo((1 + 2 * 0.2) / 3)
  })
})

describe('smoothLight', () => {
  it('evens out noise within a face and keeps the edge between two', () => {
    const light = new Float32Array(WIDTH * HEIGHT * TRACED_NUMBERS)
    for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++)
      light.fill(
        (pixel % WIDTH < CORNER ? 0.5 : 0.52) + ((pixel % 2) - 0.5) * 0.01,
        pixel * TRACED_NUMBERS,
        (pixel + 1) * TRACED_NUMBERS,
      )
    const traced = { width: WIDTH, height: HEIGHT, light, guide: guideFaces(), samples: 1, ms: 0 }
    const smooth = smoothLight(traced).light
    const at = (column: number) => smooth[(20 * WIDTH + column) * TRACED_NUMBERS]
    for (const column of [5, 20, CORNER - 1]) expect(at(column)).toBeCloseTo(0.5, 2.4)
    for (const column of [CORNER, 50]) expect(at(column)).toBeCloseTo(0.52, 2.4)
  })
})
