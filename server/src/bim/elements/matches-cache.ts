import type { Db } from '../../db/database.ts'
import type { ElementSet } from './element-set.ts'

/**
 * The elements that match a criterion, by model: indexes never change, so that the next page and a search with one more
 * criterion need not read them again. Decision 050.
 */

/** Over all criteria of a process; a model of 10,000 elements has 1.9 kB for each. */
const MAX_BYTES = 64_000_000
/** size of a criterion without its sets; its key adds to this, since that of a level names all storeys of a project */
const CRITERION_BYTES = 300
const CHARACTER_BYTES = 2
/** An index that was damaged is repaired under its id: then other elements match, after this time in every process. */
const MAX_AGE_MS = 5 * 60_000

interface CachedMatches {
  sets: Map<number, ElementSet>
  bytes: number
  since: number
}

export class MatchesCache {
  readonly #byCriterion = new Map<string, CachedMatches>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes
  }

  /** The known sets of a criterion, by model; a map of the caller's own. */
  find(criterion: string, now: number): Map<number, ElementSet> {
    const known = this.#byCriterion.get(criterion)
    if (!known) return new Map()
    this.#remove(criterion)
    if (now - known.since > MAX_AGE_MS) return new Map()
    // least recently used first: these are dropped first
    this.#add(criterion, known)
    return new Map(known.sets)
  }

  keep(criterion: string, found: ReadonlyMap<number, ElementSet>, now: number): void {
    this.#dropExpired(now)
    const known = this.#byCriterion.get(criterion) ?? {
      sets: new Map(),
      bytes: CRITERION_BYTES + CHARACTER_BYTES * criterion.length,
      since: now,
    }
    this.#remove(criterion)
    for (const [model, set] of found) {
      known.bytes += set.bytes - (known.sets.get(model)?.bytes ?? 0)
      known.sets.set(model, set)
    }
    if (known.bytes > this.#maxBytes) return
    this.#add(criterion, known)
    for (const oldest of this.#byCriterion.keys()) {
      if (this.#bytes <= this.#maxBytes) break
      this.#remove(oldest)
    }
  }

  #dropExpired(now: number): void {
    for (const [criterion, { since }] of this.#byCriterion)
      if (now - since > MAX_AGE_MS) this.#remove(criterion)
  }

  #add(criterion: string, matches: CachedMatches): void {
    this.#byCriterion.set(criterion, matches)
    this.#bytes += matches.bytes
  }

  #remove(criterion: string): void {
    this.#bytes -= this.#byCriterion.get(criterion)?.bytes ?? 0
    this.#byCriterion.delete(criterion)
  }
}

/** By database: tests run several servers in one process. */
const caches = new WeakMap<Db, MatchesCache>()

export function findMatchesCache(db: Db): MatchesCache {
  const known = caches.get(db)
  if (known) return known
  const cache = new MatchesCache()
  caches.set(db, cache)
  return cache
}

/** After an index was repaired under its id. */
export const forgetMatches = (db: Db): void => void caches.delete(db)
