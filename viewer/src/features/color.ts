import { COLORED } from '../element-state.ts'
import type { ElementRef } from '../model.ts'
import type { Viewer } from '../viewer.ts'
import type { ViewerFeature } from '../viewer-types.ts'

export interface ColorGroup {
  /** 0xRRGGBB */
  color: number
  elements: readonly ElementRef[]
}

export interface ColorFeature extends ViewerFeature {
  readonly painted: boolean
  /** replaces all colour groups; an element in several groups takes the last colour */
  set(groups: readonly ColorGroup[]): void
  clear(): void
}

/** Overrides the colours of elements. */
export function color(viewer: Viewer): ColorFeature {
  const wash = () => {
    for (const model of viewer.models.values()) model.state.clear(COLORED)
  }
  const clear = () => {
    wash()
    viewer.invalidate()
  }
  return {
    get painted() {
      return [...viewer.models.values()].some((model) => model.state.count(COLORED) > 0)
    },
    set(groups) {
      wash()
      for (const { color: value, elements } of groups)
        for (const [id, refs] of Map.groupBy(elements, (each) => each.model))
          viewer.models.get(id)?.state.paint(
            refs.map(({ element }) => element),
            value,
          )
      viewer.invalidate()
    },
    clear,
    dispose: clear,
  }
}
