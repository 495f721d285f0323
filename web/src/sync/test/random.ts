/** A seeded pseudo-random number generator (mulberry32). */
export function createRandom(seed: number) {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    below,
    chance: (part: number) => next() < part,
    pick: <T>(list: readonly T[]): T => list[below(list.length)] as T,
  }
}
export type Random = ReturnType<typeof createRandom>
