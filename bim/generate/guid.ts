const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$'

/**
 * Derives a GlobalId (22 characters of IFC's base 64) from a key, so that an element has the same one in every
 * version.
 */
export function deriveGlobalId(key: string): string {
  const words = [0x811c9dc5, 0x01000193, 0x9e3779b9, 0x85ebca6b].map((start, turn) => hash(key, start, turn))
  let bits = 0n
  for (const word of words) bits = (bits << 32n) | BigInt(word)
  let guid = ''
  // 128 bits: the first character encodes 2 bits, each other character 6.
  for (let place = 21; place >= 0; place--) guid += DIGITS[Number((bits >> BigInt(place * 6)) & 63n)]
  return guid
}

/** A deterministic pseudo-random number 0…1 derived from a key. */
export function deriveRandom(key: string): number {
  return hash(key, 0x811c9dc5, 7) / 2 ** 32
}

function hash(key: string, start: number, turn: number): number {
  let value = start
  for (let at = 0; at < key.length; at++) {
    value = Math.imul(value ^ (key.charCodeAt(at) + turn * 31), 0x01000193)
    value ^= value >>> 13
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
