import type { ByteSource } from '../source.ts'
import { EntityNumbers, Uint32Column } from './columns.ts'

/**
 * Extracts a STEP file with only the statements needed to draw some products: the products with all their
 * references, their openings, styles and types, and the project with its units. The cost of drawing then
 * depends on the number of products, not on the size of the file.
 */

const WINDOW = 1 << 22
const LINE = 0x0a
const SPACE = 0x20
const HASH = 0x23
const QUOTE = 0x27
const OPEN = 0x28
const CLOSE = 0x29
const STAR = 0x2a
const COMMA = 0x2c
const SLASH = 0x2f
const SEMICOLON = 0x3b
/** Bytes at which scanning a statement needs special handling. */
const STOPS = new Uint8Array(256)
for (const byte of [QUOTE, SLASH, SEMICOLON]) STOPS[byte] = 1
const END = new TextEncoder().encode('ENDSEC;\nEND-ISO-10303-21;\n')

/**
 * Entities with inverse references: they point from openings, styles, materials or types to the affected
 * product.
 */
const LINKS = [
  'IFCPROJECT',
  'IFCRELVOIDSELEMENT',
  'IFCRELPROJECTSELEMENT',
  'IFCRELAGGREGATES',
  'IFCRELDEFINESBYTYPE',
  'IFCRELASSOCIATESMATERIAL',
  'IFCMATERIALDEFINITIONREPRESENTATION',
  'IFCSTYLEDITEM',
  'IFCINDEXEDCOLOURMAP',
] as const
type Link = (typeof LINKS)[number]

/** Case-insensitive hash of an entity name, byte by byte. */
const hashed = (hash: number, byte: number) => (Math.imul(hash, 31) + (byte & 0xdf)) | 0
const linkOf = new Map(LINKS.map((name) => [[...new TextEncoder().encode(name)].reduce(hashed, 0), name]))

/** Index of the byte ranges of all statements, and of those that are links. */
class Statements {
  readonly numbers = new EntityNumbers()
  readonly begin = new Uint32Column()
  /** offset after the semicolon */
  readonly end = new Uint32Column()
  readonly links = new Map<Link, { statements: Uint32Column; first: Uint32Column }>(
    LINKS.map((name) => [name, { statements: new Uint32Column(), first: new Uint32Column() }]),
  )

  constructor(source: ByteSource) {
    let length = WINDOW
    for (let base = 0; base < source.size; ) {
      const bytes = source.read(base, length)
      const passed = this.#walk(bytes, base)
      if (passed === 0 && base + bytes.length >= source.size) break
      // the statement is longer than the window
      length = passed === 0 ? length * 2 : WINDOW
      base += passed
    }
  }

  /** Indexes the complete statements in `bytes`; returns the number of bytes consumed. */
  #walk(bytes: Uint8Array, base: number): number {
    const { length } = bytes
    for (let passed = 0; ; ) {
      const begin = pastBlanks(bytes, passed)
      let at = begin
      for (;;) {
        while (at < length && STOPS[bytes[at] as number] === 0) at++
        if (at >= length) return passed
        const byte = bytes[at++]
        if (byte === SEMICOLON) break
        if (byte === QUOTE) {
          while (at < length && bytes[at] !== QUOTE) at++
          at++
        } else if (bytes[at] === STAR) at = endOfComment(bytes, at + 1)
      }
      if (bytes[begin] === HASH) this.#note(bytes, begin, base, at)
      passed = at
    }
  }

  #note(bytes: Uint8Array, begin: number, base: number, end: number): void {
    let id = 0
    let at = begin + 1
    for (; isDigit(bytes[at]); at++) id = id * 10 + ((bytes[at] as number) - 0x30)
    if (id === 0 || id > 0xffffffff || !this.numbers.define(id, this.begin.length)) return
    at = pastBlanks(bytes, pastBlanks(bytes, at) + 1)
    let hash = 0
    for (; isWord(bytes[at] as number); at++) hash = hashed(hash, bytes[at] as number)
    const link = this.links.get(linkOf.get(hash) as Link)
    if (link) {
      at = pastBlanks(bytes, pastBlanks(bytes, at) + 1)
      link.statements.push(this.begin.length)
      link.first.push(bytes[at] === HASH ? numberAt(bytes, at + 1)[0] : 0)
    }
    this.begin.push(base + begin)
    this.end.push(base + end)
  }
}

/** Offset after the end of a comment; the end of the bytes if it is not closed. */
function endOfComment(bytes: Uint8Array, from: number): number {
  for (let star = bytes.indexOf(STAR, from); star >= 0; star = bytes.indexOf(STAR, star + 1))
    if (bytes[star + 1] === SLASH) return star + 2
  return bytes.length
}

function pastBlanks(bytes: Uint8Array, from: number): number {
  let at = from
  for (;;) {
    while (at < bytes.length && (bytes[at] as number) <= SPACE) at++
    if (bytes[at] !== SLASH || bytes[at + 1] !== STAR) return at
    at = endOfComment(bytes, at + 2)
  }
}

function numberAt(bytes: Uint8Array, from: number): [number: number, past: number] {
  let number = 0
  let at = from
  for (; isDigit(bytes[at]); at++) number = number * 10 + ((bytes[at] as number) - 0x30)
  return [number, at]
}

const isWord = (byte: number) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)

/** The arguments of a statement, each with its references and byte range. */
function argumentsOf(bytes: Uint8Array): { refs: number[]; from: number; to: number }[] {
  const found: { refs: number[]; from: number; to: number }[] = []
  let at = bytes.indexOf(OPEN) + 1
  let argument = { refs: [] as number[], from: at, to: at }
  for (let depth = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    // Quotes, parentheses, # and the comma are in this byte range; most other bytes are not.
    if (byte < HASH || byte > COMMA) continue
    if (byte === QUOTE) at = bytes.indexOf(QUOTE, at + 1)
    else if (byte === HASH) {
      const [id, past] = numberAt(bytes, at + 1)
      argument.refs.push(id)
      at = past - 1
    } else if (byte === OPEN) depth++
    else if ((byte === COMMA && depth === 0) || (byte === CLOSE && depth-- === 0)) {
      found.push({ ...argument, to: at })
      if (byte === CLOSE) break
      argument = { refs: [], from: at + 1, to: at + 1 }
    }
    if (at < 0) break
  }
  return found
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39

class Excerpt {
  readonly #source: ByteSource
  readonly #statements: Statements
  /** included statements by index; rewritten bytes where they differ from the file, otherwise null */
  readonly #taken = new Map<number, Uint8Array | null>()

  constructor(source: ByteSource, statements = new Statements(source)) {
    this.#source = source
    this.#statements = statements
  }

  #bytes(statement: number): Uint8Array {
    const { begin, end } = this.#statements
    return this.#source.read(begin.at(statement), end.at(statement) - begin.at(statement))
  }

  has(id: number): boolean {
    return this.#taken.has(this.#statements.numbers.slot(id))
  }

  /** Includes entities with everything that they refer to. */
  take(ids: Iterable<number>): void {
    const waiting = [...ids]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const statement = this.#statements.numbers.slot(id)
      if (statement < 0 || this.#taken.has(statement)) continue
      this.#taken.set(statement, null)
      for (const { refs } of argumentsOf(this.#bytes(statement))) waiting.push(...refs)
    }
  }

  /** Links of a kind, with a function that returns the references in one of their arguments. */
  *linksOf(kind: Link): Generator<{ statement: number; refs: (argument: number) => number[] }> {
    const { statements } = this.#statements.links.get(kind) ?? { statements: new Uint32Column() }
    for (let at = 0; at < statements.length; at++) {
      const statement = statements.at(at)
      const found = argumentsOf(this.#bytes(statement))
      yield { statement, refs: (argument) => found[argument]?.refs ?? [] }
    }
  }

  /** Includes a link, with the list in `argument` reduced to the given references. */
  takeFor(statement: number, argument: number, kept: number[]): void {
    const bytes = this.#bytes(statement).slice()
    const found = argumentsOf(bytes)
    const { from = 0, to = 0 } = found[argument] ?? {}
    const list = new TextEncoder().encode(`(${kept.map((id) => `#${id}`).join()})`)
    const own = new Uint8Array(from + list.length + bytes.length - to)
    own.set(bytes.subarray(0, from))
    own.set(list, from)
    own.set(bytes.subarray(to), from + list.length)
    this.#taken.set(statement, own)
    this.take(found.flatMap(({ refs }, at) => (at === argument ? kept : refs)))
  }

  /** Includes the links whose first argument is already included. */
  takeByFirst(kind: Link): void {
    const { statements, first } = this.#statements.links.get(kind) ?? {}
    for (let at = 0; statements && first && at < statements.length; at++)
      if (this.has(first.at(at))) this.takeStatement(statements.at(at))
  }

  takeStatement(statement: number): void {
    if (this.#taken.has(statement)) return
    this.#taken.set(statement, null)
    this.take(argumentsOf(this.#bytes(statement)).flatMap(({ refs }) => refs))
  }

  /** The included statements in file order, after the file's own header. */
  write(): Uint8Array<ArrayBuffer> {
    const parts: Uint8Array[] = [this.#source.read(0, this.#statements.begin.at(0)).slice()]
    for (const statement of [...this.#taken.keys()].sort((a, b) => a - b))
      parts.push(this.#taken.get(statement) ?? this.#bytes(statement).slice(), Uint8Array.of(LINE))
    parts.push(END)
    const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const part of parts) {
      whole.set(part, at)
      at += part.length
    }
    return whole
  }
}

/**
 * Extracts the statements needed to draw some products.
 * @param ids entity numbers of the products
 * @returns the bytes of a STEP file
 */
export function extractProducts(source: ByteSource, ids: ReadonlySet<number>): Uint8Array<ArrayBuffer> {
  const excerpt = new Excerpt(source)
  for (const { statement } of excerpt.linksOf('IFCPROJECT')) excerpt.takeStatement(statement)
  excerpt.take(ids)
  const hosts = new Set(ids)
  for (const { statement, refs } of excerpt.linksOf('IFCRELAGGREGATES')) {
    const kept = refs(5).filter((id) => ids.has(id))
    if (kept.length === 0) continue
    excerpt.takeFor(statement, 5, kept)
    for (const id of refs(4)) hosts.add(id)
  }
  for (const kind of ['IFCRELVOIDSELEMENT', 'IFCRELPROJECTSELEMENT'] as const)
    for (const { statement, refs } of excerpt.linksOf(kind))
      if (refs(4).some((id) => hosts.has(id))) excerpt.takeStatement(statement)
  for (const kind of ['IFCRELDEFINESBYTYPE', 'IFCRELASSOCIATESMATERIAL'] as const)
    for (const { statement, refs } of excerpt.linksOf(kind)) {
      const kept = refs(4).filter((id) => ids.has(id))
      if (kept.length > 0) excerpt.takeFor(statement, 4, kept)
    }
  for (const { statement, refs } of excerpt.linksOf('IFCMATERIALDEFINITIONREPRESENTATION'))
    if (refs(3).some((id) => excerpt.has(id))) excerpt.takeStatement(statement)
  for (const kind of ['IFCSTYLEDITEM', 'IFCINDEXEDCOLOURMAP'] as const) excerpt.takeByFirst(kind)
  return excerpt.write()
}

/**
 * Extracts entities with everything that they refer to, `batch` at a time, so that memory is bounded by the size of a
 * batch. The file is indexed once.
 */
export function* extractClosures(
  source: ByteSource,
  ids: readonly number[],
  batch: number,
): Generator<{ ids: readonly number[]; bytes: Uint8Array<ArrayBuffer> }> {
  const statements = new Statements(source)
  for (let at = 0; at < ids.length; at += batch) {
    const excerpt = new Excerpt(source, statements)
    const own = ids.slice(at, at + batch)
    excerpt.take(own)
    yield { ids: own, bytes: excerpt.write() }
  }
}
