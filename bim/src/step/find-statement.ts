import type { ByteSource } from '../source.ts'

const WINDOW = 1 << 20
/** Maximum length of a statement to be found; enough for a direction or placement. */
const MARGIN = 4096

/**
 * Searches a statement from the start of the file and returns the bytes between its outer parentheses; null
 * when it does not exist. Only for the few statements that the scan does not keep.
 */
export function findStatement(source: ByteSource, id: number): Uint8Array | null {
  const pattern = new RegExp(`#${id}\\s*=\\s*\\w+\\s*\\(([^;]{0,${MARGIN - 64}})\\)\\s*;`)
  const decoder = new TextDecoder('latin1')
  for (let at = 0; at < source.size; at += WINDOW - MARGIN) {
    const found = pattern.exec(decoder.decode(source.read(at, WINDOW)))
    if (found?.[1] !== undefined) return new TextEncoder().encode(found[1])
  }
  return null
}
