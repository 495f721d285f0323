import type { LineLayer, OpeningPanels, Vec3 } from '@plumbline/bim/model'
import { ModelFrame } from '@plumbline/viewer/frame'
import type { ModelDrawing } from '@plumbline/viewer/plan-drawing'
import { fetchJson } from './fetch-bytes.ts'
import { describeGridPlace, type GridAxis, listLineNames } from './grid-axes.ts'
import type { SessionHost } from './session-state.ts'

/** Lines of the models: axes of grids, alignments and annotations, and in plans the panels of doors and windows. */
export class SessionLines {
  readonly #host: SessionHost
  readonly #drawings = new Map<string, ModelDrawing>()

  constructor(host: SessionHost) {
    this.#host = host
  }

  /** fetched drawings, by model id */
  get drawings(): ReadonlyMap<string, ModelDrawing> {
    return this.#drawings
  }

  /** Fetches and draws the lines of a loaded model. The code for it is loaded with the first model that has lines. */
  async load(id: string, url: string, signal: AbortSignal): Promise<void> {
    const [layer, { lines }] = await Promise.all([
      fetchJson<LineLayer>(url, signal),
      import('@plumbline/viewer/features/lines'),
    ])
    if (signal.aborted || !this.#host.viewer.models.has(id)) return
    const feature = this.#host.viewer.use(lines)
    feature.visible = this.#host.state.lines
    feature.set(id, layer)
    this.#add(id, { lines: layer })
    const names = listLineNames(layer)
    const models = this.#host.state.models.map((each) => (each.id === id ? { ...each, names } : each))
    this.#host.set({ models })
  }

  /** Fetches how the doors and windows of a loaded model open, which plans show. */
  async loadPanels(id: string, url: string, signal: AbortSignal): Promise<void> {
    const [openings, { panels }] = await Promise.all([
      fetchJson<OpeningPanels[]>(url, signal),
      import('@plumbline/viewer/features/panels'),
    ])
    if (signal.aborted || !this.#host.viewer.models.has(id)) return
    this.#host.viewer.use(panels).set(id, openings)
    this.#add(id, { panels: openings })
  }

  #add(id: string, part: ModelDrawing) {
    this.#drawings.set(id, { ...this.#drawings.get(id), ...part })
  }

  forget(id: string) {
    this.#drawings.delete(id)
  }

  async show(on: boolean): Promise<void> {
    this.#host.set({ lines: on })
    if (![...this.#drawings.values()].some(({ lines }) => lines)) return
    const { lines } = await import('@plumbline/viewer/features/lines')
    this.#host.viewer.use(lines).visible = on
  }

  /** The nearest axes of a point in the scene, such as "C/3"; null without a grid nearby. */
  describePlace(point: Vec3): string | null {
    const axes: GridAxis[] = []
    for (const { id, setting } of this.#host.state.models) {
      const frame = new ModelFrame([0, 0, 0], setting)
      for (const { kind, name, points } of this.#drawings.get(id)?.lines?.lines ?? [])
        if (kind === 'grid') axes.push({ name, points: toPoints(points).map((each) => frame.point(each)) })
    }
    return describeGridPlace(axes, point)
  }
}

function toPoints(flat: readonly number[]): Vec3[] {
  const points: Vec3[] = []
  for (let at = 0; at + 2 < flat.length; at += 3)
    points.push([flat[at] as number, flat[at + 1] as number, flat[at + 2] as number])
  return points
}
