import type { ByteSource } from '../source.ts'

const WINDOW = 1 << 20
/** Maximum length of a statement to be found; enough for a direction or placement. */
const MARGIN = 4096
const EQUALS = 0x3d
const HASH = 0x23
const SPACE = 0x20
const ARGUMENTS = new RegExp(`^=\\s*\\w+\\s*\\(([^;]{0,${MARGIN - 64}})\\)\\s*;`)

/**
 * Searches a statement from the start of the file and returns the bytes between its outer parentheses; null
 * when it does not exist. Only for the few statements that the scan does not keep.
 */
export const findStatement = (source: ByteSource, id: number): Uint8Array | null =>
  findStatements(source, new Set([id])).get(id) ?? null

/** Like `findStatement`, for several statements in one pass over the file. */
export function findStatements(source: ByteSource, ids: ReadonlySet<number>): Map<number, Uint8Array> {
  const found = new Map<number, Uint8Array>()
  const decoder = new TextDecoder('latin1')
  for (let from = 0; from < source.size && found.size < ids.size; from += WINDOW - MARGIN) {
    const bytes = source.read(from, WINDOW)
    for (let at = bytes.indexOf(EQUALS); at >= 0; at = bytes.indexOf(EQUALS, at + 1)) {
      const id = readNumberBefore(bytes, at)
      if (!ids.has(id) || found.has(id)) continue
      const text = ARGUMENTS.exec(decoder.decode(bytes.subarray(at, at + MARGIN)))?.[1]
      if (text === undefined) continue
      found.set(id, new TextEncoder().encode(text))
      if (found.size === ids.size) break
    }
  }
  return found
}

/** The number of the statement whose equals sign is at an offset; -1 if there is none before it. */
function readNumberBefore(bytes: Uint8Array, equals: number): number {
  let at = equals - 1
  while (at >= 0 && (bytes[at] as number) <= SPACE) at--
  let id = 0
  let digit = (bytes[at] ?? 0) - 0x30
  for (let power = 1; digit >= 0 && digit <= 9; power *= 10) {
    id += digit * power
    digit = (bytes[--at] ?? 0) - 0x30
  }
  return bytes[at] === HASH ? id : -1
}
