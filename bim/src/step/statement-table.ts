import type { ByteSource } from '../source.ts'
import { EntityNumbers, Uint32Column } from './columns.ts'
import { findCommentEnd } from './read-statement.ts'

const WINDOW = 1 << 22
const SPACE = 0x20
const QUOTE = 0x27
const DOUBLE_QUOTE = 0x22
const HASH = 0x23
const OPEN = 0x28
const CLOSE = 0x29
const STAR = 0x2a
const COMMA = 0x2c
const SLASH = 0x2f
const ZERO = 0x30
const SEMICOLON = 0x3b
const EQUALS = 0x3d

/** Bytes of arguments that are more than a letter of a number or a word. */
const SPECIAL = new Uint8Array(256)
for (let byte = 0; byte <= SPACE; byte++) SPECIAL[byte] = 1
for (const byte of [QUOTE, DOUBLE_QUOTE, HASH, OPEN, CLOSE, COMMA, SLASH, SEMICOLON]) SPECIAL[byte] = 1

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= ZERO && byte <= 0x39

/**
 * All statements of a STEP file in columns: the hash of each statement's own bytes without blanks, comments and entity
 * numbers, and its references. Written in one pass, so that closures of references can be hashed without reading the file
 * again.
 */
export class StatementTable {
  readonly numbers = new EntityNumbers()
  readonly id = new Uint32Column()
  /** index into `kinds` */
  readonly kind = new Uint32Column()
  /** offset in the file, and after the semicolon */
  readonly begin = new Uint32Column()
  readonly end = new Uint32Column()
  /** two hashes of 32 bits */
  readonly low = new Uint32Column()
  readonly high = new Uint32Column()
  /** index of the first reference; those of the next statement follow */
  readonly firstReference = new Uint32Column()
  /** entity numbers that are referred to, in order */
  readonly references = new Uint32Column()
  /** names of entities in capitals */
  readonly kinds: string[] = []
  /** false if a statement has a number of more than 32 bits, a number for the second time, or is malformed */
  isSound = true
  #arguments = new Uint8Array(4096)
  #kindOf = new Map<number, number[]>()

  constructor(source: ByteSource) {
    let length = WINDOW
    for (let base = 0; base < source.size; ) {
      const bytes = source.read(base, length)
      const passed = this.#walk(bytes, base)
      if (base + bytes.length >= source.size) break
      // the statement is longer than the window
      length = passed === 0 ? length * 2 : WINDOW
      base += passed
    }
  }

  get count(): number {
    return this.id.length
  }

  kindName(slot: number): string {
    return this.kinds[this.kind.at(slot)] ?? ''
  }

  /** Index after the last reference of a statement. */
  endOfReferences(slot: number): number {
    return slot + 1 < this.count ? this.firstReference.at(slot + 1) : this.references.length
  }

  /** Index of the argument that contains a reference. */
  argumentOf(reference: number): number {
    return this.#arguments[reference] ?? 0
  }

  /** Entity numbers in an argument of a statement. */
  listReferences(slot: number, argument: number): number[] {
    const found: number[] = []
    for (let at = this.firstReference.at(slot); at < this.endOfReferences(slot); at++)
      if (this.argumentOf(at) === argument) found.push(this.references.at(at))
    return found
  }

  /** Reads the complete statements in `bytes`; returns the number of bytes consumed. */
  #walk(bytes: Uint8Array, base: number): number {
    let passed = 0
    for (;;) {
      const begin = skipBlanks(bytes, passed)
      const end = bytes[begin] === HASH ? this.#readEntity(bytes, begin, base) : skipStatement(bytes, begin)
      if (end < 0) return passed
      passed = end
    }
  }

  /** Returns the offset after the semicolon, or -1 if the statement does not end within the bytes. */
  #readEntity(bytes: Uint8Array, begin: number, base: number): number {
    let id = 0
    let at = begin + 1
    for (; isDigit(bytes[at]); at++) id = id * 10 + ((bytes[at] as number) - ZERO)
    at = skipBlanks(bytes, at)
    if (at >= bytes.length) return -1
    if (bytes[at] !== EQUALS) return this.#passOver(bytes, begin)
    const word = skipBlanks(bytes, at + 1)
    at = word
    let hash = 0
    while (at < bytes.length && isWord(bytes[at] as number))
      hash = (Math.imul(hash, 31) + ((bytes[at++] as number) & 0xdf)) | 0
    const open = skipBlanks(bytes, at)
    if (open >= bytes.length) return -1
    if (bytes[open] !== OPEN) return this.#passOver(bytes, begin)
    const known = this.references.length
    const end = this.#hashArguments(bytes, open, hash)
    const next = end < 0 ? -1 : skipStatement(bytes, end)
    if (next < 0) {
      this.references.length = known
      return -1
    }
    if (id === 0 || id > 0xffffffff || !this.numbers.define(id, this.count)) {
      this.isSound = false
      this.references.length = known
      return next
    }
    this.id.push(id)
    this.kind.push(this.#kindNumber(bytes, word, at, hash))
    this.low.push(this.#low)
    this.high.push(this.#high)
    this.firstReference.push(known)
    this.begin.push(base + begin)
    this.end.push(base + next)
    return next
  }

  #passOver(bytes: Uint8Array, begin: number): number {
    this.isSound = false
    return skipStatement(bytes, begin)
  }

  #low = 0
  #high = 0

  /** Hashes from the opening parenthesis to the closing one; returns the offset after it, or -1. */
  #hashArguments(bytes: Uint8Array, open: number, seed: number): number {
    const { length } = bytes
    let low = seed ^ 0x811c9dc5
    let high = Math.imul(seed, 0x85ebca6b) ^ 0x9e3779b9
    let depth = 0
    let argument = 0
    for (let at = open; at < length; ) {
      const byte = bytes[at++] as number
      if (SPECIAL[byte] === 1) {
        if (byte <= SPACE) continue
        if (byte === SLASH && bytes[at] === STAR) {
          at = findCommentEnd(bytes, at + 1)
          continue
        }
      }
      low = Math.imul(low ^ byte, 0x01000193) ^ (low >>> 15)
      high = Math.imul(high ^ byte, 0x85ebca6b) ^ (high >>> 13)
      if (SPECIAL[byte] === 0) continue
      if (byte === HASH) {
        let id = 0
        while (isDigit(bytes[at])) id = id * 10 + ((bytes[at++] as number) - ZERO)
        if (id > 0xffffffff) this.isSound = false
        this.#refer(id, argument)
      } else if (byte === QUOTE || byte === DOUBLE_QUOTE) {
        for (; at < length && bytes[at] !== byte; at++) {
          low = Math.imul(low ^ (bytes[at] as number), 0x01000193) ^ (low >>> 15)
          high = Math.imul(high ^ (bytes[at] as number), 0x85ebca6b) ^ (high >>> 13)
        }
        at++
      } else if (byte === OPEN) depth++
      else if (byte === COMMA && depth === 1) argument++
      else if (byte === SEMICOLON || (byte === CLOSE && --depth === 0)) {
        if (byte === SEMICOLON) this.isSound = false
        this.#low = low >>> 0
        this.#high = high >>> 0
        return byte === SEMICOLON ? at - 1 : at
      }
    }
    return -1
  }

  #refer(id: number, argument: number): void {
    const at = this.references.length
    if (at === this.#arguments.length) {
      const wider = new Uint8Array(at * 2)
      wider.set(this.#arguments)
      this.#arguments = wider
    }
    this.#arguments[at] = Math.min(argument, 255)
    this.references.push(id)
  }

  #kindNumber(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const alike = this.#kindOf.get(hash) ?? []
    for (const kind of alike) if (isWordOf(bytes, from, to, this.kinds[kind] ?? '')) return kind
    const name = new TextDecoder('latin1').decode(bytes.subarray(from, to)).toUpperCase()
    const kind = this.kinds.push(name) - 1
    this.#kindOf.set(hash, [...alike, kind])
    return kind
  }
}

const isWord = (byte: number) =>
  (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || isDigit(byte) || byte === 0x5f

function isWordOf(bytes: Uint8Array, from: number, to: number, name: string): boolean {
  if (to - from !== name.length) return false
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number
    const upper = byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte
    if (upper !== name.charCodeAt(at - from)) return false
  }
  return true
}

function skipBlanks(bytes: Uint8Array, from: number): number {
  let at = from
  for (;;) {
    while (at < bytes.length && (bytes[at] as number) <= SPACE) at++
    if (bytes[at] !== SLASH || bytes[at + 1] !== STAR) return at
    at = findCommentEnd(bytes, at + 2)
  }
}

/** Offset after the next semicolon outside of texts and comments, or -1. */
function skipStatement(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; ) {
    const byte = bytes[at++]
    if (byte === SEMICOLON) return at
    if (byte === QUOTE) {
      while (at < bytes.length && bytes[at] !== QUOTE) at++
      at++
    } else if (byte === SLASH && bytes[at] === STAR) at = findCommentEnd(bytes, at + 1)
  }
  return -1
}
