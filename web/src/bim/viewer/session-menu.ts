import type { ElementRef } from '@plumbline/viewer/model'
import type { Pick } from '@plumbline/viewer/pick'
import { boxCenter } from '@plumbline/viewer/vec'
import type { SessionIssueLocation } from './session-issue-location.ts'
import type { SessionSelection } from './session-selection.ts'
import type { SessionHost } from './session-state.ts'

/** Minimum distance of a menu to the canvas border, pixels. */
const BORDER_PX = 8

interface PixelPosition {
  x: number
  y: number
}

/** Context menu of an element: opened at the pointer, by keyboard, or at its row in the tree. */
export class SessionMenu {
  readonly #host: SessionHost
  readonly #selection: SessionSelection
  readonly #issueLocation: SessionIssueLocation

  constructor(host: SessionHost, selection: SessionSelection, issueLocation: SessionIssueLocation) {
    this.#host = host
    this.#selection = selection
    this.#issueLocation = issueLocation
    host.viewer.on('menu', ({ hit, at }) => this.#openAt(hit, at))
  }

  #openAt(hit: Pick | null, { x, y }: PixelPosition) {
    if (hit) {
      this.#choose([hit])
      this.#issueLocation.rememberClick(hit)
    }
    this.#host.set({ menu: { x, y, ref: hit, face: hit } })
  }

  /** Selects the elements of the menu, unless they are part of the current selection. */
  #choose(refs: readonly ElementRef[]) {
    const { selection } = this.#host.state
    const isIn = (ref: ElementRef) =>
      selection.some(({ model, element }) => model === ref.model && element === ref.element)
    if (!refs.every(isIn)) this.#selection.select(refs)
  }

  /** Opens the menu of the selection by keyboard, at its centre clamped to the canvas. */
  open() {
    const { viewer, state, set } = this.#host
    const { width, height } = viewer.size
    const box = viewer.boxOf(state.selection)
    const at = box ? viewer.camera.project(boxCenter(box)) : { x: width / 2, y: height / 2 }
    const inside = (value: number, size: number) => Math.max(BORDER_PX, Math.min(size - BORDER_PX, value))
    const ref = state.selection.at(-1) ?? null
    set({ menu: { x: inside(at.x, width), y: inside(at.y, height), ref, face: null } })
  }

  /** Opens the menu for a row of the tree, at a position in window pixels; `back` gets the focus when it closes. */
  openOf(refs: readonly ElementRef[], at: PixelPosition, back: HTMLElement) {
    this.#choose(refs)
    const { viewer, set } = this.#host
    const { left, top } = viewer.canvas.getBoundingClientRect()
    set({
      menu: { x: at.x - left, y: at.y - top, ref: refs.at(-1) ?? null, face: null, returnFocusTo: back },
    })
  }

  close = () => this.#host.set({ menu: null })
}
