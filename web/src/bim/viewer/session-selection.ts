import { select } from '@plumbline/viewer/features/select'
import type { ElementRef } from '@plumbline/viewer/model'
import type { SessionHost } from './session-state.ts'

/** The selected elements. */
export class SessionSelection {
  readonly #host: SessionHost

  constructor(host: SessionHost) {
    this.#host = host
    host.viewer.on('selection', ({ elements }) => host.set({ selection: elements }))
  }

  /** Replaces the selection, or toggles these elements in it if `add`. */
  select(refs: readonly ElementRef[], add = false) {
    const tool = this.#host.viewer.use(select)
    if (add) tool.toggle(refs)
    else tool.set(refs)
  }

  /** Deselects the elements of a model that is unloaded. */
  removeModel(id: string) {
    const { selection } = this.#host.state
    const rest = selection.filter((ref) => ref.model !== id)
    if (rest.length < selection.length) this.select(rest)
  }

  drawRectangle = () => this.#host.viewer.use(select).drawRectangle()
}
