import { addStyle } from './overlay.ts'
import type { Viewer } from './viewer.ts'

const SIZE_PX = 132
const ZOOM = 2.5
/** distance of the lens' centre above the finger, which covers the target */
const ABOVE_PX = 104

/** A magnifier over the canvas that shows the area under a finger. */
export class Lens {
  readonly #viewer: Viewer
  readonly #element = document.createElement('canvas')
  readonly #stops: (() => void)[]
  #at: { x: number; y: number } | null = null
  #mark: { x: number; y: number } | null = null

  constructor(viewer: Viewer) {
    this.#viewer = viewer
    this.#element.className = 'plumbline-lens'
    this.#element.hidden = true
    this.#element.setAttribute('aria-hidden', 'true')
    this.#element.width = SIZE_PX * 2
    this.#element.height = SIZE_PX * 2
    viewer.overlay.append(this.#element)
    // The drawing buffer can be read only in the task that filled it.
    this.#stops = [addStyle(STYLE), viewer.on('frame', () => this.#draw())]
  }

  /** Shows the surroundings of a canvas point; `mark` is the point that would be taken. */
  show(at: { x: number; y: number }, mark: { x: number; y: number } | null): void {
    this.#at = at
    this.#mark = mark
    const { width } = this.#viewer.size
    const half = SIZE_PX / 2
    const left = Math.min(Math.max(at.x, half + 4), width - half - 4)
    // Near the upper border it is below the finger.
    const top = at.y - ABOVE_PX > half ? at.y - ABOVE_PX : at.y + ABOVE_PX
    this.#element.style.transform = `translate(${(left - half).toFixed(1)}px, ${(top - half).toFixed(1)}px)`
    this.#element.hidden = false
    this.#viewer.retouch()
  }

  hide(): void {
    this.#at = null
    this.#element.hidden = true
  }

  #draw(): void {
    const context = this.#at && this.#element.getContext('2d')
    if (!this.#at || !context) return
    const { canvas, size } = this.#viewer
    const ratio = canvas.width / size.width
    const part = (SIZE_PX / ZOOM) * ratio
    const whole = SIZE_PX * 2
    context.fillStyle = '#fff'
    context.fillRect(0, 0, whole, whole)
    context.drawImage(
      canvas,
      this.#at.x * ratio - part / 2,
      this.#at.y * ratio - part / 2,
      part,
      part,
      0,
      0,
      whole,
      whole,
    )
    const mark = this.#mark ?? this.#at
    const x = whole / 2 + (mark.x - this.#at.x) * ZOOM * 2
    const y = whole / 2 + (mark.y - this.#at.y) * ZOOM * 2
    for (const [color, width] of [
      ['#fff', 6],
      ['#1f6feb', 3],
    ] as const) {
      context.strokeStyle = color
      context.lineWidth = width
      context.beginPath()
      context.moveTo(x - 22, y)
      context.lineTo(x + 22, y)
      context.moveTo(x, y - 22)
      context.lineTo(x, y + 22)
      if (this.#mark) context.rect(x - 10, y - 10, 20, 20)
      context.stroke()
    }
  }

  dispose(): void {
    for (const stop of this.#stops) stop()
    this.#element.remove()
  }
}

const STYLE = `
.plumbline-lens { position: absolute; left: 0; top: 0; width: ${SIZE_PX}px; height: ${SIZE_PX}px; border-radius: 50%;
  border: 2px solid #fff; outline: 1px solid #1f6feb; box-sizing: border-box; box-shadow: 0 2px 10px rgb(0 0 0 / 0.35); }
.plumbline-lens[hidden] { display: none; }
`
