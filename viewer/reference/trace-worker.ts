import { parentPort, workerData } from 'node:worker_threads'
import { GUIDE_NUMBERS, PathTracer, TRACED_NUMBERS } from './path-tracer.ts'
import type { TraceJob } from './trace-picture.ts'

/** A thread of `tracePicture`: traces every n-th row, a few samples of all rows at a time, until its time is up. */
const { scene, view, sums, guide, first, step, max_ms } = workerData as TraceJob
/** Samples per pixel between two looks at the clock. */
const BATCH = 4

const tracer = new PathTracer(scene, view)
const rowOf = (cells: Float32Array, row: number, numbers: number) =>
  cells.subarray(row * view.width * numbers, (row + 1) * view.width * numbers)
for (let row = first; row < view.height; row += step) tracer.guideRow(row, rowOf(guide, row, GUIDE_NUMBERS))
let done = 0
while (done < view.samples) {
  const next = Math.min(view.samples, done + BATCH)
  for (let row = first; row < view.height; row += step)
    tracer.traceRow(row, done, next, rowOf(sums, row, TRACED_NUMBERS))
  // processor time, so that a busy machine gives the same picture
  const { user, system } = process.threadCpuUsage()
  const spent = (user + system) / 1000
  done = next
  if ((spent * (done + BATCH)) / done > max_ms) break
}
parentPort?.postMessage(done)
