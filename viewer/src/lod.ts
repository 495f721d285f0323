/** Binary search: how many of `count` radii from `start` on, sorted descending, are at least `threshold`. */
export function computePrefixLength(
  radius: Float32Array,
  start: number,
  count: number,
  threshold: number,
): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if ((radius[start + middle] as number) >= threshold) low = middle + 1
    else high = middle
  }
  return low
}

export interface DetailLevel {
  /** objects smaller than this many pixels are skipped while the camera moves */
  smallest_px: number
  /** drawing buffer pixels per screen pixel */
  resolution: number
  /** multisample antialiasing */
  smooth: boolean
}

/** Detail of the final frame at rest: everything that would cover a pixel is drawn. */
export const DETAIL_AT_REST: DetailLevel = { smallest_px: 0.7, resolution: 1, smooth: true }

const STEPS: readonly DetailLevel[] = [
  { smallest_px: 2, resolution: 1, smooth: true },
  { smallest_px: 3, resolution: 1, smooth: false },
  { smallest_px: 5, resolution: 0.75, smooth: false },
  { smallest_px: 8, resolution: 0.6, smooth: false },
  { smallest_px: 14, resolution: 0.5, smooth: false },
]
const FIRST_STEP = 1
const WEAK_STEP = 3
const SLOW_MS = 36
const FAST_MS = 18
/** A longer gap between frames is a pause of the user, not a slow frame. */
const PAUSE_MS = 600

/**
 * Adapts the level of detail while the camera moves: slow frames lower it, a run of fast ones raises it again.
 */
export class FrameBudget {
  // Starts below the best step: the first frame should appear soon, and the speed of the machine is unknown.
  #step = FIRST_STEP
  #slow = 0
  #fast = 0

  /** Whether frames are slow even at little detail: such machines do without extras. */
  get weak(): boolean {
    return this.#step >= WEAK_STEP
  }

  get detail(): DetailLevel {
    return STEPS[this.#step] ?? DETAIL_AT_REST
  }

  /**
   * Records the duration of a frame during movement, from its start to the start of the next, in milliseconds.
   */
  note(frame_ms: number): void {
    if (frame_ms > PAUSE_MS * (this.#step + 1)) return
    this.#slow = frame_ms > SLOW_MS ? this.#slow + 1 : 0
    this.#fast = frame_ms < FAST_MS ? this.#fast + 1 : 0
    if (this.#slow >= 3 && this.#step < STEPS.length - 1) this.#goto(this.#step + 1)
    else if (this.#fast >= 40 && this.#step > 0) this.#goto(this.#step - 1)
  }

  #goto(step: number): void {
    this.#step = step
    this.#slow = 0
    this.#fast = 0
  }
}
