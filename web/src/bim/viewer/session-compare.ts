import type { Header, Variant } from '@plumbline/contract/bim/bim'
import type { elementChanges } from '@plumbline/contract/bim/elements'
import { color } from '@plumbline/viewer/features/color'
import { isolate } from '@plumbline/viewer/features/isolate'
import type { ElementRef } from '@plumbline/viewer/model'
import { buildModelId, isComparedModel, parseHeaderId } from './model-id.ts'
import type { SessionCamera } from './session-camera.ts'
import type { SessionColors } from './session-colors.ts'
import type { SessionModels } from './session-models.ts'
import type { SessionSelection } from './session-selection.ts'
import type { SessionHost } from './session-state.ts'
import type { SessionVisibility } from './session-visibility.ts'

/** kinds that are listed and coloured; elements with another GlobalId only are counted */
export type ChangeKind = Exclude<(typeof elementChanges)[number], 'reidentified'>

/** the older version alone, the differences, or the newer version alone */
export type ComparedSide = 'before' | 'both' | 'after'

interface ComparedChange {
  kind: ChangeKind
  from_element: number | null
  to_element: number | null
}

/** Green, amber and red with different lightness; the list adds a sign to each. */
export const CHANGE_COLORS: Record<ChangeKind, number> = {
  added: 0x2f9e63,
  changed: 0xe0a020,
  removed: 0xc2403a,
}

interface SessionParts {
  models: SessionModels
  selection: SessionSelection
  camera: SessionCamera
  colors: SessionColors
  visibility: SessionVisibility
}

/** Comparison of two versions of a file in one scene: the newer one, plus the removed elements of the older one. */
export class SessionCompare {
  readonly #host: SessionHost
  readonly #parts: SessionParts
  #older: string | null = null
  #newer: string | null = null

  constructor(host: SessionHost, parts: SessionParts) {
    this.#host = host
    this.#parts = parts
  }

  async open(header: Header, from: Variant, signal: AbortSignal): Promise<void> {
    const { models, visibility } = this.#parts
    // the server compares current artefacts: a model that was converted again since it was opened is reloaded
    const open = this.#host.state.models.find(({ id }) => id === header.id)
    if (open && header.current?.version === open.version && header.current.artefacts_key !== open.key)
      return models.reload(header)
    this.#newer = header.id
    this.#older = buildModelId(header.id, from.id)
    await models.load(header, signal, from)
    const older = this.#host.viewer.models.get(this.#older)
    if (!older || signal.aborted) return
    // Its elements coincide with those of the newer version: hidden until the differences are known.
    visibility.setShown(visibility.rootsOf(this.#older), false)
    await older.ready
  }

  close(header: Header): void {
    const { viewer, state } = this.#host
    const { models, visibility } = this.#parts
    for (const { id } of state.models)
      if (isComparedModel(id) && parseHeaderId(id) === header.id) models.unload(id)
    this.#older = null
    this.#newer = null
    viewer.use(color).clear()
    visibility.showAll()
    visibility.clearHistory()
  }

  #refOf({ kind, from_element, to_element }: ComparedChange, side: ComparedSide = 'both'): ElementRef | null {
    const isOld = side === 'before' || (side === 'both' && kind === 'removed')
    const model = isOld ? this.#older : this.#newer
    const element = isOld ? from_element : to_element
    return model !== null && element !== null ? { model, element } : null
  }

  /**
   * Colours the changed elements. If only differences are shown, everything else is ghosted, and the older version shows its
   * removed elements only, because the rest coincides with the newer version.
   */
  paint(changes: readonly ComparedChange[], side: ComparedSide): void {
    const { viewer } = this.#host
    const refs = new Map<ChangeKind, ElementRef[]>()
    for (const change of changes) {
      const ref = this.#refOf(change, side)
      if (ref) refs.get(change.kind)?.push(ref) ?? refs.set(change.kind, [ref])
    }
    const marked = [...refs.values()].flat()
    const tool = viewer.use(isolate)
    if (side === 'both' && marked.length > 0) tool.ghostOthers(marked)
    else tool.showAll()
    const hidden = side === 'before' ? this.#newer : this.#older
    const model = hidden && viewer.models.get(hidden)
    if (model) {
      const shown = new Set(marked.filter((ref) => ref.model === model.id).map(({ element }) => element))
      const others = model.drawnElements().filter((element) => !shown.has(element))
      tool.hide(others.map((element) => ({ model: model.id, element })))
    }
    this.#parts.visibility.clearHistory()
    this.#parts.colors.forget()
    viewer.use(color).set([...refs].map(([kind, elements]) => ({ color: CHANGE_COLORS[kind], elements })))
  }

  /** Selects a changed element and zooms to it. */
  show(change: ComparedChange): void {
    const ref = this.#refOf(change)
    if (!ref) return
    this.#parts.selection.select([ref])
    this.#parts.camera.fit([ref])
  }
}
