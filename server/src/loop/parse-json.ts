import { TimeSlices } from './time-slices.ts'

/**
 * JSON.parse for large texts in time slices: long containers are split at their commas, and each run of short members is
 * parsed by JSON.parse. Parsing 10 MB of small values at once would block the event loop for a second.
 */

/** Shorter texts are parsed at once. */
const SHORT_BYTES = 64 * 1024
const RUN_BYTES = 32 * 1024
/** nesting limit of long containers */
const MAX_DEPTH = 64
const CHECK_EVERY = 4096
/** Limit on items of one list. No endpoint takes more than 100,000; growing a longer one blocks the event loop. */
const MAX_ITEMS = 250_000
/** Limit on names of one object. No endpoint takes more than 1,000; an additional one costs ten times as much as an item. */
const MAX_NAMES = 20_000

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

const buildSyntaxError = (at: number) => new SyntaxError(`Not JSON at ${at}`)

/** A list or object with more members than any endpoint takes. */
export class TooManyMembersError extends Error {
  constructor(isObject: boolean) {
    super(
      isObject
        ? `An object in the body has more than ${MAX_NAMES} members`
        : `A list in the body has more than ${MAX_ITEMS} members`,
    )
  }
}

/** A list or object that is being filled. */
interface Container {
  value: unknown[] | Record<string, unknown>
  /** adds the members of a text; returns how many */
  add: (run: string) => number
  set: (name: string, value: unknown) => void
  close: number
}

function createList(): Container {
  const value: unknown[] = []
  const add = (run: string) => {
    const items = JSON.parse(`[${run}]`) as unknown[]
    for (const item of items) value.push(item)
    return items.length
  }
  return { value, add, set: (_name, item) => void value.push(item), close: CLOSE_LIST }
}

function createObject(): Container {
  const value: Record<string, unknown> = {}
  // like JSON.parse, treats "__proto__" as an ordinary name
  const set = (name: string, item: unknown) => {
    if (name === '__proto__')
      Object.defineProperty(value, name, {
        value: item,
        enumerable: true,
        configurable: true,
        writable: true,
      })
    else value[name] = item
  }
  const add = (run: string) => {
    const members = Object.entries(JSON.parse(`{${run}}`) as object)
    for (const [name, item] of members) set(name, item)
    return members.length
  }
  return { value, add, set, close: CLOSE_OBJECT }
}

class JsonReader {
  readonly #bytes: Buffer
  readonly #slices = new TimeSlices()
  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  #text(from: number, to: number): string {
    return this.#bytes.toString('utf8', from, to)
  }

  skipSpace(at: number): number {
    while (isSpace(this.#bytes[at])) at++
    return at
  }

  /** Offset after the end of the string that starts at `at`. */
  #afterString(at: number): number {
    for (let end = this.#bytes.indexOf(QUOTE, at + 1); end >= 0; end = this.#bytes.indexOf(QUOTE, end + 1)) {
      let signs = 0
      while (this.#bytes[end - 1 - signs] === BACKSLASH) signs++
      if (signs % 2 === 0) return end + 1
    }
    throw buildSyntaxError(at)
  }

  /** The name of the object member between `from` and its value at `at`. */
  #nameBefore(from: number, at: number): string {
    const text = this.#text(from, at).trim()
    if (text.charCodeAt(text.length - 1) !== COLON || text.charCodeAt(0) !== QUOTE)
      throw buildSyntaxError(from)
    return JSON.parse(text.slice(0, -1)) as string
  }

  /** Reads the list or object that starts at `start`. */
  async read(start: number, depth = 0): Promise<{ value: unknown; end: number }> {
    if (depth > MAX_DEPTH) throw buildSyntaxError(start)
    const bytes = this.#bytes
    const isObject = bytes[start] === OPEN_OBJECT
    const into = isObject ? createObject() : createList()
    /** start of the members that were not added yet */
    let run = start + 1
    /** start of the current member */
    let member = start + 1
    /** nesting depth within the current member */
    let depthInMember = 0
    /** start of the current member's list or object */
    let opened = 0
    let members = 0
    const flush = (to: number) => {
      if (this.skipSpace(run) >= to) throw buildSyntaxError(to)
      members += into.add(this.#text(run, to))
      if (members > (isObject ? MAX_NAMES : MAX_ITEMS)) throw new TooManyMembersError(isObject)
    }
    for (let at = start + 1, steps = 0; at < bytes.length; steps++) {
      if (steps % CHECK_EVERY === 0 && this.#slices.isOver) await this.#slices.yieldToLoop()
      const byte = bytes[at] as number
      if (byte === QUOTE) {
        at = this.#afterString(at)
        continue
      }
      if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        if (depthInMember++ === 0) opened = at
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        if (depthInMember === 0) {
          if (byte !== into.close) throw buildSyntaxError(at)
          // a trailing comma is an error
          if (this.skipSpace(run) < at) flush(at)
          else if (members > 0 && bytes[run - 1] === COMMA) throw buildSyntaxError(at)
          return { value: into.value, end: at + 1 }
        }
        depthInMember--
      } else if (byte === COMMA && depthInMember === 0) {
        if (at - run > RUN_BYTES) {
          flush(at)
          run = at + 1
        }
        member = at + 1
      }
      at++
      if (depthInMember === 0 || at - opened < SHORT_BYTES) continue
      // a long member: adds the members before it first
      if (member > run) flush(member - 1)
      const name = isObject ? this.#nameBefore(member, opened) : this.#noName(member, opened)
      const { value, end } = await this.read(opened, depth + 1)
      into.set(name, value)
      members++
      depthInMember = 0
      at = this.skipSpace(end)
      if (bytes[at] === COMMA) at++
      else if (bytes[at] !== into.close) throw buildSyntaxError(at)
      run = at
      member = at
    }
    throw buildSyntaxError(bytes.length)
  }

  #noName(from: number, at: number): string {
    if (this.skipSpace(from) !== at) throw buildSyntaxError(from)
    return ''
  }
}

/** @throws SyntaxError, TooManyMembersError */
export async function parseJson(bytes: Buffer): Promise<unknown> {
  const text = new JsonReader(bytes)
  const start = text.skipSpace(0)
  const first = bytes[start]
  if (bytes.length < SHORT_BYTES || (first !== OPEN_LIST && first !== OPEN_OBJECT))
    return JSON.parse(bytes.toString())
  const { value, end } = await text.read(start)
  if (text.skipSpace(end) !== bytes.length) throw buildSyntaxError(end)
  return value
}
