import { GHOST, HIDDEN, SELECTED } from '../element-state.ts'
import type { ElementRef, Model } from '../model.ts'
import type { Viewer } from '../viewer.ts'
import type { ViewerFeature } from '../viewer-types.ts'
import { VisibilityHistory } from '../visibility-history.ts'

export interface IsolateFeature extends ViewerFeature {
  /** number of elements with geometry that are hidden, and that are ghosted */
  readonly counts: { hidden: number; ghosted: number }
  /** hides elements and their parts; defaults to the selection */
  hide(elements?: Iterable<ElementRef>): void
  show(elements: Iterable<ElementRef>): void
  /** hides everything except these elements */
  isolate(elements?: Iterable<ElementRef>): void
  /** ghosts everything except these elements */
  ghostOthers(elements?: Iterable<ElementRef>): void
  showAll(): void
  /** whether the elements and all their parts are hidden; ghosts count as visible */
  isHidden(elements: Iterable<ElementRef>): boolean
  /** undo history of this feature and of restored viewpoints; undo and redo emit `visibility` */
  readonly history: Pick<VisibilityHistory, 'position' | 'canUndo' | 'canRedo' | 'record' | 'forget'>
  /** undoes the last step; returns false if there is none */
  undo(): boolean
  redo(): boolean
}

/** Hides, shows and ghosts elements. A container such as a storey represents all its contents. */
export function isolate(viewer: Viewer): IsolateFeature {
  const count = (flag: typeof HIDDEN | typeof GHOST) =>
    [...viewer.models.values()]
      .filter((model) => model.state.count(flag) > 0)
      .reduce(
        (sum, model) => sum + model.drawnElements().filter((each) => model.state.has(each, flag)).length,
        0,
      )
  const counts = () => ({ hidden: count(HIDDEN), ghosted: count(GHOST) })
  const history = new VisibilityHistory(() => [...viewer.models.values()].map(({ state }) => state))
  const tell = () => {
    viewer.emit('visibility', counts())
    viewer.invalidate()
  }
  // elements of parts that arrive after a view was restored have been hidden or ghosted with it
  const stop = viewer.on('progress', ({ model, done }) => {
    const state = viewer.models.get(model)?.state
    if (done && state && state.count(HIDDEN) + state.count(GHOST) > 0) viewer.emit('visibility', counts())
  })
  const change = (act: () => void) => {
    history.record(act)
    tell()
  }
  const step = (done: boolean) => {
    if (done) tell()
    return done
  }
  const others = (elements: Iterable<ElementRef>, flag: typeof HIDDEN | typeof GHOST) => {
    const kept = expand(viewer, elements)
    if (kept.size === 0) return
    change(() => {
      for (const model of viewer.models.values()) {
        const keep = new Set(kept.get(model) ?? [])
        model.state.clear(HIDDEN)
        model.state.clear(GHOST)
        model.state.set(
          // Includes elements of chunks that are not loaded yet: they would otherwise appear unfiltered.
          model.allElements().filter((element) => !keep.has(element)),
          flag,
          true,
        )
      }
    })
  }
  return {
    get counts() {
      return counts()
    },
    hide(elements = selectedOf(viewer)) {
      change(() => {
        for (const [model, parts] of expand(viewer, elements)) model.state.set(parts, HIDDEN, true)
      })
    },
    show(elements) {
      change(() => {
        for (const [model, parts] of expand(viewer, elements)) {
          model.state.set(parts, HIDDEN, false)
          model.state.set(parts, GHOST, false)
        }
      })
    },
    isolate(elements = selectedOf(viewer)) {
      others(elements, HIDDEN)
    },
    ghostOthers(elements = selectedOf(viewer)) {
      others(elements, GHOST)
    },
    showAll() {
      change(() => {
        for (const model of viewer.models.values()) {
          model.state.clear(HIDDEN)
          model.state.clear(GHOST)
        }
      })
    },
    history,
    undo: () => step(history.undo()),
    redo: () => step(history.redo()),
    isHidden(elements) {
      const refs = [...elements]
      const isOff = ({ model, element }: ElementRef) =>
        viewer.models.get(model)?.state.has(element, HIDDEN) ?? true
      // A container is hidden itself once its parts are isolated, so its parts decide.
      if (!refs.every(isOff)) return false
      return [...expand(viewer, refs)].every(([model, parts]) =>
        parts.every((part) => model.state.has(part, HIDDEN)),
      )
    },
    dispose() {
      stop()
      for (const model of viewer.models.values()) {
        model.state.clear(HIDDEN)
        model.state.clear(GHOST)
      }
    },
  }
}

function expand(viewer: Viewer, elements: Iterable<ElementRef>): Map<Model, number[]> {
  const parts = new Map<Model, number[]>()
  for (const [id, refs] of Map.groupBy(elements, (each) => each.model)) {
    const model = viewer.models.get(id)
    if (model)
      parts.set(
        model,
        refs.flatMap((each) => model.withParts(each.element)),
      )
  }
  return parts
}

function selectedOf(viewer: Viewer): ElementRef[] {
  return [...viewer.models.values()].flatMap((model) =>
    [...model.state.with(SELECTED)].map((element) => ({ model: model.id, element })),
  )
}
