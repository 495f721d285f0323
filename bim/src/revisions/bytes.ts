/** Writes numbers in as few bytes as they need. */
export class ByteWriter {
  #bytes = new Uint8Array(1024)
  #length = 0

  /** Writes a number from 0 to 2^53, seven bits a byte. */
  write(value: number): void {
    if (this.#length + 8 > this.#bytes.length) {
      const wider = new Uint8Array(this.#bytes.length * 2)
      wider.set(this.#bytes)
      this.#bytes = wider
    }
    let rest = value
    while (rest >= 128) {
      this.#bytes[this.#length++] = (rest % 128) | 128
      rest = Math.floor(rest / 128)
    }
    this.#bytes[this.#length++] = rest
  }

  writeSigned(value: number): void {
    this.write(value < 0 ? -2 * value - 1 : 2 * value)
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }
}

/** Reads the bytes of a `ByteWriter`. */
export class ByteReader {
  #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  read(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new RangeError('The bytes are cut off')
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }

  readSigned(): number {
    const value = this.read()
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }
}
