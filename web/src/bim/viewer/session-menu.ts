import type { ElementRef } from '@plumbline/viewer/model'
import type { Pick } from '@plumbline/viewer/pick'
import { boxCenter } from '@plumbline/viewer/vec'
import type { ModelSession } from './model-session.ts'

/** As near to the canvas's border as a menu is opened, pixels. */
const BORDER_PX = 8

interface At {
  x: number
  y: number
}

/** The menu of an element: at the pointer, by keys, or at its row in the tree. */
export class SessionMenu {
  readonly #session: ModelSession

  constructor(session: ModelSession) {
    this.#session = session
    session.viewer.on('menu', ({ hit, at }) => this.#openAt(hit, at))
  }

  #openAt(hit: Pick | null, { x, y }: At) {
    if (hit) {
      this.#choose([hit])
      this.#session.touch(hit)
    }
    this.#session.set({ menu: { x, y, ref: hit, face: hit } })
  }

  /** Selects what the menu is about unless it is selected with others. */
  #choose(refs: readonly ElementRef[]) {
    const { selection } = this.#session.state
    const isIn = (ref: ElementRef) =>
      selection.some(({ model, element }) => model === ref.model && element === ref.element)
    if (!refs.every(isIn)) this.#session.select(refs)
  }

  /** Of what is selected, by keys: at its middle as far as that is in view. */
  open() {
    const { viewer, state, set } = this.#session
    const { width, height } = viewer.size
    const box = viewer.boxOf(state.selection)
    const at = box ? viewer.project(boxCenter(box)) : { x: width / 2, y: height / 2 }
    const inside = (value: number, size: number) => Math.max(BORDER_PX, Math.min(size - BORDER_PX, value))
    const ref = state.selection.at(-1) ?? null
    set({ menu: { x: inside(at.x, width), y: inside(at.y, height), ref, face: null } })
  }

  /** Of a row elsewhere on the page, which gets the focus back; pixels of the window. */
  openOf(refs: readonly ElementRef[], at: At, back: HTMLElement) {
    this.#choose(refs)
    const { viewer, set } = this.#session
    const { left, top } = viewer.canvas.getBoundingClientRect()
    set({ menu: { x: at.x - left, y: at.y - top, ref: refs.at(-1) ?? null, face: null, back } })
  }

  close = () => this.#session.set({ menu: null })
}
