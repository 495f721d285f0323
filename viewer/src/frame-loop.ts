/** After the last movement the picture counts as at rest. */
const REST_MS = 140
/** While parts of models arrive a careful picture is not worth its time: the next one is about to come. */
const ARRIVING_MS = 600
/** While parts arrive this share of the time is left for taking them in, not for drawing what is there. */
const LEFT_FOR_PARTS = 0.8
/** How long the first picture waits for a model: drawing the background alone would only hold it up. */
const PATIENCE_MS = 400

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
  readonly #draw: (moving: boolean, whole: boolean) => void
  /** whether something is about to change the picture; it does not come to rest before */
  readonly #isArriving: () => boolean
  #request = 0
  #timer = 0
  #restAt = 0
  #askedAt = 0
  /** when the next picture may be drawn for a part that has arrived, and the timer for it */
  #partAt = 0
  #partTimer = 0
  #last = { now: 0, moving: false }
  #paused = true
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
    this.#patience = window.setTimeout(() => this.resume(), PATIENCE_MS)
  }

  /** Calls back before every frame until it returns false. */
  animate(tick: (elapsed_ms: number) => boolean): void {
    this.#ticks.add(tick)
    this.stir()
  }

  /** Has a frame drawn. */
  invalidate(): void {
    this.#whole = true
    this.retouch()
  }

  /** Has a frame drawn in which only outlines have changed. */
  retouch(): void {
    if (this.#request !== 0 || this.#paused) return
    this.#askedAt = performance.now()
    this.#request = requestAnimationFrame((now) => this.#frame(now))
  }

  /** Has a frame drawn and says that something is moving, or that parts of models arrive. */
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
    // From asking on: a busy graphics card is late before it is slow.
    this.#partAt = drawn + ((drawn - this.#askedAt) * LEFT_FOR_PARTS) / (1 - LEFT_FOR_PARTS)
  }

  /** Has the last picture of a movement drawn once nothing is about to change it. */
  #awaitRest(): void {
    const left = Math.max(REST_MS, this.#restAt - performance.now())
    this.#timer = window.setTimeout(() => {
      // Parts that have come meanwhile put it off, whether they have been drawn or not.
      if (performance.now() < this.#restAt || this.#isArriving()) this.#awaitRest()
      else this.invalidate()
    }, left)
  }

  get paused(): boolean {
    return this.#paused
  }

  /** Stops drawing until `resume`; it begins so. */
  pause(): void {
    this.#paused = true
    clearTimeout(this.#patience)
    cancelAnimationFrame(this.#request)
    clearTimeout(this.#timer)
    clearTimeout(this.#partTimer)
    this.#request = this.#partTimer = 0
  }

  resume(): void {
    if (!this.#paused) return
    this.#paused = false
    this.invalidate()
  }
}
