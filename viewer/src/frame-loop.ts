/** Time after the last camera movement until the view counts as at rest. */
const REST_MS = 140
/** The same while chunks are still arriving: a full-quality frame would soon be outdated. */
const ARRIVING_MS = 600
/** Share of the time reserved for uploading new chunks instead of redrawing loaded ones. */
const LEFT_FOR_PARTS = 0.8
/**
 * Longest delay of the first frame while waiting for a model: drawing the empty background alone would slow
 * loading down.
 */
const PATIENCE_MS = 400

export interface FrameTime {
  now: number
  /** since the previous frame if both belong to the same movement, otherwise 16 */
  elapsed_ms: number
  /** whether the previous frame belonged to the same movement */
  continued: boolean
}

/**
 * Schedules animation frames on demand: one per change, continuous ones during movement, and a final
 * full-quality frame when the view comes to rest.
 */
export class FrameLoop {
  /** advances running animations; returns whether any of them continues */
  readonly #advance: (time: FrameTime) => boolean
  readonly #draw: (moving: boolean, whole: boolean) => void
  /** whether a chunk is about to be added to the scene; the view does not come to rest before */
  readonly #isArriving: () => boolean
  #request = 0
  #timer = 0
  #restAt = 0
  #askedAt = 0
  /** earliest time of the next frame triggered by an arriving chunk, and the timer that triggers it */
  #partAt = 0
  #partTimer = 0
  #last = { now: 0, moving: false }
  #state: 'waiting' | 'running' | 'paused' = 'waiting'
  #whole = true
  readonly #ticks = new Set<(elapsed_ms: number) => boolean>()
  readonly #patience: number

  constructor(
    advance: (time: FrameTime) => boolean,
    draw: (moving: boolean, whole: boolean) => void,
    isArriving: () => boolean,
  ) {
    this.#advance = advance
    this.#draw = draw
    this.#isArriving = isArriving
    this.#patience = window.setTimeout(() => this.start(), PATIENCE_MS)
  }

  /** Calls `tick` before every frame until it returns false. */
  animate(tick: (elapsed_ms: number) => boolean): void {
    this.#ticks.add(tick)
    this.stir()
  }

  /** Requests a full redraw. */
  invalidate(): void {
    this.#whole = true
    this.retouch()
  }

  /** Requests a redraw of the outlines only, which reuses the last rendered frame. */
  retouch(): void {
    if (this.#request !== 0 || this.paused) return
    this.#askedAt = performance.now()
    this.#request = requestAnimationFrame((now) => this.#frame(now))
  }

  /** Requests a full redraw and restarts the rest timer; `arriving` throttles redraws while chunks load. */
  stir(arriving = false): void {
    const now = performance.now()
    this.#restAt = now + (arriving ? ARRIVING_MS : REST_MS)
    if (!arriving || now >= this.#partAt) this.invalidate()
    else if (this.#partTimer === 0)
      this.#partTimer = window.setTimeout(() => {
        this.#partTimer = 0
        this.invalidate()
      }, this.#partAt - now)
  }

  #frame(now: number): void {
    this.#request = 0
    const continued = this.#last.moving
    const elapsed_ms = continued ? now - this.#last.now : 16
    let active = this.#advance({ now, elapsed_ms, continued })
    for (const tick of [...this.#ticks]) {
      if (tick(elapsed_ms)) active = true
      else this.#ticks.delete(tick)
    }
    if (active) this.stir()
    const moving = performance.now() < this.#restAt || this.#isArriving()
    this.#last = { now, moving }
    clearTimeout(this.#timer)
    if (moving && !active) this.#awaitRest()
    const whole = this.#whole || moving || continued
    this.#whole = false
    this.#draw(moving, whole)
    const drawn = performance.now()
    // Measured from the request: a busy GPU delays the callback before it slows down the drawing itself.
    this.#partAt = drawn + ((drawn - this.#askedAt) * LEFT_FOR_PARTS) / (1 - LEFT_FOR_PARTS)
  }

  /**
   * Schedules the final full-quality frame for when neither movement nor loading changes the scene any more.
   */
  #awaitRest(): void {
    const left = Math.max(REST_MS, this.#restAt - performance.now())
    this.#timer = window.setTimeout(() => {
      // Chunks that arrived in the meantime postpone it, whether they have been drawn or not.
      if (performance.now() < this.#restAt || this.#isArriving()) this.#awaitRest()
      else this.invalidate()
    }, left)
  }

  /** Whether no frames are requested: before `start`, and after `pause`. */
  get paused(): boolean {
    return this.#state !== 'running'
  }

  /** Requests the first frame, unless the loop has been paused. */
  start(): void {
    if (this.#state === 'waiting') this.resume()
  }

  /** Stops requesting frames until `resume`. */
  pause(): void {
    this.#state = 'paused'
    clearTimeout(this.#patience)
    cancelAnimationFrame(this.#request)
    clearTimeout(this.#timer)
    clearTimeout(this.#partTimer)
    this.#request = this.#partTimer = 0
  }

  resume(): void {
    if (this.#state === 'running') return
    this.#state = 'running'
    this.invalidate()
  }
}
