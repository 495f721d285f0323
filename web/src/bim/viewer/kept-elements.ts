import { GHOST, HIDDEN } from '@plumbline/viewer/element-state'
import type { ElementRef, Model } from '@plumbline/viewer/model'

/** Hidden, faded and selected elements of a version by GlobalId, to be applied to the version that replaces it. */
export interface KeptElements {
  /** HIDDEN or GHOST */
  flags: Map<string, number>
  /** flags for elements that the earlier version did not have: the most frequent ones */
  others: number
  selected: string[]
}

type KeptModel = Pick<Model, 'state' | 'allElements' | 'guidOf'>

/** Null if nothing of the model is hidden, faded or selected. */
export function keepElements(model: KeptModel, selected: readonly ElementRef[]): KeptElements | null {
  const { state } = model
  if (state.count(HIDDEN) + state.count(GHOST) + selected.length === 0) return null
  const flags = new Map<string, number>()
  const elements = model.allElements()
  for (const element of elements) {
    const guid = model.guidOf(element)
    if (guid) flags.set(guid, flagsOf(model, element))
  }
  const isMost = (flag: typeof HIDDEN | typeof GHOST) => state.count(flag) > elements.length / 2
  return {
    flags,
    others: isMost(HIDDEN) ? HIDDEN : isMost(GHOST) ? GHOST : 0,
    selected: selected.flatMap(({ element }) => model.guidOf(element) || []),
  }
}

const flagsOf = ({ state }: KeptModel, element: number) =>
  (state.has(element, HIDDEN) ? HIDDEN : 0) | (state.has(element, GHOST) ? GHOST : 0)

/** Hides and fades the elements of the next version like those of the previous one; returns the selected elements. */
export function applyKept(model: Model, { flags, others, selected }: KeptElements): ElementRef[] {
  for (const flag of [HIDDEN, GHOST] as const)
    model.state.set(
      model.allElements().filter((element) => {
        const own = flags.get(model.guidOf(element) ?? '') ?? others
        return (own & flag) !== 0
      }),
      flag,
      true,
    )
  return selected.flatMap((guid) => model.elementsOf(guid).map((element) => ({ model: model.id, element })))
}
