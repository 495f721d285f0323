import type { ByteSource } from '../source.ts'

/** Bytes read at first: enough for nearly all statements. */
const WINDOW = 4096
const QUOTE = 0x27
const STAR = 0x2a
const SLASH = 0x2f
const SEMICOLON = 0x3b
const SPACE = 0x20
const HIDDEN = 0x78

/**
 * Reads a statement up to its semicolon, one character per byte. Comments become blanks and characters within strings become
 * x, so that a search only finds matches outside of both. Null if the statement does not end.
 */
export function readStatement(source: ByteSource, offset: number): string | null {
  for (let length = WINDOW; ; length *= 8) {
    const bytes = source.read(offset, length).slice()
    const end = maskStatement(bytes)
    if (end >= 0) return new TextDecoder('latin1').decode(bytes.subarray(0, end))
    if (offset + length >= source.size) return null
  }
}

/** Masks texts and comments; returns the offset of the semicolon, or -1. */
function maskStatement(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === SEMICOLON) return at
    if (byte === QUOTE) {
      // a doubled quote ends a string and starts another one
      for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) bytes[at] = HIDDEN
    } else if (byte === SLASH && bytes[at + 1] === STAR) {
      const end = findCommentEnd(bytes, at + 2)
      bytes.fill(SPACE, at, end)
      at = end - 1
    }
  }
  return -1
}

/** Offset after the end of a comment; the end of the bytes if it is not closed. */
export function findCommentEnd(bytes: Uint8Array, from: number): number {
  for (let star = bytes.indexOf(STAR, from); star >= 0; star = bytes.indexOf(STAR, star + 1))
    if (bytes[star + 1] === SLASH) return star + 2
  return bytes.length
}
