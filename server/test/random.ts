/** A seeded pseudo-random number generator (mulberry32). */
export class Random {
  #state: number
  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** at least 0, below 1 */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  chance(part: number): boolean {
    return this.next() < part
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }
}
