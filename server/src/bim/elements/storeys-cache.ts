import type { Db } from '../../db/database.ts'

/** Storeys by model, cached because they make up half of the file list. */

export interface IndexedStorey {
  guid: string
  name: string
  elevation_m: number | null
}

interface CachedStoreys {
  storeys: IndexedStorey[]
  since: number
}

const MAX_MODELS = 5000
/**
 * An index that was damaged is repaired under its id, and a restored backup gives ids to other models: then other storeys
 * are right, after this time in every process.
 */
const MAX_AGE_MS = 5 * 60_000

export class StoreysCache {
  /** the oldest first */
  readonly #byModel = new Map<number, CachedStoreys>()
  readonly #maxModels: number

  constructor(maxModels = MAX_MODELS) {
    this.#maxModels = maxModels
  }

  /** The known storeys of these models, in a new map, because other callers may drop models in the meantime. */
  find(models: number[], now: number): Map<number, IndexedStorey[]> {
    const found = new Map<number, IndexedStorey[]>()
    for (const model of models) {
      const known = this.#byModel.get(model)
      if (known && now - known.since <= MAX_AGE_MS) found.set(model, known.storeys)
    }
    return found
  }

  keep(model: number, storeys: IndexedStorey[], now: number): void {
    this.#byModel.delete(model)
    this.#byModel.set(model, { storeys, since: now })
    for (const [oldest, { since }] of this.#byModel) {
      if (this.#byModel.size <= this.#maxModels && now - since <= MAX_AGE_MS) break
      this.#byModel.delete(oldest)
    }
  }
}

/** By database: tests run several servers in one process. */
const caches = new WeakMap<Db, StoreysCache>()

export function findStoreysCache(db: Db): StoreysCache {
  const known = caches.get(db)
  if (known) return known
  const cache = new StoreysCache()
  caches.set(db, cache)
  return cache
}

/** After an index was repaired under its id. */
export const forgetStoreys = (db: Db): void => void caches.delete(db)
