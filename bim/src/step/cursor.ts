import { NOT_KEPT } from './columns.ts'
import type { StepFile } from './step-file.ts'
import { StepTextDecoder } from './text.ts'

const HASH = 0x23
const QUOTE = 0x27
const OPEN = 0x28
const CLOSE = 0x29
const COMMA = 0x2c
const DOT = 0x2e
const DOLLAR = 0x24
const STAR = 0x2a
const SLASH = 0x2f
/** Maximum nesting of lists; no attribute of any schema is nested deeper. */
const DEEPEST_LIST = 16

/** A typed value such as IFCLENGTHMEASURE(2.5), or an untyped one with an empty type. */
export interface StepValue {
  /** the measure's name in capitals, '' for an untyped value */
  type: string
  /** decoded string, number as written, or enumeration value without dots */
  text: string
  /** finite, or null when the value is not a number */
  number: number | null
  /** entity number of a reference, otherwise 0 */
  ref: number
}

/**
 * Parses the arguments of a statement in order. An argument of another kind than requested reads as empty (''
 * for strings, 0 for references, null for numbers), so that malformed files cause missing values instead of
 * exceptions.
 */
export class Cursor {
  readonly text = new StepTextDecoder()
  readonly file: StepFile
  #bytes: Uint8Array = new Uint8Array(0)
  #at = 0
  #end = 0

  constructor(file: StepFile) {
    this.file = file
  }

  /** Moves to the first argument of a kept statement. */
  open(slot: number): this {
    this.#bytes = this.file.bytesOf(slot)
    this.#at = this.file.startOf(slot)
    this.#end = this.#at + this.file.length.at(slot)
    return this
  }

  /** Moves to the first argument of an entity; returns false when it is not in the file or was not kept. */
  openId(id: number): boolean {
    const slot = this.slot(id)
    if (slot >= 0) this.open(slot)
    return slot >= 0
  }

  /** The slot of an entity, -1 when it is not in the file or was not kept. */
  slot(id: number): number {
    const slot = id > 0 ? this.file.numbers.slot(id) : -1
    return slot === NOT_KEPT ? -1 : slot
  }

  /** Moves to the start of bytes that are not a kept statement, such as those of a header. */
  openBytes(bytes: Uint8Array): this {
    this.#bytes = bytes
    this.#at = 0
    this.#end = bytes.length
    return this
  }

  /** Byte position of the next argument within the statement's block. */
  get at(): number {
    this.#blank()
    return this.#at
  }

  get done(): boolean {
    this.#blank()
    return this.#at >= this.#end
  }

  skip(count = 1): this {
    for (let each = 0; each < count; each++) {
      this.#pass()
      this.#comma()
    }
    return this
  }

  /** Reads a string argument, '' for anything else. */
  string(): string {
    this.#blank()
    const value = this.#bytes[this.#at] === QUOTE && this.#at < this.#end ? this.#quoted() : ''
    if (value === '') this.#pass()
    this.#comma()
    return value
  }

  /** Whether the next argument is a string with this prefix, ignoring case; does not advance. */
  startsWith(prefix: string): boolean {
    this.#blank()
    if (this.#bytes[this.#at] !== QUOTE || this.#at + prefix.length >= this.#end) return false
    for (let at = 0; at < prefix.length; at++) {
      if (((this.#bytes[this.#at + 1 + at] ?? 0) | 0x20) !== (prefix.charCodeAt(at) | 0x20)) return false
    }
    return true
  }

  /** Reads a reference as entity number, 0 for anything else. */
  ref(): number {
    this.#blank()
    let id = 0
    if (this.#bytes[this.#at] === HASH && this.#at < this.#end) {
      this.#at++
      id = this.#digits()
    } else this.#pass()
    this.#comma()
    return id
  }

  /** Reads a list of references, typed or untyped; a single reference counts as a list of one. */
  refs(): number[] {
    const ids: number[] = []
    this.eachRef((id) => ids.push(id))
    return ids
  }

  /** Calls `take` for each reference that `refs` would return; `take` must not use the cursor. */
  eachRef(take: (id: number) => void): void {
    this.#blank()
    const typed = this.#at < this.#end && isLetter(this.#bytes[this.#at])
    if (typed) {
      while (this.#at < this.#end && this.#bytes[this.#at] !== OPEN) this.#at++
      this.#at++
      this.#blank()
    }
    if (this.#bytes[this.#at] !== OPEN) {
      const id = this.ref()
      if (id > 0) take(id)
      return
    }
    this.#at++
    while (!this.#closed()) {
      const id = this.ref()
      if (id > 0) take(id)
    }
    if (typed) this.#closed()
    this.#comma()
  }

  /** Reads a finite number, possibly inside a typed value; null for anything else. */
  number(): number | null {
    return this.value()?.number ?? null
  }

  /** Reads a list of numbers; other values in it count as 0. */
  numbers(): number[] {
    return this.values().map((value) => value.number ?? 0)
  }

  /** Reads an enumeration value without its dots, '' for anything else. */
  word(): string {
    this.#blank()
    let word = ''
    if (this.#bytes[this.#at] === DOT && this.#at < this.#end) word = this.#enumeration()
    else this.#pass()
    this.#comma()
    return word
  }

  /** Reads a simple value of any kind; null for `$`, `*` and lists. */
  value(): StepValue | null {
    const value = this.#simple()
    this.#comma()
    return value
  }

  /** Reads a list of simple values, skipping `$` and `*`. A single value counts as a list of one. */
  values(): StepValue[] {
    const values: StepValue[] = []
    this.#blank()
    if (this.#bytes[this.#at] !== OPEN || this.#at >= this.#end) {
      const single = this.value()
      return single ? [single] : values
    }
    this.#at++
    while (!this.#closed()) {
      const value = this.value()
      if (value) values.push(value)
    }
    this.#comma()
    return values
  }

  #simple(): StepValue | null {
    this.#blank()
    if (this.#at >= this.#end) return null
    const byte = this.#bytes[this.#at] ?? 0
    if (byte === QUOTE) return { type: '', text: this.#quoted(), number: null, ref: 0 }
    if (byte === DOT && !isDigit(this.#bytes[this.#at + 1])) {
      return { type: '', text: this.#enumeration(), number: null, ref: 0 }
    }
    if (byte === HASH) {
      this.#at++
      const ref = this.#digits()
      return ref > 0 ? { type: '', text: '', number: null, ref } : null
    }
    if (byte === DOLLAR || byte === STAR || byte === OPEN) {
      this.#pass()
      return null
    }
    return isLetter(byte) ? this.#typed() : this.#numeral()
  }

  #typed(): StepValue | null {
    const start = this.#at
    while (this.#at < this.#end && isWord(this.#bytes[this.#at])) this.#at++
    const type = this.text.read(this.#bytes, start, this.#at).toUpperCase()
    this.#blank()
    if (this.#bytes[this.#at] !== OPEN || this.#at >= this.#end) return null
    this.#at++
    this.#blank()
    // Typed values cannot be nested: a select inside a select is not allowed.
    const inner = isLetter(this.#bytes[this.#at]) ? null : (this.#tuple() ?? this.#simple())
    while (this.#at < this.#end && this.#bytes[this.#at] !== CLOSE) this.#pass(true)
    this.#at++
    if (inner) inner.type = type
    return inner
  }

  /** A list as one value, such as the degrees, minutes and seconds of an angle; null for anything else. */
  #tuple(): StepValue | null {
    if (this.#bytes[this.#at] !== OPEN || this.#at >= this.#end) return null
    const text = this.values()
      .map((value) => value.text)
      .join(', ')
    return { type: '', text, number: null, ref: 0 }
  }

  #numeral(): StepValue | null {
    const start = this.#at
    this.#pass()
    const text = this.text.read(this.#bytes, start, this.#at).trim()
    const binary = /^"([0-9A-F]*)"$/i.exec(text)?.[1]
    if (binary !== undefined) return { type: '', text: binary, number: null, ref: 0 }
    const number = text === '' ? Number.NaN : Number(text)
    return Number.isFinite(number) ? { type: '', text, number, ref: 0 } : null
  }

  #quoted(): string {
    const start = this.#at + 1
    this.#passQuoted()
    return this.text.read(this.#bytes, start, this.#at - 1)
  }

  #enumeration(): string {
    const start = ++this.#at
    while (this.#at < this.#end && this.#bytes[this.#at] !== DOT && isWord(this.#bytes[this.#at])) this.#at++
    const word = this.text.read(this.#bytes, start, this.#at)
    if (this.#bytes[this.#at] === DOT) this.#at++
    return word
  }

  #digits(): number {
    const bytes = this.#bytes
    const end = this.#end
    let id = 0
    let at = this.#at
    for (; at < end && isDigit(bytes[at]); at++) id = id * 10 + (bytes[at] ?? 0) - 0x30
    this.#at = at
    return id <= 0xffffffff ? id : 0
  }

  /** Skips one argument, up to its comma or the enclosing closing parenthesis. */
  #pass(pastComma = false): void {
    const bytes = this.#bytes
    const end = this.#end
    let depth = 0
    let at = this.#at
    for (; at < end; at++) {
      const byte = bytes[at] ?? 0
      // Quotes, parentheses and the comma are in this byte range; most skipped bytes are not.
      if (byte < QUOTE || byte > COMMA) continue
      if (byte === QUOTE) {
        this.#at = at
        this.#passQuoted()
        at = this.#at - 1
      } else if (byte === OPEN) {
        if (++depth > DEEPEST_LIST) at = end
      } else if (byte === CLOSE) {
        if (depth-- === 0) break
      } else if (byte === COMMA && depth === 0 && !pastComma) break
    }
    this.#at = Math.min(at, end)
  }

  /** Skips a string and its closing quote; for an unterminated string, ends one past the statement. */
  #passQuoted(): void {
    const bytes = this.#bytes
    const end = this.#end
    let at = this.#at + 1
    while (at < end) {
      if (bytes[at] !== QUOTE) at++
      else if (bytes[at + 1] === QUOTE && at + 1 < end) at += 2
      else break
    }
    this.#at = at + 1
  }

  #comma(): void {
    this.#blank()
    if (this.#bytes[this.#at] === COMMA && this.#at < this.#end) this.#at++
  }

  /** Whether the list has ended; consumes its closing parenthesis. */
  #closed(): boolean {
    this.#blank()
    if (this.#at < this.#end && this.#bytes[this.#at] !== CLOSE) return false
    this.#at++
    return true
  }

  #blank(): void {
    while (this.#at < this.#end) {
      const byte = this.#bytes[this.#at] ?? 0
      if (byte <= 0x20) this.#at++
      else if (byte === SLASH && this.#bytes[this.#at + 1] === STAR) this.#comment()
      else return
    }
  }

  #comment(): void {
    this.#at += 2
    while (this.#at < this.#end && !(this.#bytes[this.#at] === STAR && this.#bytes[this.#at + 1] === SLASH)) {
      this.#at++
    }
    this.#at += 2
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a))
}

function isWord(byte: number | undefined): boolean {
  return isDigit(byte) || isLetter(byte) || byte === 0x5f
}
