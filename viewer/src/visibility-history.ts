import { type ElementState, GHOST, HIDDEN } from './element-state.ts'

/** What is kept, in steps and in elements of all steps together. */
const MOST_STEPS = 100
const MOST_ELEMENTS = 4_000_000
const SHOWN = HIDDEN | GHOST

/** What a step did to one model; the model may have gone since. */
interface Change {
  state: WeakRef<ElementState>
  elements: Uint32Array
  before: Uint8Array
  after: Uint8Array
}

interface Step {
  /** names what is seen after it */
  position: number
  changes: Change[]
}

/** Steps of hiding and fading, to be taken back and made again. */
export class VisibilityHistory {
  readonly #states: () => Iterable<ElementState>
  #done: Step[] = []
  #undone: Step[] = []
  #start = 0
  #last = 0

  /** @param states those of the models that are open now */
  constructor(states: () => Iterable<ElementState>) {
    this.#states = states
  }

  /** Names what is seen: the same again after as many steps back as forth. */
  get position(): number {
    return this.#done.at(-1)?.position ?? this.#start
  }

  get canUndo(): boolean {
    return this.#done.length > 0
  }

  get canRedo(): boolean {
    return this.#undone.length > 0
  }

  /** Makes a change as one step; one that changes nothing is none. */
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

  /** Takes the last step back; false when there is none. */
  undo(): boolean {
    return this.#step(this.#done, this.#undone, 'before')
  }

  redo(): boolean {
    return this.#step(this.#undone, this.#done, 'after')
  }

  /** Steps of models that are closed are passed over. */
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

  /** Begins anew with what is seen now. */
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
