import type { Vec3 } from '@plumbline/bim/model'
import { GHOST, HIDDEN } from './element-state.ts'
import type { LineLabel, ModelLines } from './line-layer.ts'
import { addStyle } from './overlay.ts'
import type { Viewer } from './viewer.ts'

const STYLE = `
.plumbline-line-label { position: absolute; left: 0; top: 0; pointer-events: none; white-space: nowrap; max-width: 20rem;
  overflow: hidden; text-overflow: ellipsis; font-size: 11px; line-height: 16px; padding: 0 4px; border-radius: 3px;
  background: var(--color-surface, #fff); color: var(--color-text, #1d1a17); opacity: 0.92; }
.plumbline-line-label.axis { min-width: 22px; height: 22px; line-height: 20px; padding: 0 5px; text-align: center;
  border: 1px solid currentColor; border-radius: 11px; font-weight: 600; box-sizing: border-box; opacity: 1; }
`
/** Labels shown at the same time, and labels that are looked at for each frame. */
const MOST_SHOWN = 80
const MOST_TRIED = 4000
/** Estimated size of a label, CSS pixels. */
const CHARACTER_PX = 6.5
const PADDING_PX = 12
const HEIGHT_PX = 22

interface Placed {
  key: string
  label: LineLabel
  x: number
  y: number
  depth: number
  width: number
}

/** Names of axes and stations and texts of annotations over the canvas; labels that would cover a nearer one are left out. */
export class LineLabels {
  readonly #viewer: Viewer
  readonly #layer = document.createElement('div')
  readonly #shown = new Map<string, HTMLElement>()
  readonly #unstyle: () => void

  constructor(viewer: Viewer) {
    this.#viewer = viewer
    this.#layer.className = 'plumbline-line-labels'
    // The tree and the properties name the same for screen readers.
    this.#layer.setAttribute('aria-hidden', 'true')
    viewer.overlay.prepend(this.#layer)
    this.#unstyle = addStyle(STYLE)
  }

  draw(models: Iterable<ModelLines>, isKept: (point: Vec3, isAxis: boolean) => boolean): void {
    const chosen = this.#choose(models, isKept)
    const keys = new Set(chosen.map(({ key }) => key))
    for (const [key, element] of this.#shown)
      if (!keys.has(key)) {
        element.remove()
        this.#shown.delete(key)
      }
    for (const { key, label, x, y } of chosen) {
      const element = this.#shown.get(key) ?? this.#make(key, label)
      element.style.transform = `translate(-50%, -50%) translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`
    }
  }

  #choose(models: Iterable<ModelLines>, isKept: (point: Vec3, isAxis: boolean) => boolean): Placed[] {
    const { width, height } = this.#viewer.size
    const isFlat = this.#viewer.camera.pose.projection === 'orthographic'
    const seen: Placed[] = []
    let tried = 0
    for (const { model, labels } of models)
      for (const [at, label] of labels.entries()) {
        if (++tried > MOST_TRIED) break
        if ((model.state.data[label.element * 4] ?? 0) & (HIDDEN | GHOST)) continue
        const point = model.frame.point(label.at)
        if (!isKept(point, label.isAxis)) continue
        const own = this.#viewer.camera.project(point)
        const other = label.end && this.#viewer.camera.project(model.frame.point(label.end))
        const { depth } = own
        if (!isFlat && (depth <= 0 || (other && other.depth <= 0))) continue
        const [x, y] = pullInside(own, other, width, height)
        if (!(x > 0 && x < width && y > 0 && y < height)) continue
        const size = label.text.length * CHARACTER_PX + PADDING_PX
        seen.push({ key: `${model.id} ${at}`, label, x, y, depth, width: size })
      }
    seen.sort((a, b) => Number(b.label.isAxis) - Number(a.label.isAxis) || a.depth - b.depth)
    const chosen: Placed[] = []
    for (const each of seen) {
      if (chosen.length >= MOST_SHOWN) break
      const isCovered = chosen.some(
        (other) =>
          Math.abs(other.x - each.x) < (other.width + each.width) / 2 &&
          Math.abs(other.y - each.y) < HEIGHT_PX,
      )
      if (!isCovered) chosen.push(each)
    }
    return chosen
  }

  #make(key: string, { text, isAxis }: LineLabel): HTMLElement {
    const element = document.createElement('span')
    element.className = isAxis ? 'plumbline-line-label axis' : 'plumbline-line-label'
    element.textContent = text
    this.#layer.append(element)
    this.#shown.set(key, element)
    return element
  }

  dispose(): void {
    this.#layer.remove()
    this.#unstyle()
  }
}

/** Moves the end of an axis along it into the canvas, so that its name is seen where the axis leaves the picture. */
function pullInside(
  own: { x: number; y: number },
  other: { x: number; y: number } | null,
  width: number,
  height: number,
): [x: number, y: number] {
  if (!other) return [own.x, own.y]
  let share = 0
  for (const [from, to, size] of [
    [own.x, other.x, width],
    [own.y, other.y, height],
  ] as const) {
    const [low, high] = [HEIGHT_PX, size - HEIGHT_PX]
    if (from < low && to > low) share = Math.max(share, (low - from) / (to - from))
    if (from > high && to < high) share = Math.max(share, (high - from) / (to - from))
  }
  return [own.x + (other.x - own.x) * share, own.y + (other.y - own.y) * share]
}
