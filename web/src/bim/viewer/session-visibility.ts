import { HIDDEN } from '@plumbline/viewer/element-state'
import { isolate } from '@plumbline/viewer/features/isolate'
import { select } from '@plumbline/viewer/features/select'
import type { ElementRef } from '@plumbline/viewer/model'
import { applyKept, type KeptElements, keepElements } from './kept-elements.ts'
import type { SessionHost } from './session-state.ts'

/** Hidden and ghosted elements, with undo and redo. */
export class SessionVisibility {
  readonly #host: SessionHost
  /** isolated storey by position in the undo history */
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
    // counts elements that are not drawn yet as well, unlike `hidden`
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

  /** Isolates the elements of a storey and records its name. */
  showStorey(name: string, refs: readonly ElementRef[]) {
    this.#tool.isolate(refs)
    this.recordStorey(name)
  }

  /** Hides everything outside of the isolated storey in a model that loaded after isolating; adds no undo step. */
  keepToStorey(id: string, refs: readonly ElementRef[]) {
    const { viewer } = this.#host
    const model = viewer.models.get(id)
    if (!model) return
    const own = refs.filter((ref) => ref.model === id)
    const inside = new Set(own.flatMap(({ element }) => model.withParts(element)))
    model.state.set(
      model.allElements().filter((element) => !inside.has(element)),
      HIDDEN,
      true,
    )
    viewer.invalidate()
    this.recount()
  }

  /** The hidden, faded and selected elements of a model that another version of its file replaces; null if there are none. */
  keepElements(id: string): KeptElements | null {
    const model = this.#host.viewer.models.get(id)
    const selected = this.#host.state.selection.filter((ref) => ref.model === id)
    return model ? keepElements(model, selected) : null
  }

  /** Applies hidden, faded and selected elements of the previous version to a model; adds no undo step. */
  applyKept(id: string, kept: KeptElements) {
    const { viewer, state } = this.#host
    const model = viewer.models.get(id)
    if (!model) return
    const selected = applyKept(model, kept)
    // does not add to a selection made in the new version meanwhile
    if (selected.length > 0 && !state.selection.some((ref) => ref.model === id))
      viewer.use(select).set([...state.selection, ...selected])
    viewer.invalidate()
    this.recount()
  }

  /** Position in the undo history: changes with each step. */
  get position(): number {
    return this.#tool.history.position
  }

  /** Records which storey is isolated. */
  recordStorey(storey: string | null) {
    if (!this.#host.state.plan) this.#storeys.set(this.#tool.history.position, storey)
    this.#host.set({ storey })
  }

  /** Clears the undo history: changes by a link or comparison are not the user's own steps. */
  clearHistory() {
    this.#tool.history.forget()
    this.#storeys.clear()
    this.recount()
  }

  /** Recounts hidden elements after models were unloaded. */
  recount() {
    this.#host.viewer.emit('visibility', this.#tool.counts)
  }

  /** Whether all of these elements are hidden. */
  isHidden(refs: readonly ElementRef[]): boolean {
    return refs.length > 0 && this.#tool.isHidden(refs)
  }

  setShown(refs: readonly ElementRef[], on: boolean) {
    if (on) this.#tool.show(refs)
    else this.#tool.hide(refs)
  }

  /** The elements that represent a whole model: the roots of its tree, or all elements if it has none. */
  rootsOf(id: string): ElementRef[] {
    const { viewer, state } = this.#host
    const parents = state.models.find((model) => model.id === id)?.structure?.elements.parent
    const roots = parents
      ? [...parents.keys()].filter((element) => (parents[element] ?? -1) < 0)
      : (viewer.models.get(id)?.allElements() ?? [])
    return roots.map((element) => ({ model: id, element }))
  }
}
