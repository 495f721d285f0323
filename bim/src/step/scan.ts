import { ModelError } from '../model.ts'
import { parseSchemaName } from '../sniff.ts'
import type { ByteSource } from '../source.ts'
import { getArgumentCount } from './argument-counts.ts'
import { checkStatement, Defect, getStatementCheck, type StatementCheck } from './check-statement.ts'
import { NOT_KEPT } from './columns.ts'
import { getNotedKind, type NotedKind, noteStatement } from './note-statement.ts'
import { findPointIndex, isFaceSet } from './point-index.ts'
import { StepFile } from './step-file.ts'

const WINDOW = 1 << 22
/** Maximum length of a statement; beyond it, the file is rejected. */
const LONGEST_STATEMENT = 1 << 28
const MOST_ID = 0xffffffff

const HASH = 0x23
const QUOTE = 0x27
const SLASH = 0x2f
const STAR = 0x2a
const SEMICOLON = 0x3b
const EQUALS = 0x3d
const OPEN = 0x28
const CLOSE = 0x29
const DOT = 0x2e
const DOUBLE_QUOTE = 0x22

/** Bytes placed after the window's content: every scan loop stops at one of them, which saves bounds checks. */
const SENTINELS = Uint8Array.of(SEMICOLON, QUOTE, DOUBLE_QUOTE)

/** Bytes at which scanning a statement's arguments needs special handling. */
const STOPS = new Uint8Array(256)
for (const byte of [HASH, QUOTE, SLASH, SEMICOLON, DOUBLE_QUOTE]) STOPS[byte] = 1
for (let letter = 0x41; letter <= 0x5a; letter++) {
  // E and e occur in numbers; a bare word that starts with one is still detected at its second letter.
  if (letter !== 0x45) STOPS[letter] = STOPS[letter | 0x20] = 2
}
/** Bytes of keywords and numbers: letters, digits, underscore. */
const WORD = new Uint8Array(256)
for (let byte = 0; byte < 128; byte++) if (/\w/.test(String.fromCharCode(byte))) WORD[byte] = 1

export interface ScanResult {
  file: StepFile
  /** header statements by name, as the bytes between their parentheses */
  header: Map<string, Uint8Array>
}

/**
 * Decides whether statements of an entity (named in capitals) are kept. `once` deduplicates: identical
 * statements share a slot, for entities that are identified by their contents alone.
 */
export type KeepRule = (entity: string) => boolean | 'once'

/**
 * Scans a whole STEP file in a single pass.
 * @param keeping called once per entity
 * @throws ModelError NOT_IFC, TRUNCATED, SYNTAX (with a line)
 */
export function scanStep(
  source: ByteSource,
  keeping: KeepRule,
  onProgress: (fraction: number) => void = () => {},
): ScanResult {
  const scanner = new Scanner(keeping)
  let window = new Uint8Array(Math.min(WINDOW, source.size) + SENTINELS.length)
  let held = 0
  let base = 0
  for (;;) {
    const wanted = Math.min(window.length - SENTINELS.length - held, source.size - base - held)
    window.set(source.read(base + held, wanted), held)
    held += wanted
    window.set(SENTINELS, held)
    const last = base + held >= source.size
    const used = scanner.walk(window, held, base)
    if (scanner.brokenText >= 0) throw syntaxError(source, scanner.brokenText, 'a text ends too early')
    if (scanner.finished || last) {
      if (!scanner.finished) throw unfinished(source, base + used)
      onProgress(1)
      return { file: scanner.file, header: scanner.header }
    }
    window.copyWithin(0, used, held)
    held -= used
    base += used
    onProgress(base / source.size)
    if (held === window.length - SENTINELS.length) window = widen(window, source, base)
  }
}

function widen(window: Uint8Array<ArrayBuffer>, source: ByteSource, base: number): Uint8Array<ArrayBuffer> {
  if (window.length > LONGEST_STATEMENT) throw syntaxError(source, base, 'a statement is too long')
  const wider = new Uint8Array(window.length * 2)
  wider.set(window)
  return wider
}

/**
 * The error for a file that ends inside a statement: an unterminated string if the closing line exists,
 * otherwise a truncated file.
 */
function unfinished(source: ByteSource, from: number): ModelError {
  const offset = from + source.read(from, 1024).findIndex((byte) => byte > 0x20)
  const tail = new TextDecoder('latin1').decode(source.read(Math.max(0, source.size - 1024), 1024))
  if (/END-ISO-10303-21/i.test(tail)) return syntaxError(source, offset, 'a text is not closed')
  return new ModelError(
    'TRUNCATED',
    'The file is cut off: its closing line is missing.',
    'Export the model again, or upload the file once more if the transfer was interrupted.',
    findLine(source, offset),
  )
}

/** A syntax error that names the line. */
function syntaxError(source: ByteSource, offset: number, what: string): ModelError {
  const line = findLine(source, offset)
  return new ModelError(
    'SYNTAX',
    `Line ${line} cannot be read: ${what}.`,
    'Export the model again. If the file was edited by hand, correct this line.',
    line,
  )
}

/** The 1-based line number of a byte offset; LF, CRLF and lone CR each count as one line end. */
export function findLine(source: ByteSource, offset: number): number {
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
  #keeping: KeepRule
  #kept: (boolean | 'once')[] = []
  /** distinct spellings of entity names, and the kind of each */
  #spellings: Uint8Array[] = []
  #kindOfSpelling: number[] = []
  /** hash table (open addressing) by name: index of the spelling + 1 */
  #places = new Uint32Array(4096)
  #inData = false
  /** offset at which a string ends too early, -1 if there is none */
  brokenText = -1
  #notNumber = false
  /** by kind */
  #checks: (StatementCheck | null)[] = []
  #isFaceSet: boolean[] = []
  #noted: (NotedKind | null)[] = []
  #schema = ''
  #broken = -1

  constructor(keeping: KeepRule) {
    this.#keeping = keeping
  }

  /**
   * Scans the complete statements of `bytes[0…end)`, followed by sentinels; returns the start of the first
   * incomplete one.
   */
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
    if (id < 1) return close + 1
    if (id > MOST_ID) {
      this.file.largeNumbers++
      return close + 1
    }
    const kind = nameEnd > name && bytes[at] === OPEN ? this.#kindOf(bytes, name, nameEnd, hash) : -1
    let fresh = true
    const { duplicates } = this.file
    const known = duplicates.length
    if (kind < 0) this.#define(id, base + start, NOT_KEPT)
    else if (this.#kept[kind] === false) this.#define(id, base + start, NOT_KEPT, kind)
    else fresh = this.#keep(id, kind, base + start, bytes, at + 1, close)
    if (duplicates.length > known) return close + 1
    if (this.#notNumber) this.file.notNumbers.push(id)
    if (this.#isFaceSet[kind]) {
      const end = bytes.lastIndexOf(CLOSE, close)
      if (findPointIndex(bytes, at + 1, end, this.file.kinds[kind] ?? '')) this.file.indexedFaceSets.push(id)
    }
    const check = fresh ? this.#checks[kind] : null
    if (check && this.#check(id, check, bytes, at + 1, close) === Defect.length)
      this.file.longDirections.push(base + start)
    const noted = this.#noted[kind]
    if (noted)
      noteStatement(
        this.file,
        noted,
        { id, offset: base + start },
        bytes.subarray(at + 1, bytes.lastIndexOf(CLOSE, close)),
      )
    return close + 1
  }

  #check(id: number, check: StatementCheck, bytes: Uint8Array, from: number, close: number): Defect {
    let to = close
    while (to > from && bytes[to - 1] !== CLOSE) to--
    const defect = checkStatement(bytes, from, to - 1, check)
    if (defect !== Defect.none && defect !== Defect.length) this.file.addDefect(id, defect)
    return defect
  }

  #define(id: number, offset: number, slot: number, kind?: number): boolean {
    const fresh = this.file.numbers.define(id, slot, kind)
    if (!fresh) this.file.duplicates.push(offset)
    return fresh
  }

  /** Keeps a statement; returns false when it is the same as an earlier one. */
  #keep(id: number, kind: number, offset: number, bytes: Uint8Array, from: number, close: number): boolean {
    // Excludes the closing parenthesis after the last argument.
    let to = close
    while (to > from && bytes[to - 1] !== CLOSE) to--
    to = Math.max(from, to - 1)
    const { file } = this
    const slot = this.#kept[kind] === 'once' ? file.alike(kind, bytes, from, to) : -1
    if (slot >= 0) this.#define(id, offset, slot)
    else if (this.#define(id, offset, file.id.length)) file.keep(id, kind, offset, bytes, from, to)
    return slot < 0
  }

  /** Scans the arguments up to the semicolon and records references; returns -1 when the window ends first. */
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
      } else {
        const word = at
        while (WORD[bytes[at] ?? 0] === 1) at++
        // Most words are .ENUMERATION. or TYPE(…).
        const usual = bytes[at] === OPEN || (bytes[at] === DOT && bytes[word - 1] === DOT)
        if (!usual && !isWordAllowed(bytes, word, at, end)) this.#notNumber = true
      }
    }
  }

  #kindOf(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const mask = this.#places.length - 1
    for (let place = (hash ^ (hash >>> 12)) & mask; ; place = (place + 1) & mask) {
      const spelling = (this.#places[place] ?? 0) - 1
      if (spelling < 0) return this.#newSpelling(bytes.slice(start, end), place)
      const known = this.#spellings[spelling]
      if (known && sameBytes(known, bytes, start, end)) return this.#kindOfSpelling[spelling] ?? -1
    }
  }

  #newSpelling(bytes: Uint8Array, place: number): number {
    // No schema has half as many entities; further names are not distinguished.
    if (this.#spellings.length >= 2048) return -1
    const spelling = new TextDecoder('latin1').decode(bytes)
    const name = spelling.toUpperCase()
    const { kinds } = this.file
    if (spelling !== name) this.file.hasSmallKeywords = true
    let kind = kinds.indexOf(name)
    if (kind < 0) {
      kind = kinds.push(name) - 1
      this.#checks.push(getStatementCheck(name, getArgumentCount(name, this.#schema)))
      this.#isFaceSet.push(isFaceSet(name))
      this.#noted.push(getNotedKind(name))
      this.#kept.push(this.#keeping(name))
    }
    this.#kindOfSpelling.push(kind)
    this.#places[place] = this.#spellings.push(bytes)
    return kind
  }

  /** Scans a statement that is not an entity: HEADER, FILE_SCHEMA(…), ENDSEC, DATA, END-ISO-10303-21. */
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
      if (word === 'FILE_SCHEMA') this.#schema = parseSchemaName(this.header.get(word) ?? new Uint8Array(0))
    }
    return close + 1
  }

  #passOver(bytes: Uint8Array, from: number, end: number): number {
    const close = this.#arguments(bytes, from, end)
    return close < 0 ? -1 : close + 1
  }
}

/** Skips white space and comments; returns `end` for an unclosed comment. */
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

/** Whether a word among the arguments is an enumeration or a type name rather than an invalid number. */
function isWordAllowed(bytes: Uint8Array, from: number, to: number, end: number): boolean {
  let start = from
  while (start > 0 && WORD[bytes[start - 1] ?? 0] === 1) start--
  return (bytes[start - 1] === DOT && bytes[to] === DOT) || bytes[skipBlank(bytes, to, end)] === OPEN
}

/**
 * Skips to after the closing quote; doubled quotes do not close the string. Returns -1 when the window ends
 * first.
 */
function skipQuoted(bytes: Uint8Array, from: number, end: number, quote: number): number {
  let at = from + 1
  for (;;) {
    while (bytes[at] !== quote) at++
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
