const OPEN = 0x28
const CLOSE = 0x29
const COMMA = 0x2c
const DOLLAR = 0x24
const HASH = 0x23
const SPACE = 0x20

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39

/**
 * Entity number of the Axis of an IfcAxis2Placement3D that has no RefDirection, 0 for all others. Reads the arguments backwards
 * from their end: most placements end with two references or none.
 */
export function findLoneAxis(bytes: Uint8Array, from: number, to: number): number {
  const skipBlanks = (end: number) => {
    while (end > from && (bytes[end - 1] as number) <= SPACE) end--
    return end
  }
  let at = skipBlanks(to)
  if (bytes[at - 1] !== DOLLAR) return 0
  at = skipBlanks(at - 1)
  if (bytes[at - 1] !== COMMA) return 0
  at = skipBlanks(at - 1)
  let id = 0
  for (let unit = 1; at > from && isDigit(bytes[at - 1]); unit *= 10)
    id += ((bytes[--at] as number) - 0x30) * unit
  return bytes[at - 1] === HASH && id <= 0xffffffff ? id : 0
}

/** Whether a direction in space is that of the X axis, or against it. */
export function isAlongX(bytes: Uint8Array, from: number, to: number): boolean {
  let part = 0
  let isExponent = false
  let hasX = false
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number
    if (byte === COMMA) {
      part++
      isExponent = false
    } else if ((byte | 0x20) === 0x65) isExponent = true
    else if (!isExponent && byte > 0x30 && byte <= 0x39) {
      if (part > 0) return false
      hasX = true
    } else if (byte !== OPEN && byte !== CLOSE && byte > 0x39) return false
  }
  return hasX && part === 2
}
