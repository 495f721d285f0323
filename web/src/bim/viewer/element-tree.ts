import type { ElementRef } from '@plumbline/viewer/model'
import type { TreeSource } from '../../ui/tree-rows.ts'
import { spoken } from './element-words.ts'
import type { LoadedModel } from './model-session.ts'

/** Room for the ids of one model: more elements than any file has, and still exact in a double. */
const SLOT = 2 ** 28

/**
 * The spatial trees of the open models as one tree. Ids are numbers, so a model of any size costs two arrays: a row's id
 * is its element's index plus the model's base; a model's own row comes first. `slots` remembers the base of each model,
 * so that ids stay what they are while others come and go. Places with one place in them are one row, that of the
 * innermost; when none of their names says anything they are part of the model's row.
 */
export interface ElementTree {
  source: TreeSource<number>
  /** the element a row is named after; null for models and groups */
  refOf: (id: number) => ElementRef | null
  /** what a row stands for: its element with all that is folded into it, or all of its group */
  refsOf: (id: number) => ElementRef[]
  idOf: (ref: ElementRef) => number | null
  /** the rows above a row, for opening the way to it */
  pathTo: (id: number) => number[]
  count: (id: number) => number
  /** rows to open so that the storeys of every model are seen */
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
  /** what places may be called without saying anything new, such as the project's name */
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

/** Storeys among their siblings, the highest first, as everywhere where one is chosen; others keep the file's order. */
function sortStoreys({ manifest, structure }: LoadedModel, children: Branch['children']): void {
  const heights = new Map(manifest.storeys.map(({ element, elevation_m }) => [element, elevation_m]))
  const holders = new Set([...heights.keys()].map((element) => structure?.elements.parent[element] ?? -1))
  for (const holder of holders)
    children
      .get(holder)
      ?.sort((a, b) => (heights.get(b) ?? -Infinity) - (heights.get(a) ?? -Infinity) || a - b)
}

const PLACE = /^Ifc(Project|Site|Building|Facility\w*|Bridge\w*|Road\w*|Railway\w*|MarineFacility)$/
/** What programs write where nobody named a place. */
const STOPGAP = /^(default|undefined|unnamed|unset|standard|project (number|name))$/i

const classOf = ({ structure }: LoadedModel, element: number) =>
  structure?.classes[structure.elements.class[element] ?? -1] ?? ''
const isPlace = (model: LoadedModel, element: number) => PLACE.test(classOf(model, element))

/** The one place in a place, -1 when there is more or something else in it. */
function onlyPlaceIn({ model, children }: Branch, element: number): number {
  const [only = -1, ...others] = children.get(element) ?? NONE
  return only >= 0 && others.length === 0 && isPlace(model, element) && isPlace(model, only) ? only : -1
}

/** Parents come before their children, so both of these end. */
function innermost(branch: Branch, element: number): number {
  let inner = element
  for (let only = onlyPlaceIn(branch, inner); only >= 0; only = onlyPlaceIn(branch, inner)) inner = only
  return inner
}

/** The elements that are folded into the row of one, the outermost first. */
function folded(branch: Branch, element: number): number[] {
  const parents = branch.model.structure?.elements.parent ?? []
  const row = [element]
  for (let at = element, above = parents[at] ?? -1; above >= 0; at = above, above = parents[at] ?? -1) {
    if (onlyPlaceIn(branch, above) !== at) break
    row.unshift(above)
  }
  return row
}

/** The names of a row that say something, and not what is known of everything that is open. */
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

/** What takes the place of the model's only row when its name says nothing, -1 when there is no such row. */
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
    // parents come before their children, so the indices fall and this ends
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
    // a model stands for the roots of its tree, each of which stands for all below it
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
