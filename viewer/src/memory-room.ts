/**
 * The memory of chunks that are on their way: it counts against the budget before they arrive, so that many models that
 * load at once do not exceed it together.
 */
export class MemoryRoom {
  #reserved = 0
  readonly #waiting: (() => void)[] = []

  get reserved_bytes(): number {
    return this.#reserved
  }

  /** Reserves memory; the returned function frees it, once. */
  reserve(bytes: number): () => void {
    this.#reserved += bytes
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#reserved -= bytes
      for (const wake of this.#waiting.splice(0)) wake()
    }
  }

  /**
   * Reserves memory as soon as `free` has made enough room beside the existing reservations. `free` gets the number of bytes
   * that may stay in use and returns the number still in use. A request above the whole budget is granted when no other
   * reservation is pending.
   */
  async claim(
    bytes: number,
    budget_bytes: number,
    free: (limit_bytes: number) => number,
  ): Promise<() => void> {
    for (;;) {
      const limit = budget_bytes - this.#reserved - bytes
      if (free(Math.max(0, limit)) <= limit || this.#reserved === 0) return this.reserve(bytes)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
      })
    }
  }
}
