import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { compressHighlights } from '../src/light.ts'
import type { ViewerPalette } from '../src/theme.ts'
import { GUIDE_NUMBERS, TRACED_NUMBERS, type TraceView } from './path-tracer.ts'
import type { TraceScene } from './trace-scene.ts'

/** The input of a thread of `tracePicture`. */
export interface TraceJob {
  scene: TraceScene
  view: TraceView
  sums: Float32Array
  guide: Float32Array
  first: number
  step: number
  max_ms: number
}

export interface TracedPicture {
  width: number
  height: number
  /** TRACED_NUMBERS per pixel, mean of the samples */
  light: Float32Array
  /** GUIDE_NUMBERS per pixel */
  guide: Float32Array
  /** samples per pixel that fitted into the time, the least of all rows */
  samples: number
  ms: number
}

/**
 * Traces a picture in threads. A thread that would exceed `max_ms` of processor time takes fewer samples; with the same number of samples
 * the picture is the same in every run.
 */
export async function tracePicture(
  scene: TraceScene,
  view: TraceView,
  { threads, max_ms }: { threads: number; max_ms: number },
): Promise<TracedPicture> {
  const began = performance.now()
  const pixels = view.width * view.height
  const sums = new Float32Array(new SharedArrayBuffer(pixels * TRACED_NUMBERS * 4))
  const guide = new Float32Array(new SharedArrayBuffer(pixels * GUIDE_NUMBERS * 4))
  const done = await Promise.all(
    Array.from({ length: threads }, async (_, first) => {
      const workerData: TraceJob = { scene, view, sums, guide, first, step: threads, max_ms }
      const worker = new Worker(new URL('./trace-worker.ts', import.meta.url), { workerData })
      const [samples] = (await once(worker, 'message')) as [number]
      await worker.terminate()
      return samples
    }),
  )
  const light = Float32Array.from(sums)
  for (let pixel = 0; pixel < pixels; pixel++) {
    const samples = done[Math.floor(pixel / view.width) % threads] as number
    for (let at = pixel * TRACED_NUMBERS; at < (pixel + 1) * TRACED_NUMBERS; at++)
      light[at] = (light[at] as number) / samples
  }
  const { width, height } = view
  return { width, height, light, guide, samples: Math.min(...done), ms: performance.now() - began }
}

/** The traced light in front of a theme's background, with the viewer's tone mapping: RGBA rows from the top down. */
export function developPicture({ width, height, light }: TracedPicture, palette: ViewerPalette): Uint8Array {
  const pixels = new Uint8Array(width * height * 4)
  for (let row = 0; row < height; row++) {
    const y = 1 - (row + 0.5) / height
    const share = y * y * (3 - 2 * y)
    for (let column = 0; column < width; column++) {
      const pixel = row * width + column
      for (let channel = 0; channel < 3; channel++) {
        const bottom = palette.bottom[channel] as number
        const behind = (bottom + ((palette.top[channel] as number) - bottom) * share) ** 2
        const model = light[pixel * TRACED_NUMBERS + channel] as number
        const seen = Math.min(1, light[pixel * TRACED_NUMBERS + 3 + channel] as number)
        const bright = compressHighlights(model) + behind * seen
        pixels[pixel * 4 + channel] = Math.round(255 * Math.sqrt(Math.min(1, Math.max(0, bright))))
      }
      pixels[pixel * 4 + 3] = 255
    }
  }
  return pixels
}
