import { type ElementState, GHOST, HIDDEN } from './element-state.ts'

/** Limits of the undo history: steps, and changed elements over all steps. */
const MOST_STEPS = 100
const MOST_ELEMENTS = 4_000_000
const SHOWN = HIDDEN | GHOST

/** The effect of a step on one model, which may have been unloaded since. */
interface Change {
  state: WeakRef<ElementState>
  elements: Uint32Array
  before: Uint8Array
  after: Uint8Array
}

interface Step {
  /** identifies the visibility state after this step */
  position: number
  changes: Change[]
}

/** Undo history of hiding and ghosting elements. */
export class VisibilityHistory {
  readonly #states: () => Iterable<ElementState>
  #done: Step[] = []
  #undone: Step[] = []
  #start = 0
  #last = 0

  /** @param states the element states of the currently loaded models */
  constructor(states: () => Iterable<ElementState>) {
    this.#states = states
  }

  /** Identifies the current visibility state: undo followed by redo returns to the same position. */
  get position(): number {
    return this.#done.at(-1)?.position ?? this.#start
  }

  get canUndo(): boolean {
    return this.#done.length > 0
  }

  get canRedo(): boolean {
    return this.#undone.length > 0
  }

  /** Records all visibility changes that `change` makes as one undo step; no step if nothing changed. */
  record(change: () => void): void {
    const before = [...this.#states()].map((state) => ({ state, flags: state.flags(SHOWN) }))
    change()
    const changes = before.flatMap(({ state, flags }) => differing(state, flags))
    if (changes.length === 0) return
    this.#undone = []
    this.#done.push({ position: ++this.#last, changes })
    const size = () =>
      this.#done.reduce(
        (sum, step) => sum + step.changes.reduce((all, each) => all + each.elements.length, 0),
        0,
      )
    while (this.#done.length > MOST_STEPS || (this.#done.length > 1 && size() > MOST_ELEMENTS))
      this.#start = this.#done.shift()?.position ?? this.#start
  }

  /** Undoes the last step; returns false if there is none. */
  undo(): boolean {
    return this.#step(this.#done, this.#undone, 'before')
  }

  redo(): boolean {
    return this.#step(this.#undone, this.#done, 'after')
  }

  /** Skips steps whose models have all been unloaded. */
  #step(from: Step[], to: Step[], which: 'before' | 'after'): boolean {
    for (let step = from.pop(); step; step = from.pop()) {
      to.push(step)
      if (this.#apply(step, which)) return true
    }
    return false
  }

  #apply({ changes }: Step, which: 'before' | 'after'): boolean {
    const open = new Set(this.#states())
    let applied = false
    for (const change of changes) {
      const state = change.state.deref()
      if (!state || !open.has(state)) continue
      applied = true
      for (const flag of [HIDDEN, GHOST] as const) {
        const on = (at: number) => ((change[which][at] ?? 0) & flag) !== 0
        state.set(
          change.elements.filter((_, at) => on(at)),
          flag,
          true,
        )
        state.set(
          change.elements.filter((_, at) => !on(at)),
          flag,
          false,
        )
      }
    }
    return applied
  }

  /** Clears the history; the current visibility becomes its start. */
  forget(): void {
    this.#done = []
    this.#undone = []
    this.#start = ++this.#last
  }
}

function differing(state: ElementState, before: Uint8Array): Change[] {
  const after = state.flags(SHOWN)
  const elements: number[] = []
  for (let at = 0; at < after.length; at++) if ((before[at] ?? 0) !== after[at]) elements.push(at)
  if (elements.length === 0) return []
  return [
    {
      state: new WeakRef(state),
      elements: Uint32Array.from(elements),
      before: Uint8Array.from(elements, (at) => before[at] ?? 0),
      after: Uint8Array.from(elements, (at) => after[at] ?? 0),
    },
  ]
}
