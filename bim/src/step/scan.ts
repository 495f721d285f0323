import { ModelError } from '../model.ts'
import type { ModelSource } from '../source.ts'
import { EntityNumbers, PASSED_OVER, Uint32Column } from './columns.ts'

const WINDOW = 1 << 22
const BLOCK = 1 << 22
/** One statement longer than this is no building model. */
const LONGEST_STATEMENT = 1 << 28
const MOST_ID = 0xffffffff

const [HASH, QUOTE, SLASH, STAR, SEMICOLON, EQUALS, OPEN, DOT, DOUBLE_QUOTE] = [
  0x23, 0x27, 0x2f, 0x2a, 0x3b, 0x3d, 0x28, 0x2e, 0x22,
]

/** Bytes at which the walk through a statement's arguments has to look closer. */
const STOPS = new Uint8Array(256)
for (const byte of [HASH, QUOTE, SLASH, SEMICOLON, DOUBLE_QUOTE]) STOPS[byte] = 1
for (let letter = 0x41; letter <= 0x5a; letter++) {
  // E and e belong to numbers; a bare word that starts with them is still met at its second letter.
  if (letter !== 0x45) STOPS[letter] = STOPS[letter | 0x20] = 2
}
/** Bytes of keywords and numbers: letters, digits, underscore. */
const WORD = new Uint8Array(256)
for (let byte = 0; byte < 128; byte++) if (/\w/.test(String.fromCharCode(byte))) WORD[byte] = 1

/**
 * Every statement of a STEP file (ISO 10303-21): the kept ones with their bytes, all of them with their numbers.
 * Columns run by slot, in the order of the file.
 */
export class StepFile {
  readonly numbers = new EntityNumbers()
  readonly id = new Uint32Column()
  readonly kind = new Uint32Column()
  /** where the statement begins in the file */
  readonly offset = new Uint32Column()
  /** the bytes between the outer parentheses: block, first and one past the last */
  readonly block = new Uint32Column()
  readonly start = new Uint32Column()
  readonly end = new Uint32Column()
  readonly blocks: Uint8Array[] = []
  /** entity names in capitals; `kind` indexes them */
  readonly kinds: string[] = []
  statements = 0
  duplicates = 0
  /** entities with a word where a number should be: NaN, INF, 1.#IND */
  readonly notNumbers = new Uint32Column()
  /** all slots ordered by kind, and where each kind begins; made when first asked for */
  #byKind: { slots: Uint32Array; begins: Uint32Array } | null = null

  /** Slots of the kept statements of an entity (named in capitals), in the order of the file. */
  slotsOf(entity: string): Uint32Array {
    this.#byKind ??= this.#sortByKind()
    const { slots, begins } = this.#byKind
    const kind = this.kinds.indexOf(entity)
    return kind < 0 ? slots.subarray(0, 0) : slots.subarray(begins[kind], begins[kind + 1])
  }

  #sortByKind(): { slots: Uint32Array; begins: Uint32Array } {
    const begins = new Uint32Array(this.kinds.length + 1)
    for (let slot = 0; slot < this.kind.length; slot++) {
      const next = this.kind.at(slot) + 1
      begins[next] = (begins[next] ?? 0) + 1
    }
    for (let kind = 0; kind < this.kinds.length; kind++)
      begins[kind + 1] = (begins[kind + 1] ?? 0) + (begins[kind] ?? 0)
    const places = begins.slice()
    const slots = new Uint32Array(this.kind.length)
    for (let slot = 0; slot < slots.length; slot++) {
      const kind = this.kind.at(slot)
      const place = places[kind] ?? 0
      slots[place] = slot
      places[kind] = place + 1
    }
    return { slots, begins }
  }

  kindName(slot: number): string {
    return this.kinds[this.kind.at(slot)] ?? ''
  }
}

export interface Scan {
  file: StepFile
  /** statements of the header by name, as the text between their parentheses */
  header: Map<string, Uint8Array>
}

/**
 * Walks through a whole STEP file once.
 * @param keep whether statements of an entity (named in capitals) are wanted later; asked once per entity
 * @throws ModelError NOT_IFC, TRUNCATED, SYNTAX (with a line)
 */
export function scanStep(
  source: ModelSource,
  keep: (entity: string) => boolean,
  onProgress: (fraction: number) => void = () => {},
): Scan {
  const scanner = new Scanner(keep)
  let window = new Uint8Array(Math.min(WINDOW, source.size) + 1)
  let held = 0
  let base = 0
  for (;;) {
    const wanted = Math.min(window.length - 1 - held, source.size - base - held)
    window.set(source.read(base + held, wanted), held)
    held += wanted
    window[held] = SEMICOLON
    const last = base + held >= source.size
    const used = scanner.walk(window, held, base)
    if (scanner.brokenText >= 0) throw syntaxError(source, scanner.brokenText, 'a text ends in the middle')
    if (scanner.finished || last) {
      if (!scanner.finished) throw unfinished(source, base + used)
      onProgress(1)
      return { file: scanner.file, header: scanner.header }
    }
    window.copyWithin(0, used, held)
    held -= used
    base += used
    onProgress(base / source.size)
    if (held === window.length - 1) window = widen(window, source, base)
  }
}

function widen(window: Uint8Array<ArrayBuffer>, source: ModelSource, base: number): Uint8Array<ArrayBuffer> {
  if (window.length > LONGEST_STATEMENT) throw syntaxError(source, base, 'a statement without end')
  const wider = new Uint8Array(window.length * 2)
  wider.set(window)
  return wider
}

/** The file ended inside a statement: an open string when the closing line is there, else a cut. */
function unfinished(source: ModelSource, from: number): ModelError {
  const offset = from + source.read(from, 1024).findIndex((byte) => byte > 0x20)
  const tail = new TextDecoder('latin1').decode(source.read(Math.max(0, source.size - 1024), 1024))
  if (tail.includes('END-ISO-10303-21')) return syntaxError(source, offset, 'a text is never closed')
  return new ModelError(
    'TRUNCATED',
    'The file is cut off: its closing line is missing.',
    'Export the model again, or upload the file once more if the transfer was interrupted.',
    lineAt(source, offset),
  )
}

/** A refusal that names the line. */
function syntaxError(source: ModelSource, offset: number, what: string): ModelError {
  const line = lineAt(source, offset)
  return new ModelError(
    'SYNTAX',
    `Line ${line} cannot be read: ${what}.`,
    'Export the model again. If the file was edited by hand, correct this line.',
    line,
  )
}

/** The line (from 1) of a byte, counting LF, CRLF and lone CR as one end each. */
export function lineAt(source: ModelSource, offset: number): number {
  let line = 1
  let previous = 0
  for (let at = 0; at < offset; at += WINDOW) {
    for (const byte of source.read(at, Math.min(WINDOW, offset - at))) {
      if (byte === 0x0d || (byte === 0x0a && previous !== 0x0d)) line++
      previous = byte
    }
  }
  return line
}

class Scanner {
  readonly file = new StepFile()
  readonly header = new Map<string, Uint8Array>()
  finished = false
  #keep: (entity: string) => boolean
  #kept: boolean[] = []
  /** open addressing by hash of the keyword: index of the kind + 1 */
  #kindTable = new Uint32Array(4096)
  #kindBytes: Uint8Array[] = []
  #blockUsed = BLOCK
  #inData = false
  /** where a text closes although it should go on, -1 when none does */
  brokenText = -1
  #notNumber = false
  #broken = -1

  constructor(keep: (entity: string) => boolean) {
    this.#keep = keep
  }

  /** Reads complete statements of `bytes[0…end)`; returns where the first incomplete one begins. */
  walk(bytes: Uint8Array, end: number, base: number): number {
    let at = 0
    while (!this.finished) {
      const start = skipBlank(bytes, at, end)
      if (start >= end) return at
      const next =
        bytes[start] === HASH ? this.#entity(bytes, start, end, base) : this.#keyword(bytes, start, end)
      if (next < 0) return start
      at = next
    }
    return at
  }

  #entity(bytes: Uint8Array, start: number, end: number, base: number): number {
    let at = start + 1
    let id = 0
    for (let digit = (bytes[at] ?? 0) - 0x30; digit >= 0 && digit <= 9; digit = (bytes[at] ?? 0) - 0x30) {
      id = id * 10 + digit
      at++
    }
    at = skipBlank(bytes, at, end)
    if (bytes[at] !== EQUALS) return at >= end ? -1 : this.#passOver(bytes, at, end)
    at = skipBlank(bytes, at + 1, end)
    const name = at
    let hash = 0
    while (WORD[bytes[at] ?? 0] === 1) hash = (Math.imul(hash, 31) + ((bytes[at++] ?? 0) & 0xdf)) | 0
    const nameEnd = at
    at = skipBlank(bytes, at, end)
    if (at >= end) return -1
    this.#notNumber = false
    this.#broken = -1
    const close = this.#arguments(bytes, at, end)
    if (close < 0) return -1
    if (this.#broken >= 0 && this.brokenText < 0) this.brokenText = base + this.#broken
    this.file.statements++
    if (id < 1 || id > MOST_ID) return close + 1
    const kind = nameEnd > name && bytes[at] === OPEN ? this.#kindOf(bytes, name, nameEnd, hash) : -1
    if (kind < 0 || !this.#kept[kind]) this.#define(id, PASSED_OVER)
    else if (this.#define(id, this.file.id.length))
      this.#store(id, kind, base + start, bytes.subarray(at + 1, close))
    if (this.#notNumber) this.file.notNumbers.push(id)
    return close + 1
  }

  #define(id: number, slot: number): boolean {
    const fresh = this.file.numbers.define(id, slot)
    if (!fresh) this.file.duplicates++
    return fresh
  }

  /** From the arguments to the closing semicolon, noting references; -1 when the window ends first. */
  #arguments(bytes: Uint8Array, from: number, end: number): number {
    const { numbers } = this.file
    let at = from
    for (;;) {
      while (STOPS[bytes[at] ?? 0] === 0) at++
      const byte = bytes[at]
      if (byte === SEMICOLON) return at < end ? at : -1
      if (byte === HASH) {
        let id = 0
        const first = ++at
        for (let digit = (bytes[at] ?? 0) - 0x30; digit >= 0 && digit <= 9; digit = (bytes[at] ?? 0) - 0x30) {
          id = id * 10 + digit
          at++
        }
        if (at > first && id <= MOST_ID) numbers.refer(id)
      } else if (byte === QUOTE || byte === DOUBLE_QUOTE) {
        at = skipQuoted(bytes, at, end, byte)
        if (at < 0) return -1
        if (WORD[bytes[at] ?? 0] === 1 && this.#broken < 0) this.#broken = at
      } else if (byte === SLASH) {
        at = skipBlank(bytes, at, end)
        if (at >= end) return -1
        if (bytes[at] === SLASH) at++
      } else at = this.#word(bytes, at, end)
    }
  }

  /** A word among the arguments: an enumeration, a type, or something that is no number. */
  #word(bytes: Uint8Array, from: number, end: number): number {
    let start = from
    while (start > 0 && WORD[bytes[start - 1] ?? 0] === 1) start--
    let at = from
    while (WORD[bytes[at] ?? 0] === 1) at++
    const after = skipBlank(bytes, at, end)
    const enumeration = bytes[start - 1] === DOT && bytes[at] === DOT
    if (!enumeration && bytes[after] !== OPEN) this.#notNumber = true
    return at
  }

  #kindOf(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const mask = this.#kindTable.length - 1
    for (let place = (hash ^ (hash >>> 12)) & mask; ; place = (place + 1) & mask) {
      const kind = (this.#kindTable[place] ?? 0) - 1
      if (kind < 0) return this.#newKind(bytes.slice(start, end), place)
      const known = this.#kindBytes[kind]
      if (known && sameBytes(known, bytes, start, end)) return kind
    }
  }

  #newKind(bytes: Uint8Array, place: number): number {
    // No schema has half as many entities; what else comes is not worth telling apart.
    if (this.file.kinds.length >= 2048) return -1
    const name = new TextDecoder('latin1').decode(bytes).toUpperCase()
    const kind = this.file.kinds.length
    this.file.kinds.push(name)
    this.#kindBytes.push(bytes)
    this.#kept.push(this.#keep(name))
    this.#kindTable[place] = kind + 1
    return kind
  }

  #store(id: number, kind: number, offset: number, statement: Uint8Array): void {
    const { file } = this
    if (this.#blockUsed + statement.length > (file.blocks.at(-1)?.length ?? 0)) {
      file.blocks.push(new Uint8Array(Math.max(BLOCK, statement.length)))
      this.#blockUsed = 0
    }
    file.blocks.at(-1)?.set(statement, this.#blockUsed)
    file.id.push(id)
    file.kind.push(kind)
    file.offset.push(offset)
    file.block.push(file.blocks.length - 1)
    file.start.push(this.#blockUsed)
    this.#blockUsed += statement.length
    // One past the last argument, without the closing parenthesis.
    let length = statement.length
    while (length > 0 && statement[length - 1] !== 0x29) length--
    file.end.push(this.#blockUsed - statement.length + Math.max(0, length - 1))
  }

  /** HEADER, FILE_SCHEMA(…), ENDSEC, DATA, END-ISO-10303-21: whatever is not an entity. */
  #keyword(bytes: Uint8Array, start: number, end: number): number {
    let at = start
    while (WORD[bytes[at] ?? 0] === 1 || bytes[at] === 0x2d) at++
    if (at >= end) return -1
    const word = new TextDecoder('latin1')
      .decode(bytes.subarray(start, Math.min(at, start + 64)))
      .toUpperCase()
    const close = this.#arguments(bytes, Math.max(at, start + 1), end)
    if (close < 0) return -1
    if (word === 'END-ISO-10303-21') this.finished = true
    else if (word === 'DATA') this.#inData = true
    else if (!this.#inData && this.header.size < 32) {
      const open = bytes.indexOf(OPEN, at)
      if (open >= 0 && open < close)
        this.header.set(word, bytes.slice(open + 1, bytes.lastIndexOf(0x29, close)))
    }
    return close + 1
  }

  #passOver(bytes: Uint8Array, from: number, end: number): number {
    const close = this.#arguments(bytes, from, end)
    return close < 0 ? -1 : close + 1
  }
}

/** Past white space and comments; `end` when a comment is not closed before it. */
function skipBlank(bytes: Uint8Array, from: number, end: number): number {
  let at = from
  while (at < end) {
    const byte = bytes[at] ?? 0
    if (byte <= 0x20) at++
    else if (byte === SLASH && bytes[at + 1] === STAR) {
      at += 2
      while (at < end && !(bytes[at] === STAR && bytes[at + 1] === SLASH)) at++
      at = at < end ? at + 2 : end
    } else if (byte === SLASH && at + 1 >= end) return end
    else return at
  }
  return at
}

/** Past the closing quote; a doubled quote does not close. -1 when the window ends first. */
function skipQuoted(bytes: Uint8Array, from: number, end: number, quote: number): number {
  let at = from + 1
  for (;;) {
    while (at < end && bytes[at] !== quote) at++
    if (at + 1 >= end) return -1
    if (bytes[at + 1] !== quote) return at + 1
    at += 2
  }
}

function sameBytes(known: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (known.length !== end - start) return false
  for (let at = 0; at < known.length; at++) if (known[at] !== bytes[start + at]) return false
  return true
}
