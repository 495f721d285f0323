import type { ModelSource } from '../source.ts'

const WINDOW = 1 << 20
/** Longest statement this is meant for: one direction or placement. */
const MARGIN = 4096

/**
 * The bytes between the outer parentheses of one entity's statement, searched from the start of the file; null when
 * it is not there. For the few statements that are needed and not kept by the scan.
 */
export function findStatement(source: ModelSource, id: number): Uint8Array | null {
  const pattern = new RegExp(`#${id}\\s*=\\s*\\w+\\s*\\(([^;]{0,${MARGIN - 64}})\\)\\s*;`)
  const decoder = new TextDecoder('latin1')
  for (let at = 0; at < source.size; at += WINDOW - MARGIN) {
    const found = pattern.exec(decoder.decode(source.read(at, WINDOW)))
    if (found?.[1] !== undefined) return new TextEncoder().encode(found[1])
  }
  return null
}
