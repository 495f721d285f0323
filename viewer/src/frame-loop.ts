/** After the last movement the picture counts as at rest. */
const REST_MS = 140

export interface FrameTime {
  now: number
  /** since the frame before, when both belong to one movement; else 16 */
  elapsed_ms: number
  /** the frame before belonged to the same movement */
  continued: boolean
}

/**
 * Asks for animation frames only while there is something to draw: one for a change, one after the other while
 * something moves, and a last one when it has come to rest.
 */
export class FrameLoop {
  /** carries movements on; returns whether any goes on */
  readonly #advance: (time: FrameTime) => boolean
  readonly #draw: (moving: boolean) => void
  #request = 0
  #timer = 0
  #restAt = 0
  #last = { now: 0, moving: false }
  #paused = true

  constructor(advance: (time: FrameTime) => boolean, draw: (moving: boolean) => void) {
    this.#advance = advance
    this.#draw = draw
  }

  /** Has a frame drawn. */
  invalidate(): void {
    if (this.#request === 0 && !this.#paused) this.#request = requestAnimationFrame((now) => this.#frame(now))
  }

  /** Has a frame drawn and says that something is moving. */
  stir(): void {
    this.#restAt = performance.now() + REST_MS
    this.invalidate()
  }

  #frame(now: number): void {
    this.#request = 0
    const continued = this.#last.moving
    const active = this.#advance({ now, elapsed_ms: continued ? now - this.#last.now : 16, continued })
    if (active) this.stir()
    const moving = performance.now() < this.#restAt
    this.#last = { now, moving }
    clearTimeout(this.#timer)
    if (moving && !active) this.#timer = window.setTimeout(() => this.invalidate(), REST_MS)
    this.#draw(moving)
  }

  get paused(): boolean {
    return this.#paused
  }

  /** Stops drawing until `resume`; it begins so. */
  pause(): void {
    this.#paused = true
    cancelAnimationFrame(this.#request)
    clearTimeout(this.#timer)
    this.#request = 0
  }

  resume(): void {
    if (!this.#paused) return
    this.#paused = false
    this.invalidate()
  }
}
