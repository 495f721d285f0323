import type { Fingerprints } from '../fingerprints/fingerprints.ts'

/** Which elements of a version are drawn as in the version before. */
export interface UnchangedElements {
  /** the element of the version before, by entity number */
  earlier: Map<number, number>
  /** entity numbers of all others */
  changed: Set<number>
}

/**
 * Finds elements with equal fingerprints. Of several equal ones the first belongs to the first, and so on.
 * @param words fingerprints of the version before, by element
 */
export function compareFingerprints(
  words: Uint32Array,
  { ids, words: own }: Fingerprints,
): UnchangedElements {
  const first = new Map<bigint, number>()
  /** the next element with the same fingerprint, -1 for none */
  const next = new Int32Array(words.length / 2)
  for (let element = next.length - 1; element >= 0; element--) {
    const key = keyAt(words, element)
    if (key === 0n) continue
    next[element] = first.get(key) ?? -1
    first.set(key, element)
  }
  const found: UnchangedElements = { earlier: new Map(), changed: new Set() }
  for (const [at, id] of ids.entries()) {
    const key = keyAt(own, at)
    const element = first.get(key) ?? -1
    if (element < 0) {
      found.changed.add(id)
      continue
    }
    found.earlier.set(id, element)
    first.set(key, next[element] as number)
  }
  return found
}

const keyAt = (words: Uint32Array, at: number) =>
  (BigInt(words[at * 2 + 1] as number) << 32n) | BigInt(words[at * 2] as number)
