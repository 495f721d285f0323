/** A growable array of 32-bit numbers. Columns replace arrays of objects to save memory. */
export class Uint32Column {
  length = 0
  #cells = new Uint32Array(1024)

  push(value: number): void {
    if (this.length === this.#cells.length) {
      const wider = new Uint32Array(this.length * 2)
      wider.set(this.#cells)
      this.#cells = wider
    }
    this.#cells[this.length++] = value
  }

  set(index: number, value: number): void {
    this.#cells[index] = value
  }

  at(index: number): number {
    return this.#cells[index] ?? 0
  }
}

const PAGE_BITS = 13
const PAGE = 1 << PAGE_BITS
const REFERENCED = 0x80000000
const SLOT = 0x7fffffff
/** Slot value of a statement that was scanned but not kept. */
export const NOT_KEPT = SLOT
/** The highest slot values hold the kind of a statement that was not kept; more kinds than any schema has. */
const MOST_KINDS = 4096
const FIRST_NOT_KEPT = SLOT - MOST_KINDS + 1

/**
 * Index of all entity numbers of a file: whether each is defined, referenced, and in which slot its statement
 * is kept. Paged, so that sparse numbers in the billions cost no more memory.
 */
export class EntityNumbers {
  /** number of entities that have been referenced but not defined so far */
  dangling = 0
  #free = 0
  #pages: (Uint32Array | undefined)[] = []

  /**
   * The slot of an entity's statement, `NOT_KEPT` if it was not kept, or -1 when the file does not define
   * it.
   */
  slot(id: number): number {
    const cell = (this.#pages[id >>> PAGE_BITS]?.[id & (PAGE - 1)] ?? 0) & SLOT
    return cell >= FIRST_NOT_KEPT ? NOT_KEPT : cell - 1
  }

  /** The kind of a statement that was not kept; -1 when it is unknown, kept or not in the file. */
  kindNotKept(id: number): number {
    const cell = (this.#pages[id >>> PAGE_BITS]?.[id & (PAGE - 1)] ?? 0) & SLOT
    return cell > FIRST_NOT_KEPT ? SLOT - cell : -1
  }

  /**
   * Defines an entity. Returns false if the number is defined already; the first definition wins.
   * @param kind of a statement that is not kept
   */
  define(id: number, slot: number, kind = MOST_KINDS - 1): boolean {
    const page = this.#page(id)
    const cell = page[id & (PAGE - 1)] ?? 0
    if ((cell & SLOT) !== 0) return false
    if (cell !== 0) this.dangling--
    page[id & (PAGE - 1)] = (cell | (slot === NOT_KEPT ? SLOT - kind : slot + 1)) >>> 0
    return true
  }

  /** The first of `count` consecutive numbers that are above all defined and referenced ones, and were not taken before. */
  takeFree(count: number): number {
    const first = Math.max(this.#free, this.#pages.length * PAGE + 1)
    this.#free = first + count
    return first
  }

  /** The first numbers that are referenced but not defined, ascending. */
  listDangling(most: number): number[] {
    const found: number[] = []
    for (const [index, page] of this.#pages.entries())
      for (let at = 0; page && at < PAGE && found.length < most; at++)
        if (page[at] === REFERENCED) found.push(index * PAGE + at)
    return found
  }

  refer(id: number): void {
    const page = this.#page(id)
    const cell = page[id & (PAGE - 1)] ?? 0
    if (cell >= REFERENCED) return
    if (cell === 0) this.dangling++
    page[id & (PAGE - 1)] = (cell | REFERENCED) >>> 0
  }

  #page(id: number): Uint32Array {
    const index = id >>> PAGE_BITS
    const page = this.#pages[index]
    if (page) return page
    const fresh = new Uint32Array(PAGE)
    this.#pages[index] = fresh
    return fresh
  }
}
