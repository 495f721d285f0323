import { GHOST, HIDDEN, SELECTED } from '../element-state.ts'
import type { ElementRef, Model } from '../model.ts'
import type { Viewer } from '../viewer.ts'
import type { Feature } from '../viewer-types.ts'
import { VisibilityHistory } from '../visibility-history.ts'

export interface Isolate extends Feature {
  /** number of drawn elements that are hidden, and shown as ghosts */
  readonly counts: { hidden: number; ghosted: number }
  /** hides elements and their parts; without an argument what is selected */
  hide(elements?: Iterable<ElementRef>): void
  show(elements: Iterable<ElementRef>): void
  /** hides everything else */
  isolate(elements?: Iterable<ElementRef>): void
  /** fades everything else */
  ghostOthers(elements?: Iterable<ElementRef>): void
  showAll(): void
  /** whether nothing of the elements and their parts is shown, ghosts included */
  isHidden(elements: Iterable<ElementRef>): boolean
  /** what was done here and by viewpoints; taking steps back or forth is told as `visibility` */
  readonly history: Pick<VisibilityHistory, 'position' | 'canUndo' | 'canRedo' | 'record' | 'forget'>
  /** takes the last step back; false when there is none */
  undo(): boolean
  redo(): boolean
}

/** What is drawn, faded and left out. Containers such as storeys stand for all they hold. */
export function isolate(viewer: Viewer): Isolate {
  const counts = () => {
    const sum = (count: (model: Model) => number) =>
      [...viewer.models.values()].reduce((total, model) => total + count(model), 0)
    return {
      hidden: sum(
        (model) => model.drawnElements().filter((element) => model.state.has(element, HIDDEN)).length,
      ),
      ghosted: sum(
        (model) => model.drawnElements().filter((element) => model.state.has(element, GHOST)).length,
      ),
    }
  }
  const history = new VisibilityHistory(() => [...viewer.models.values()].map(({ state }) => state))
  const tell = () => {
    viewer.emit('visibility', counts())
    viewer.invalidate()
  }
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
          // Also what is not here yet: it would come back whole.
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
      // what holds others is off as soon as they are isolated: then its parts say
      if (!refs.every(isOff)) return false
      return [...expand(viewer, refs)].every(([model, parts]) =>
        parts.every((part) => model.state.has(part, HIDDEN)),
      )
    },
    dispose() {
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
