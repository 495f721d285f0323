const SPACE = 0x20
const OPEN = 0x28
const CLOSE = 0x29
const COMMA = 0x2c
const MINUS = 0x2d

/** Face sets whose faces may number their points by a list of point numbers (PnIndex). */
const FACE_SET = /^IFC(TRIANGULATEDFACESET|POLYGONALFACESET|TRIANGULATEDIRREGULARNETWORK)$/

export function isFaceSet(entity: string): boolean {
  return FACE_SET.test(entity)
}

/**
 * Byte range of a face set's list of point numbers, with its parentheses; null if it has none. Reads backwards from the end of
 * the arguments, since the faces before it may be millions.
 */
export function findPointIndex(
  bytes: Uint8Array,
  from: number,
  to: number,
  entity: string,
): [from: number, to: number] | null {
  const last = findNumberList(bytes, from, to)
  // The flags of an irregular network follow its point numbers.
  if (!last || entity !== 'IFCTRIANGULATEDIRREGULARNETWORK') return last
  const comma = skipBlanksBack(bytes, from, last[0])
  return bytes[comma - 1] === COMMA ? findNumberList(bytes, from, comma - 1) : null
}

/** The list of whole numbers that ends at `to`. */
function findNumberList(bytes: Uint8Array, from: number, to: number): [from: number, to: number] | null {
  const end = skipBlanksBack(bytes, from, to)
  if (bytes[end - 1] !== CLOSE) return null
  for (let at = end - 2; at >= from; at--) {
    const byte = bytes[at] as number
    if (byte === OPEN) return [at, end]
    const isPart = (byte >= 0x30 && byte <= 0x39) || byte === COMMA || byte === MINUS || byte <= SPACE
    if (!isPart) return null
  }
  return null
}

function skipBlanksBack(bytes: Uint8Array, from: number, to: number): number {
  let end = to
  while (end > from && (bytes[end - 1] as number) <= SPACE) end--
  return end
}
