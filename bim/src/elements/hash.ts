/** A 53-bit hash that fits both a double and a bigint. Contents can be added in any order with the same sum. */
export class ContentHash {
  #low = 0
  #high = 0

  /** Adds the hash of a string or of a list of integers. */
  add(content: string | ArrayLike<number>): void {
    let low = 0x811c9dc5
    let high = 0x9e3779b9
    for (let at = 0; at < content.length; at++) {
      const word = typeof content === 'string' ? content.charCodeAt(at) : (content[at] ?? 0) | 0
      low = Math.imul(low ^ word, 0x01000193) ^ (low >>> 15)
      high = Math.imul(high ^ word, 0x85ebca6b) ^ (high >>> 13)
    }
    this.#low = (this.#low + Math.imul(low ^ (low >>> 16), 0x7feb352d)) >>> 0
    this.#high = (this.#high + Math.imul(high ^ (high >>> 16), 0x846ca68b)) >>> 0
  }

  addSum(other: ContentHash): void {
    this.#low = (this.#low + other.#low) >>> 0
    this.#high = (this.#high + other.#high) >>> 0
  }

  get value(): number {
    return (this.#high & 0x1fffff) * 2 ** 32 + this.#low
  }
}
