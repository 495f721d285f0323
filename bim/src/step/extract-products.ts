import type { ByteSource } from '../source.ts'
import { joinBytes } from './join-bytes.ts'
import { StatementTable } from './statement-table.ts'

/**
 * Extracts a STEP file with only the statements needed to draw some products: the products with all their
 * references, their openings, styles and types, and the project with its units. The cost of drawing then
 * depends on the number of products, not on the size of the file.
 */

const LINE = 0x0a
const HASH = 0x23
const QUOTE = 0x27
const OPEN = 0x28
const CLOSE = 0x29
const COMMA = 0x2c
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

/** Byte range of an argument of a statement. */
function rangeOf(bytes: Uint8Array, argument: number): [from: number, to: number] {
  let from = bytes.indexOf(OPEN) + 1
  let passed = 0
  for (let at = from, depth = 0; at > 0 && at < bytes.length; at++) {
    const byte = bytes[at] as number
    // Quotes, parentheses and the comma are in this byte range; most other bytes are not.
    if (byte < HASH || byte > COMMA) continue
    if (byte === QUOTE) at = bytes.indexOf(QUOTE, at + 1)
    else if (byte === OPEN) depth++
    else if ((byte === COMMA && depth === 0) || (byte === CLOSE && depth-- === 0)) {
      if (passed++ === argument) return [from, at]
      if (byte === CLOSE) break
      from = at + 1
    }
    if (at < 0) break
  }
  return [0, 0]
}

class Excerpt {
  readonly #source: ByteSource
  readonly #table: StatementTable
  /** included statements by slot; rewritten bytes where they differ from the file, otherwise null */
  readonly #taken = new Map<number, Uint8Array | null>()
  readonly #links = new Map<Link, number[]>(LINKS.map((name) => [name, []]))

  constructor(source: ByteSource, table: StatementTable, hasLinks: boolean) {
    this.#source = source
    this.#table = table
    if (!hasLinks) return
    const listOf = table.kinds.map((name) => this.#links.get(name as Link))
    for (let slot = 0; slot < table.count; slot++) listOf[table.kind.at(slot)]?.push(slot)
  }

  #bytes(slot: number): Uint8Array {
    const { begin, end } = this.#table
    return this.#source.read(begin.at(slot), end.at(slot) - begin.at(slot))
  }

  has(id: number): boolean {
    return this.#taken.has(this.#table.numbers.slot(id))
  }

  /** Includes entities with everything that they refer to. */
  take(ids: Iterable<number>): void {
    const waiting = [...ids]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const slot = this.#table.numbers.slot(id)
      if (slot < 0 || this.#taken.has(slot)) continue
      this.#taken.set(slot, null)
      this.#addReferences(slot, waiting)
    }
  }

  #addReferences(slot: number, ids: number[]): void {
    const { firstReference, references } = this.#table
    const end = this.#table.endOfReferences(slot)
    for (let at = firstReference.at(slot); at < end; at++) ids.push(references.at(at))
  }

  /** Links of a kind, with a function that returns the references in one of their arguments. */
  *linksOf(kind: Link): Generator<{ slot: number; refs: (argument: number) => number[] }> {
    for (const slot of this.#links.get(kind) ?? [])
      yield { slot, refs: (argument) => this.#table.listReferences(slot, argument) }
  }

  /** Includes a link, with the list in `argument` reduced to the given references. */
  takeFor(slot: number, argument: number, kept: number[]): void {
    const bytes = this.#bytes(slot).slice()
    const [from, to] = rangeOf(bytes, argument)
    const list = new TextEncoder().encode(`(${kept.map((id) => `#${id}`).join()})`)
    const own = new Uint8Array(from + list.length + bytes.length - to)
    own.set(bytes.subarray(0, from))
    own.set(list, from)
    own.set(bytes.subarray(to), from + list.length)
    this.#taken.set(slot, own)
    const { firstReference, references } = this.#table
    const ids = [...kept]
    for (let at = firstReference.at(slot); at < this.#table.endOfReferences(slot); at++)
      if (this.#table.argumentOf(at) !== argument) ids.push(references.at(at))
    this.take(ids)
  }

  /** Includes links whose first argument is already included. */
  takeByFirst(kind: Link): void {
    for (const { slot, refs } of this.linksOf(kind))
      if (refs(0).some((id) => this.has(id))) this.takeStatement(slot)
  }

  takeStatement(slot: number): void {
    if (this.#taken.has(slot)) return
    this.#taken.set(slot, null)
    const ids: number[] = []
    this.#addReferences(slot, ids)
    this.take(ids)
  }

  /** The included statements in file order, after the file's own header. */
  write(): Uint8Array<ArrayBuffer> {
    const parts: Uint8Array[] = [this.#source.read(0, this.#table.begin.at(0)).slice()]
    for (const slot of [...this.#taken.keys()].sort((a, b) => a - b))
      parts.push(this.#taken.get(slot) ?? this.#bytes(slot).slice(), Uint8Array.of(LINE))
    parts.push(END)
    return joinBytes(parts)
  }
}

/**
 * Extracts the statements needed to draw some products.
 * @param ids entity numbers of the products
 * @param table of the source, if it has been read already
 * @returns the bytes of a STEP file
 */
export function extractProducts(
  source: ByteSource,
  ids: ReadonlySet<number>,
  table = new StatementTable(source),
): Uint8Array<ArrayBuffer> {
  const excerpt = new Excerpt(source, table, true)
  for (const { slot } of excerpt.linksOf('IFCPROJECT')) excerpt.takeStatement(slot)
  excerpt.take(ids)
  const hosts = new Set(ids)
  for (const { slot, refs } of excerpt.linksOf('IFCRELAGGREGATES')) {
    const kept = refs(5).filter((id) => ids.has(id))
    if (kept.length === 0) continue
    excerpt.takeFor(slot, 5, kept)
    for (const id of refs(4)) hosts.add(id)
  }
  for (const kind of ['IFCRELVOIDSELEMENT', 'IFCRELPROJECTSELEMENT'] as const)
    for (const { slot, refs } of excerpt.linksOf(kind))
      if (refs(4).some((id) => hosts.has(id))) excerpt.takeStatement(slot)
  // a material may be that of the type only
  const described = new Set(ids)
  for (const kind of ['IFCRELDEFINESBYTYPE', 'IFCRELASSOCIATESMATERIAL'] as const)
    for (const { slot, refs } of excerpt.linksOf(kind)) {
      const kept = refs(4).filter((id) => described.has(id))
      if (kept.length === 0) continue
      excerpt.takeFor(slot, 4, kept)
      if (kind === 'IFCRELDEFINESBYTYPE') for (const id of refs(5)) described.add(id)
    }
  for (const { slot, refs } of excerpt.linksOf('IFCMATERIALDEFINITIONREPRESENTATION'))
    if (refs(3).some((id) => excerpt.has(id))) excerpt.takeStatement(slot)
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
  const table = new StatementTable(source)
  for (let at = 0; at < ids.length; at += batch) {
    const excerpt = new Excerpt(source, table, false)
    const own = ids.slice(at, at + batch)
    excerpt.take(own)
    yield { ids: own, bytes: excerpt.write() }
  }
}
