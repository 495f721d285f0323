import type { Fingerprints } from '../fingerprints/fingerprints.ts'

/** The elements of a version that are drawn the same as in the previous version. */
export interface UnchangedElements {
  /** the element of the previous version, by entity number */
  earlier: Map<number, number>
  /** entity numbers of all others */
  changed: Set<number>
}

/**
 * Finds elements with equal fingerprints, pairing several equal ones in order.
 * @param words fingerprints of the previous version, by element
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
