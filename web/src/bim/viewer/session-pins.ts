import { type ModelPin, pins } from '@plumbline/viewer/features/pins'
import type { SessionHost } from './session-state.ts'

/** The pins of issues in the model. */
export class SessionPins {
  readonly #host: SessionHost

  constructor(host: SessionHost) {
    this.#host = host
  }

  set(list: readonly ModelPin[]) {
    this.#host.viewer.use(pins).set(list)
  }

  /** Highlights the pin of the open issue; null highlights none. */
  mark(id: string | null) {
    this.#host.viewer.use(pins).mark(id)
  }

  onOpen(open: (id: string) => void) {
    return this.#host.viewer.use(pins).on('open', ({ id }) => open(id))
  }

  toggle() {
    const layer = this.#host.viewer.use(pins)
    layer.visible = !layer.visible
    this.#host.set({ pinsShown: layer.visible })
  }
}
