const QUOTE = 0x27
const OPEN = 0x28
const CLOSE = 0x29
const COMMA = 0x2c

/** Start and end of an argument of a statement; null if the statement has fewer arguments, or strings. */
export function findArgument(bytes: Uint8Array, wanted: number): [from: number, to: number] | null {
  let depth = 0
  let argument = 0
  let from = 0
  for (let at = bytes.indexOf(OPEN); at >= 0 && at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) return null
    if (byte === OPEN && ++depth === 1) from = at + 1
    else if (byte === CLOSE && --depth === 0) return argument === wanted ? [from, at] : null
    else if (byte === COMMA && depth === 1) {
      if (argument++ === wanted) return [from, at]
      from = at + 1
    }
  }
  return null
}
