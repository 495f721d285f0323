import { computeLabelShifts, type LabelBox } from './label-shifts.ts'
import { computeLabelPoint, type Measurement } from './measurement.ts'
import type { Viewer } from './viewer.ts'

/** The label of a measurement and its size in CSS pixels, measured once because the text never changes. */
interface Label {
  element: HTMLElement
  width: number
  height: number
}

/** The values of measurements over the canvas. */
export class MeasureLabels {
  readonly #viewer: Viewer
  readonly #format: (measurement: Measurement) => string
  readonly #labels = new Map<string, Label>()

  constructor(viewer: Viewer, format: (measurement: Measurement) => string) {
    this.#viewer = viewer
    this.#format = format
  }

  /** Positions the labels so that none covers another; returns leader lines for moved labels. */
  draw(results: readonly Measurement[]): string {
    const stale = new Set(this.#labels.keys())
    const shown: { label: Label; box: LabelBox }[] = []
    for (const result of results) {
      stale.delete(result.id)
      const label = this.#labels.get(result.id) ?? this.#make(result)
      const { x, y, depth } = this.#viewer.camera.project(computeLabelPoint(result))
      label.element.hidden = depth <= 0 && this.#viewer.camera.pose.projection === 'perspective'
      const { width, height } = label
      if (!label.element.hidden) shown.push({ label, box: { x, y, width, height, depth } })
    }
    for (const id of stale) {
      this.#labels.get(id)?.element.remove()
      this.#labels.delete(id)
    }
    const shifts = computeLabelShifts(shown.map(({ box }) => box))
    return shown.map(({ label, box }, at) => place(label.element, box, shifts[at] ?? null)).join('')
  }

  #make(result: Measurement): Label {
    const element = document.createElement('output')
    element.className = 'plumbline-measure-label'
    element.textContent = this.#format(result)
    this.#viewer.overlay.append(element)
    const label = { element, width: element.offsetWidth, height: element.offsetHeight }
    this.#labels.set(result.id, label)
    return label
  }

  dispose(): void {
    for (const { element } of this.#labels.values()) element.remove()
  }
}

function place(element: HTMLElement, { x, y }: LabelBox, shift: number | null): string {
  element.hidden = shift === null
  const left = x.toFixed(1)
  const top = y.toFixed(1)
  element.style.transform = `translate(-50%, -50%) translate(${left}px, ${(y + (shift ?? 0)).toFixed(1)}px)`
  return shift ? `M${left} ${top}v${shift}` : ''
}
