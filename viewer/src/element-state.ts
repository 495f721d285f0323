/** State flags of an element, one bit each in the state texture. */
export const HIDDEN = 1
export const GHOST = 2
export const SELECTED = 4
export const HOVERED = 8
export const COLORED = 16

export type StateFlag = typeof HIDDEN | typeof GHOST | typeof SELECTED | typeof HOVERED | typeof COLORED

/** Width of the state texture in texels. */
export const STATE_WIDTH = 1024

/**
 * State of all elements of a model, stored as texture data: flags, red, green, blue per element. Any number of
 * changes costs a single texture upload.
 */
export class ElementState {
  /** 4 bytes per element, padded to whole rows of the texture */
  data: Uint8Array
  /** incremented by every change */
  revision = 0
  /** increases when elements are hidden, shown or ghosted */
  shownRevision = 0
  readonly #counts = new Map<StateFlag, number>()

  constructor(elements: number) {
    this.data = new Uint8Array(paddedBytes(elements))
  }

  /** Number of elements that fit without growing. */
  get capacity(): number {
    return this.data.length / 4
  }

  /** Grows the data for element indices below `elements`. */
  reserve(elements: number): void {
    if (elements <= this.capacity) return
    const data = new Uint8Array(paddedBytes(elements))
    data.set(this.data)
    this.data = data
    this.revision++
  }

  has(element: number, flag: StateFlag): boolean {
    return ((this.data[element * 4] ?? 0) & flag) !== 0
  }

  count(flag: StateFlag): number {
    return this.#counts.get(flag) ?? 0
  }

  /** A copy of every element's flags, masked by `mask`. */
  flags(mask: number): Uint8Array {
    const flags = new Uint8Array(this.capacity)
    for (let at = 0; at < flags.length; at++) flags[at] = (this.data[at * 4] as number) & mask
    return flags
  }

  /**
   * Sets or clears a flag on elements; indices outside the model are ignored. Returns the number of changed
   * elements.
   */
  set(elements: Iterable<number>, flag: StateFlag, on: boolean): number {
    let changed = 0
    for (const element of elements) {
      const at = element * 4
      const before = this.data[at]
      if (before === undefined || ((before & flag) !== 0) === on) continue
      this.data[at] = before ^ flag
      changed++
    }
    this.#note(flag, on ? changed : -changed)
    return changed
  }

  /** Clears a flag on all elements. Returns how many had it. */
  clear(flag: StateFlag): number {
    const had = this.count(flag)
    if (had === 0) return 0
    for (let at = 0; at < this.data.length; at += 4) this.data[at] = (this.data[at] as number) & ~flag
    this.#note(flag, -had)
    return had
  }

  /** All elements with the flag, ascending. */
  *with(flag: StateFlag): Generator<number> {
    if (this.count(flag) === 0) return
    for (let at = 0; at < this.data.length; at += 4) if ((this.data[at] as number) & flag) yield at / 4
  }

  /** Colours elements, 0xRRGGBB, until `clear(COLORED)`. */
  paint(elements: Iterable<number>, color: number): void {
    const list = [...elements].filter((element) => element >= 0 && element < this.capacity)
    for (const element of list) {
      this.data[element * 4 + 1] = (color >> 16) & 255
      this.data[element * 4 + 2] = (color >> 8) & 255
      this.data[element * 4 + 3] = color & 255
    }
    this.set(list, COLORED, true)
    this.revision++
  }

  /** The override colour of an element, 0xRRGGBB, or null. */
  colorOf(element: number): number | null {
    if (!this.has(element, COLORED)) return null
    const [red = 0, green = 0, blue = 0] = this.data.subarray(element * 4 + 1, element * 4 + 4)
    return (red << 16) | (green << 8) | blue
  }

  #note(flag: StateFlag, change: number): void {
    if (change === 0) return
    this.#counts.set(flag, this.count(flag) + change)
    this.revision++
    if (flag === HIDDEN || flag === GHOST) this.shownRevision++
  }
}

function paddedBytes(elements: number): number {
  return Math.max(1, Math.ceil(elements / STATE_WIDTH)) * STATE_WIDTH * 4
}
