import type { Defect } from './check-statement.ts'
import { EntityNumbers, Uint32Column } from './columns.ts'

/** Statement bytes are stored in blocks of this size; a place combines block number and offset in the block. */
const BLOCK_BITS = 22
const BLOCK = 1 << BLOCK_BITS
/** Short statements are copied byte by byte, which is faster than a `set` call. */
const SHORT = 160
/** Size of the deduplication cache, in statements. */
const REMEMBERED = 1 << 15

/**
 * The scanned statements of a STEP file (ISO 10303-21): the bytes of the kept ones, the numbers of all. Columns
 * are indexed by slot, in file order.
 */
export class StepFile {
  readonly numbers = new EntityNumbers()
  readonly id = new Uint32Column()
  readonly kind = new Uint32Column()
  /** offset of the statement in the file */
  readonly offset = new Uint32Column()
  /** number of bytes between the outer parentheses */
  readonly length = new Uint32Column()
  /** entity names in capitals; `kind` indexes them */
  readonly kinds: string[] = []
  statements = 0
  /** offsets of statements with the number of an earlier one; they are not read */
  readonly duplicates = new Uint32Column()
  /** statements whose number does not fit into 32 bits; they are not read */
  largeNumbers = 0
  /** whether entity names are written in small letters */
  hasSmallKeywords = false
  /** entities with arguments that violate the schema, by kind of defect */
  readonly defects = new Map<Defect, Uint32Column>()
  /** offsets of directions that are not of length 1 */
  readonly longDirections = new Uint32Column()
  /** directions along the X axis; of placements in space that state an Axis only, the offset and the number of that Axis */
  readonly alongX = new Uint32Column()
  readonly loneAxes = new Uint32Column()
  /** offsets of transformations that state axes or several scales */
  readonly operators = new Uint32Column()
  /** circles, and profiles, solids and surfaces with one: the entity number, and thousandths of the radius */
  readonly circles = new Uint32Column()
  /** items of styled items, and of each the style or assignment if it has only one, otherwise 0 */
  readonly styledItems = new Uint32Column()
  readonly stylesOfItems = new Uint32Column()
  /** assignments with one style: the entity number, and that of the style */
  readonly assignments = new Uint32Column()
  /** whether an item or an assignment may have more than one style */
  hasSeveralStyles = false
  /** face sets whose faces number their points through another list */
  readonly indexedFaceSets = new Uint32Column()
  /** entities with a word in place of a number: NaN, INF, 1.#IND */
  readonly notNumbers = new Uint32Column()
  /** slots sorted by kind, and the start of each kind; built on first use */
  #byKind: { slots: Uint32Array; begins: Uint32Array } | null = null
  #place = new Uint32Column()
  #blocks: Uint8Array[] = []
  #block = new Uint8Array(0)
  #used = BLOCK
  /** hash table of deduplicated statements: slot + 1 */
  #remembered = new Uint32Array(REMEMBERED)

  addDefect(id: number, defect: Defect): void {
    const ids = this.defects.get(defect) ?? new Uint32Column()
    this.defects.set(defect, ids)
    ids.push(id)
  }

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

  /** The entity (in capitals) of any statement, whether it was kept or not; '' when the file does not define it. */
  entityOf(id: number): string {
    if (!(id > 0)) return ''
    const slot = this.numbers.slot(id)
    return (
      this.kinds[slot >= 0 && slot < this.kind.length ? this.kind.at(slot) : this.numbers.kindNotKept(id)] ??
      ''
    )
  }

  /** The block that contains a statement's arguments: `length` bytes from `startOf` on. */
  bytesOf(slot: number): Uint8Array {
    return this.#blocks[this.#place.at(slot) >>> BLOCK_BITS] ?? this.#block
  }

  startOf(slot: number): number {
    return this.#place.at(slot) & (BLOCK - 1)
  }

  /** Stores a statement whose arguments are the bytes `from` up to `to`, without the outer parentheses. */
  keep(id: number, kind: number, offset: number, bytes: Uint8Array, from: number, to: number): void {
    const length = to - from
    if (this.#used + length > BLOCK) this.#addBlock(length)
    const block = this.#block
    let used = this.#used
    this.id.push(id)
    this.kind.push(kind)
    this.offset.push(offset)
    this.length.push(length)
    this.#place.push(((this.#blocks.length - Math.ceil(block.length / BLOCK)) << BLOCK_BITS) + used)
    if (length > SHORT) block.set(bytes.subarray(from, to), used)
    else for (let at = from; at < to; at++) block[used++] = bytes[at] ?? 0
    this.#used += length
  }

  /** Finds an earlier statement of the same entity with identical bytes; -1 if none is cached. */
  alike(kind: number, bytes: Uint8Array, from: number, to: number): number {
    const length = to - from
    // Hashes only both ends: the name at the start and the value at the end distinguish most statements.
    let hash = Math.imul(length, 31) + kind
    for (let at = from; at < to && at < from + 8; at++) hash = (Math.imul(hash, 31) + (bytes[at] ?? 0)) | 0
    for (let at = Math.max(from, to - 12); at < to; at++) hash = (Math.imul(hash, 31) + (bytes[at] ?? 0)) | 0
    const place = (hash ^ (hash >>> 15)) & (REMEMBERED - 1)
    const slot = (this.#remembered[place] ?? 0) - 1
    if (
      slot >= 0 &&
      slot < this.id.length &&
      this.kind.at(slot) === kind &&
      this.length.at(slot) === length
    ) {
      const known = this.bytesOf(slot)
      const shift = this.startOf(slot) - from
      let at = from
      while (at < to && bytes[at] === known[at + shift]) at++
      if (at === to) return slot
    }
    this.#remembered[place] = this.id.length + 1
    return -1
  }

  /** Allocates a block; a statement longer than a block gets one that spans several block numbers. */
  #addBlock(length: number): void {
    const count = Math.max(1, Math.ceil(length / BLOCK))
    this.#block = new Uint8Array(count * BLOCK)
    for (let each = 0; each < count; each++) this.#blocks.push(this.#block)
    this.#used = 0
  }
}
