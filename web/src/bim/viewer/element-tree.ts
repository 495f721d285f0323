import type { ElementRef } from '@plumbline/viewer/model'
import type { TreeSource } from '../../ui/tree-rows.ts'
import { spoken } from './element-words.ts'
import type { LoadedModel } from './model-session.ts'

/** Id range per model: more elements than any file has, and still exact in a double. */
const SLOT = 2 ** 28

/**
 * The spatial trees of the open models as one tree. Ids are numbers, which keeps large models cheap: a row's id is its
 * element's index plus the model's base; the base itself is the model's own row. `slots` keeps the base of each model, so
 * that ids are stable while other models are loaded. Spatial containers with a single child container are folded into the
 * row of the innermost; if all their names are placeholders, they are folded into the model's row.
 */
export interface ElementTree {
  source: TreeSource<number>
  /** the element of a row; null for models and groups */
  refOf: (id: number) => ElementRef | null
  /** the elements of a row: its element including folded containers, or all elements of its group */
  refsOf: (id: number) => ElementRef[]
  idOf: (ref: ElementRef) => number | null
  /** the ancestors of a row, to be expanded to reveal it */
  pathTo: (id: number) => number[]
  count: (id: number) => number
  /** rows to expand so that the storeys of every model are visible */
  aboveStoreys: number[]
}

interface Branch {
  model: LoadedModel
  base: number
  size: number
  children: Map<number, number[]>
  known: readonly string[]
}

interface TreeWords {
  modelName?: (model: LoadedModel) => string
  /** names of containers that add no information, such as the project's name */
  known?: readonly string[]
}

const NONE: number[] = []

function branchOf(model: LoadedModel, base: number, known: readonly string[]): Branch {
  const parents = model.structure?.elements.parent ?? []
  const children = new Map<number, number[]>()
  for (let element = 0; element < parents.length; element++) {
    const parent = parents[element] ?? -1
    const list = children.get(parent)
    if (list) list.push(element)
    else children.set(parent, [element])
  }
  sortStoreys(model, children)
  return { model, base, size: parents.length, children, known }
}

/**
 * Sorts storeys among their siblings from top to bottom, as in the storey picker; other elements keep the file's order.
 */
function sortStoreys({ manifest, structure }: LoadedModel, children: Branch['children']): void {
  const heights = new Map(manifest.storeys.map(({ element, elevation_m }) => [element, elevation_m]))
  const holders = new Set([...heights.keys()].map((element) => structure?.elements.parent[element] ?? -1))
  for (const holder of holders)
    children
      .get(holder)
      ?.sort((a, b) => (heights.get(b) ?? -Infinity) - (heights.get(a) ?? -Infinity) || a - b)
}

const PLACE = /^Ifc(Project|Site|Building|Facility\w*|Bridge\w*|Road\w*|Railway\w*|MarineFacility)$/
/** Placeholder names that authoring tools write for unnamed containers. */
const STOPGAP = /^(default|undefined|unnamed|unset|standard|project (number|name))$/i

const classOf = ({ structure }: LoadedModel, element: number) =>
  structure?.classes[structure.elements.class[element] ?? -1] ?? ''
const isPlace = (model: LoadedModel, element: number) => PLACE.test(classOf(model, element))

/** The only child of a container if it is a container as well, otherwise -1. */
function onlyPlaceIn({ model, children }: Branch, element: number): number {
  const [only = -1, ...others] = children.get(element) ?? NONE
  return only >= 0 && others.length === 0 && isPlace(model, element) && isPlace(model, only) ? only : -1
}

/** Descends through single child containers to the innermost. Terminates because parents precede their children. */
function innermost(branch: Branch, element: number): number {
  let inner = element
  for (let only = onlyPlaceIn(branch, inner); only >= 0; only = onlyPlaceIn(branch, inner)) inner = only
  return inner
}

/** The containers folded into the row of an element, the outermost first. */
function folded(branch: Branch, element: number): number[] {
  const parents = branch.model.structure?.elements.parent ?? []
  const row = [element]
  for (let at = element, above = parents[at] ?? -1; above >= 0; at = above, above = parents[at] ?? -1) {
    if (onlyPlaceIn(branch, above) !== at) break
    row.unshift(above)
  }
  return row
}

/** The names of a row's folded containers, without placeholders and known names. */
function namesOf(branch: Branch, element: number): string[] {
  const names = folded(branch, element).flatMap((each) => {
    const name = branch.model.structure?.elements.name[each]?.trim() ?? ''
    const kind = classOf(branch.model, each)
    const plain = name.toLowerCase()
    const isKind = plain === kind.toLowerCase() || plain === spoken(kind).toLowerCase()
    const isKnown = branch.known.some((known) => known.toLowerCase() === plain)
    return !/\p{L}/u.test(name) || STOPGAP.test(name) || isKind || isKnown ? [] : [name]
  })
  return [...new Set(names)]
}

function labelOf(branch: Branch, element: number): string {
  const own = branch.model.structure?.elements.name[element] || spoken(classOf(branch.model, element))
  if (!isPlace(branch.model, element)) return own
  return namesOf(branch, element).join(' / ') || own
}

/** The innermost container to fold into the model's row because none of its names is informative, otherwise -1. */
function absorbedBy(branch: Branch): number {
  const [root = -1, ...others] = branch.children.get(-1) ?? NONE
  if (root < 0 || others.length > 0) return -1
  const inner = innermost(branch, root)
  const holds = (branch.children.get(inner)?.length ?? 0) > 0
  return isPlace(branch.model, inner) && holds && namesOf(branch, inner).length === 0 ? inner : -1
}

export function buildTree(
  models: readonly LoadedModel[],
  slots: Map<string, number>,
  { modelName = ({ name }) => name, known = [] }: TreeWords = {},
): ElementTree {
  const branches = models.map((model) => {
    const slot = slots.get(model.id) ?? slots.size
    slots.set(model.id, slot)
    const branch = branchOf(model, slot * SLOT, known)
    return { ...branch, absorbed: absorbedBy(branch) }
  })
  type Known = (typeof branches)[number]
  const find = (id: number) => branches.find((branch) => Math.floor(id / SLOT) * SLOT === branch.base)
  const elementOf = (branch: Branch, id: number) => id - branch.base - 1
  const childrenOf = (branch: Known, id: number) => {
    const element = id === branch.base ? branch.absorbed : elementOf(branch, id)
    return branch.children.get(element) ?? NONE
  }
  const idIn = (branch: Known, element: number) => {
    const inner = innermost(branch, element)
    return inner === branch.absorbed ? branch.base : branch.base + 1 + inner
  }
  const pathTo = (id: number) => {
    const branch = find(id)
    const path: number[] = []
    if (!branch) return path
    const parents = branch.model.structure?.elements.parent ?? []
    // terminates: parents precede their children, so the indices decrease
    for (let at = parents[elementOf(branch, id)] ?? -1; at >= 0; at = parents[at] ?? -1) {
      const above = idIn(branch, at)
      if (above !== branch.base && above !== id && !path.includes(above)) path.push(above)
    }
    return [...path, branch.base]
  }
  const refOf = (id: number) => {
    const branch = find(id)
    return branch && id > branch.base ? { model: branch.model.id, element: elementOf(branch, id) } : null
  }
  return {
    pathTo,
    aboveStoreys: branches.flatMap(({ base, model }) => [
      base,
      ...model.manifest.storeys.flatMap(({ element }) => pathTo(base + 1 + element)),
    ]),
    source: {
      roots: branches.map((branch) => branch.base),
      children: (id) => {
        const branch = find(id)
        return branch ? childrenOf(branch, id).map((element) => idIn(branch, element)) : NONE
      },
      label: (id) => {
        const branch = find(id)
        if (!branch) return ''
        return id === branch.base ? modelName(branch.model) : labelOf(branch, elementOf(branch, id))
      },
    },
    refOf,
    // a model's row stands for the roots of its tree
    refsOf: (id) => {
      const branch = find(id)
      if (!branch) return []
      const [outer = -1] = id > branch.base ? folded(branch, elementOf(branch, id)) : []
      const elements = outer >= 0 ? [outer] : (branch.children.get(-1) ?? NONE)
      return elements.map((element) => ({ model: branch.model.id, element }))
    },
    idOf: ({ model, element }) => {
      const branch = branches.find((each) => each.model.id === model)
      return branch && element < branch.size ? idIn(branch, element) : null
    },
    count: (id) => {
      const branch = find(id)
      return branch ? childrenOf(branch, id).length : 0
    },
  }
}
