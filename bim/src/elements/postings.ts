/**
 * Encodes posting lists: for each value its element count, then the ascending element indices as deltas. Varint
 * encoding with seven bits per byte, so an adjacent element costs one byte.
 */
export class PostingsWriter {
  #bytes = new Uint8Array(256)
  #length = 0

  /** Adds a list of ascending elements; duplicates count once. Returns the number of distinct elements. */
  add(elements: Uint32Array): number {
    let count = 0
    for (let at = 0; at < elements.length; at++) if (at === 0 || elements[at] !== elements[at - 1]) count++
    this.#reserve((count + 1) * 5)
    this.#varint(count)
    let last = 0
    for (let at = 0; at < elements.length; at++) {
      const element = elements[at] ?? 0
      if (at > 0 && element === last) continue
      this.#varint(element - last)
      last = element
    }
    return count
  }

  /** Returns the bytes written since the last call. */
  take(): Uint8Array {
    const bytes = this.#bytes.slice(0, this.#length)
    this.#length = 0
    return bytes
  }

  #varint(value: number): void {
    let rest = value
    while (rest > 0x7f) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80
      rest >>>= 7
    }
    this.#bytes[this.#length++] = rest
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    const wider = new Uint8Array((this.#length + more) * 2)
    wider.set(this.#bytes)
    this.#bytes = wider
  }
}

/** Decodes the lists of PostingsWriter one by one. Damaged bytes end the reading without an endless loop. */
export class PostingsReader {
  #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get done(): boolean {
    return this.#at >= this.#bytes.length
  }

  /** Calls `visit` for each element of the next list; without `visit` the list is skipped. */
  next(visit?: (element: number) => void): void {
    const count = this.#varint()
    let element = 0
    for (let each = 0; each < count && this.#at < this.#bytes.length; each++) {
      element += this.#varint()
      visit?.(element)
    }
  }

  #varint(): number {
    const first = this.#bytes[this.#at++] ?? 0
    // most distances are shorter than 128
    if (first < 0x80) return first
    let value = first & 0x7f
    for (let shift = 7; shift < 35 && this.#at < this.#bytes.length; shift += 7) {
      const byte = this.#bytes[this.#at++] ?? 0
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) break
    }
    return value
  }
}
