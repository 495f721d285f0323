import { hasForm } from './placed-forms.ts'
import type { Revision } from './revision.ts'

/** Pairs of elements with the same key, where it occurs once in each version. */

/** `name` counts where it occurs once */
export type Key = 'guid' | 'tag' | 'name'

export interface KeyPair {
  from: number
  to: number
}

const TWICE = -2

function findKeyPairs(older: Revision, newer: Revision, key: Key): KeyPair[] {
  const rows = new Map<string, number>()
  for (let row = 0; row < newer.count; row++) {
    const value = newer[key][row] ?? ''
    if (value !== '' && hasForm(newer, row)) rows.set(value, rows.has(value) ? TWICE : row)
  }
  // by row of the newer version: the row of the older one with its key
  const partners = new Int32Array(newer.count).fill(-1)
  for (let row = 0; row < older.count; row++) {
    const to = rows.get(older[key][row] ?? '') ?? TWICE
    if (to >= 0 && hasForm(older, row)) partners[to] = partners[to] === -1 ? row : TWICE
  }
  const found = new Int32Array(older.count).fill(-1)
  for (const [to, from] of partners.entries()) if (from >= 0) found[from] = to
  const pairs: KeyPair[] = []
  for (const [from, to] of found.entries()) if (to >= 0) pairs.push({ from, to })
  return pairs
}

/** Finds the pairs of each key when they are first asked for. */
export class KeyPairs {
  readonly #older: Revision
  readonly #newer: Revision
  readonly #found = new Map<Key, KeyPair[]>()

  constructor(older: Revision, newer: Revision) {
    this.#older = older
    this.#newer = newer
  }

  of(key: Key): readonly KeyPair[] {
    const known = this.#found.get(key)
    if (known) return known
    const pairs = findKeyPairs(this.#older, this.#newer, key)
    this.#found.set(key, pairs)
    return pairs
  }
}
