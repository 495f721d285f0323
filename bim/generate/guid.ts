const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$'

/**
 * A GlobalId (22 characters of IFC's own base 64) that depends on nothing but the key: the same thing has the same
 * one in every version of a file.
 */
export function guidOf(key: string): string {
  const words = [0x811c9dc5, 0x01000193, 0x9e3779b9, 0x85ebca6b].map((start, turn) => hash(key, start, turn))
  let bits = 0n
  for (const word of words) bits = (bits << 32n) | BigInt(word)
  let guid = ''
  // 128 bits: the first character holds two of them, the others six.
  for (let place = 21; place >= 0; place--) guid += DIGITS[Number((bits >> BigInt(place * 6)) & 63n)]
  return guid
}

/** A number in 0…1 that depends on nothing but the key, for choices that must not change. */
export function chance(key: string): number {
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
