/** The set, its array and its place in a map: 300 bytes on the heap, up to 700 of the process. */
const SET_BYTES = 600

/** A bit set of the elements of one model. */
export class ElementSet {
  readonly size: number
  #words: Uint32Array

  constructor(size: number, full = false) {
    this.size = size
    this.#words = new Uint32Array(Math.ceil(size / 32))
    if (!full) return
    this.#words.fill(0xffffffff)
    if (size % 32 > 0) this.#words[this.#words.length - 1] = 2 ** (size % 32) - 1
  }

  /** approximate memory */
  get bytes(): number {
    return this.#words.byteLength + SET_BYTES
  }

  /** Adds an element; numbers beyond the model are ignored. */
  add(element: number): void {
    if (element >= this.size) return
    const word = element >>> 5
    this.#words[word] = (this.#words[word] ?? 0) | (1 << (element & 31))
  }

  has(element: number): boolean {
    return ((this.#words[element >>> 5] ?? 0) & (1 << (element & 31))) !== 0
  }

  /** Intersects in place; undefined counts as empty. */
  intersect(other: ElementSet | undefined): void {
    if (!other) this.#words.fill(0)
    else
      for (let word = 0; word < this.#words.length; word++)
        this.#words[word] = (this.#words[word] ?? 0) & (other.#words[word] ?? 0)
  }

  get count(): number {
    let count = 0
    for (const word of this.#words) {
      let bits = word - ((word >>> 1) & 0x55555555)
      bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
      count += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
    }
    return count
  }

  /** Elements from `from` on, ascending. */
  *from(from: number): Generator<number> {
    for (let element = from; element < this.size; element++) {
      const word = this.#words[element >>> 5] ?? 0
      if (word === 0) element |= 31
      else if ((word & (1 << (element & 31))) !== 0) yield element
    }
  }
}
