import { GUIDE_NUMBERS, TRACED_NUMBERS } from './path-tracer.ts'
import type { TracedPicture } from './trace-picture.ts'

/** Steps between the pixels of a pass, after Dammertz and others, "Edge-Avoiding À-Trous Wavelet Transform" (2010). */
const PASSES = [1, 2]
const REACH = 2
/** Difference of light, as share of the brighter pixel, that smoothing of one face keeps. */
const EDGE_LIGHT = 0.25

/** Smooths the noise of traced light between pixels of one face, and on the ground; edges of shadows stay. */
export function smoothLight(picture: TracedPicture): TracedPicture {
  let { light } = picture
  for (const step of PASSES) light = smoothOnce(picture, light, step)
  return { ...picture, light }
}

function smoothOnce(
  { width, height, guide }: TracedPicture,
  light: Float32Array,
  step: number,
): Float32Array {
  const smooth = new Float32Array(light.length)
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const pixel = row * width + column
      let total = 0
      for (let y = row - REACH * step; y <= row + REACH * step; y += step)
        for (let x = column - REACH * step; x <= column + REACH * step; x += step) {
          if (x < 0 || y < 0 || x >= width || y >= height) continue
          const other = y * width + x
          const weight = isSameFace(guide, pixel, other) ? weighLight(light, pixel, other) : 0
          if (weight === 0) continue
          total += weight
          for (let at = 0; at < TRACED_NUMBERS; at++) {
            const to = pixel * TRACED_NUMBERS + at
            smooth[to] = (smooth[to] as number) + weight * (light[other * TRACED_NUMBERS + at] as number)
          }
        }
      for (let at = pixel * TRACED_NUMBERS; at < (pixel + 1) * TRACED_NUMBERS; at++)
        smooth[at] = (smooth[at] as number) / total
    }
  return smooth
}

function isSameFace(guide: Float32Array, a: number, b: number): boolean {
  const at = a * GUIDE_NUMBERS
  const to = b * GUIDE_NUMBERS
  const cell = (index: number) => guide[index] as number
  if (cell(at + 4) !== cell(to + 4)) return false
  const far = cell(at + 3)
  if (Math.abs(far - cell(to + 3)) > 0.02 * far) return false
  if (far === 0) return true
  return cell(at) * cell(to) + cell(at + 1) * cell(to + 1) + cell(at + 2) * cell(to + 2) > 0.95
}

function weighLight(light: Float32Array, a: number, b: number): number {
  let difference = 0
  let most = 1e-4
  for (let at = 0; at < TRACED_NUMBERS; at++) {
    const first = light[a * TRACED_NUMBERS + at] as number
    const second = light[b * TRACED_NUMBERS + at] as number
    difference = Math.max(difference, Math.abs(first - second))
    most = Math.max(most, first, second)
  }
  return Math.exp(-((difference / most / EDGE_LIGHT) ** 2))
}
