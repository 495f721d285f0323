import type { ElementRuns } from '@plumbline/bim/carry/element-runs'
import type { Vec3 } from '@plumbline/bim/model'
import { decodeChunk } from '@plumbline/bim/pack'
import { castRaysAtChunk, type ModelRay, type RayHit } from '@plumbline/bim/rays/cast-rays'
import { moveRay, type Ray } from '@plumbline/bim/rays/ray'

/** Casts rays through chunks in a worker thread. */

/** Elements of a model that a view hides, or the only ones that it shows. */
export interface ShownElements {
  all_but: boolean
  elements: number[]
}

export type RayPart =
  /** the chunks after it belong to this model; `shown` has an entry per ray, null for rays that pass the model */
  | { part: 'model'; model: number; origin: Vec3; shown: (ShownElements | null)[] }
  | { part: 'chunk'; bytes: Uint8Array; runs: ElementRuns | null }

export interface CastHit extends RayHit {
  model: number
}

export async function* work(rays: Ray[], items: AsyncIterable<RayPart>): AsyncGenerator<(CastHit | null)[]> {
  const hits: (CastHit | null)[] = rays.map(() => null)
  let model = -1
  let local: ModelRay[] = []
  /** index in `rays` of each local ray */
  let indices: number[] = []
  for await (const item of items) {
    if (item.part === 'model') {
      model = item.model
      indices = [...rays.keys()].filter((index) => item.shown[index])
      local = indices.map((index) => {
        const { all_but = true, elements = [] } = item.shown[index] ?? {}
        const named = new Set(elements)
        return {
          ray: moveRay(rays[index] as Ray, item.origin),
          mayHit: (element) => named.has(element) !== all_but,
        }
      })
      continue
    }
    const found: (RayHit | null)[] = indices.map((index) => hits[index] ?? null)
    const before = [...found]
    castRaysAtChunk(await decodeChunk(item.bytes, item.runs), local, found)
    for (const [at, index] of indices.entries()) {
      const hit = found[at]
      if (hit && hit !== before[at]) hits[index] = { ...hit, model }
    }
  }
  yield hits
}
