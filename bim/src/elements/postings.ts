/**
 * Lists of elements as bytes: for each value its count, then the elements in ascending order as distances from the one
 * before. Numbers take seven bits a byte, the eighth says that more follow: a neighbour costs one byte.
 */
export class PostingsWriter {
  #bytes = new Uint8Array(256)
  #length = 0

  /** Elements ascending; one that is named twice counts once. Returns how many were written. */
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

  /** The bytes since the last call. */
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

/** Reads what PostingsWriter wrote, list by list. Damaged bytes end the reading and never run on. */
export class PostingsReader {
  #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get done(): boolean {
    return this.#at >= this.#bytes.length
  }

  /** Hands out the elements of the next list; without `visit` the list is passed over. */
  next(visit?: (element: number) => void): void {
    const count = this.#varint()
    let element = 0
    for (let each = 0; each < count && this.#at < this.#bytes.length; each++) {
      element += this.#varint()
      visit?.(element)
    }
  }

  #varint(): number {
    let value = 0
    for (let shift = 0; shift < 35 && this.#at < this.#bytes.length; shift += 7) {
      const byte = this.#bytes[this.#at++] ?? 0
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) break
    }
    return value
  }
}
