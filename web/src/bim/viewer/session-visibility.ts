import { HIDDEN } from '@plumbline/viewer/element-state'
import { isolate } from '@plumbline/viewer/features/isolate'
import type { ElementRef } from '@plumbline/viewer/model'
import type { SessionHost } from './session-state.ts'

/** What is hidden and faded, with the steps that led there. */
export class SessionVisibility {
  readonly #host: SessionHost
  /** the storey that was shown alone, by place in the history */
  readonly #storeys = new Map<number, string | null>()

  constructor(host: SessionHost) {
    this.#host = host
    host.viewer.on('visibility', ({ hidden, ghosted }) => this.#follow(hidden, ghosted))
  }

  get #tool() {
    return this.#host.viewer.use(isolate)
  }

  #follow(hidden: number, ghosted: number) {
    const { set, state, viewer } = this.#host
    const { position, canUndo, canRedo } = this.#tool.history
    const known = this.#storeys.get(position)
    const now = known === undefined ? state.storey : known
    // also of what is not drawn yet, which `hidden` does not count
    const isWhole = [...viewer.models.values()].every((model) => model.state.count(HIDDEN) === 0)
    const storey = state.plan ? state.storey : isWhole ? null : now
    if (!state.plan) this.#storeys.set(position, storey)
    set({ hidden, ghosted, canUndo, canRedo, storey, shownRevision: state.shownRevision + 1 })
  }

  hide = () => this.#tool.hide()
  isolate = () => this.#tool.isolate()
  ghost = () => this.#tool.ghostOthers()
  showAll = () => this.#tool.showAll()
  ghostOthers = (refs: readonly ElementRef[]) => this.#tool.ghostOthers(refs)
  undo = () => this.#tool.undo()
  redo = () => this.#tool.redo()

  /** Shows only these, under the name of their storey. */
  showStorey(name: string, refs: readonly ElementRef[]) {
    this.#tool.isolate(refs)
    this.nameStorey(name)
  }

  /** Says which storey it is that is shown alone. */
  nameStorey(storey: string | null) {
    if (!this.#host.state.plan) this.#storeys.set(this.#tool.history.position, storey)
    this.#host.set({ storey })
  }

  /** What a link or a comparison has hidden is where one begins, and no step of one's own. */
  forget() {
    this.#tool.history.forget()
    this.#storeys.clear()
    this.tell()
  }

  /** After models have gone: what of them was hidden is not any more. */
  tell() {
    this.#host.viewer.emit('visibility', this.#tool.counts)
  }

  /** Whether nothing of these can be seen. */
  isHidden(refs: readonly ElementRef[]): boolean {
    return refs.length > 0 && this.#tool.isHidden(refs)
  }

  setShown(refs: readonly ElementRef[], on: boolean) {
    if (on) this.#tool.show(refs)
    else this.#tool.hide(refs)
  }

  /** What a model is as a whole: the roots of its tree, else every element. */
  rootsOf(id: string): ElementRef[] {
    const { viewer, state } = this.#host
    const parents = state.models.find((model) => model.id === id)?.structure?.elements.parent
    const roots = parents
      ? [...parents.keys()].filter((element) => (parents[element] ?? -1) < 0)
      : (viewer.models.get(id)?.allElements() ?? [])
    return roots.map((element) => ({ model: id, element }))
  }
}
