import type { ElementRef } from '@plumbline/viewer/model'
import type { TreeSource } from '../../ui/tree-rows.ts'
import { formatIfcClass } from './format-ifc-class.ts'
import type { LoadedModel } from './session-state.ts'

/** Id range per model: more elements than any file has, and still exact in a double. */
const ID_RANGE = 2 ** 28

/**
 * The spatial trees of the open models as one tree. Ids are numbers, which keeps large models cheap: a row's id is its
 * element's index plus the model's base; the base itself is the model's own row. `slots` keeps the base of each model, so
 * that ids are stable while other models are loaded. Spatial containers with a single child container are folded into the
 * row of the innermost; if all their names are placeholders, they are folded into the model's row.
 */
export interface ElementTree {
  source: TreeSource<number>
  /** the element of a row; null for models and groups */
  elementOfRow: (id: number) => ElementRef | null
  /** the elements of a row: its element including folded containers, or all elements of its group */
  elementsOfRow: (id: number) => ElementRef[]
  rowOfElement: (ref: ElementRef) => number | null
  /** the ancestors of a row, to be expanded to reveal it */
  ancestorsOfRow: (id: number) => number[]
  count: (id: number) => number
  /** rows to expand so that the storeys of every model are visible */
  expandedByDefault: number[]
}

interface ModelBranch {
  model: LoadedModel
  base: number
  size: number
  children: Map<number, number[]>
  known: readonly string[]
}

interface TreeOptions {
  modelName?: (model: LoadedModel) => string
  /** names of containers that add no information, such as the project's name */
  known?: readonly string[]
}

const NONE: number[] = []

function buildBranch(model: LoadedModel, base: number, known: readonly string[]): ModelBranch {
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
function sortStoreys({ manifest, structure }: LoadedModel, children: ModelBranch['children']): void {
  const heights = new Map(manifest.storeys.map(({ element, elevation_m }) => [element, elevation_m]))
  const holders = new Set([...heights.keys()].map((element) => structure?.elements.parent[element] ?? -1))
  for (const holder of holders)
    children
      .get(holder)
      ?.sort((a, b) => (heights.get(b) ?? -Infinity) - (heights.get(a) ?? -Infinity) || a - b)
}

const CONTAINER_CLASS = /^Ifc(Project|Site|Building|Facility\w*|Bridge\w*|Road\w*|Railway\w*|MarineFacility)$/
/** Placeholder names that authoring tools write for unnamed containers. */
const PLACEHOLDER_NAME = /^(default|undefined|unnamed|unset|standard|project (number|name))$/i

const classOf = ({ structure }: LoadedModel, element: number) =>
  structure?.classes[structure.elements.class[element] ?? -1] ?? ''
const isContainer = (model: LoadedModel, element: number) => CONTAINER_CLASS.test(classOf(model, element))

/** The only child of a container if it is a container as well, otherwise -1. */
function onlyChildContainer({ model, children }: ModelBranch, element: number): number {
  const [only = -1, ...others] = children.get(element) ?? NONE
  return only >= 0 && others.length === 0 && isContainer(model, element) && isContainer(model, only)
    ? only
    : -1
}

/** Descends through single child containers to the innermost. Terminates because parents precede their children. */
function innermostContainer(branch: ModelBranch, element: number): number {
  let inner = element
  for (let only = onlyChildContainer(branch, inner); only >= 0; only = onlyChildContainer(branch, inner))
    inner = only
  return inner
}

/** The containers folded into the row of an element, the outermost first. */
function foldedContainers(branch: ModelBranch, element: number): number[] {
  const parents = branch.model.structure?.elements.parent ?? []
  const row = [element]
  for (let at = element, above = parents[at] ?? -1; above >= 0; at = above, above = parents[at] ?? -1) {
    if (onlyChildContainer(branch, above) !== at) break
    row.unshift(above)
  }
  return row
}

/** The names of a row's folded containers, without placeholders and known names. */
function informativeNames(branch: ModelBranch, element: number): string[] {
  const names = foldedContainers(branch, element).flatMap((each) => {
    const name = branch.model.structure?.elements.name[each]?.trim() ?? ''
    const kind = classOf(branch.model, each)
    const plain = name.toLowerCase()
    const isKind = plain === kind.toLowerCase() || plain === formatIfcClass(kind).toLowerCase()
    const isKnown = branch.known.some((known) => known.toLowerCase() === plain)
    return !/\p{L}/u.test(name) || PLACEHOLDER_NAME.test(name) || isKind || isKnown ? [] : [name]
  })
  return [...new Set(names)]
}

/** An element's name or class, with the names of the axes that a grid consists of. */
export function formatElementName({ structure, names }: LoadedModel, element: number): string {
  const { elements, classes = [] } = structure ?? {}
  const kind = classes[elements?.class[element] ?? -1] ?? ''
  const own = elements?.name[element] || formatIfcClass(kind)
  const axes = kind === 'IfcGrid' ? names?.get(element) : undefined
  return axes ? `${own} (${axes})` : own
}

function rowLabel(branch: ModelBranch, element: number): string {
  const own = formatElementName(branch.model, element)
  if (!isContainer(branch.model, element)) return own
  return informativeNames(branch, element).join(' / ') || own
}

/** The innermost container to fold into the model's row because none of its names is informative, otherwise -1. */
function containerInModelRow(branch: ModelBranch): number {
  const [root = -1, ...others] = branch.children.get(-1) ?? NONE
  if (root < 0 || others.length > 0) return -1
  const inner = innermostContainer(branch, root)
  const holds = (branch.children.get(inner)?.length ?? 0) > 0
  return isContainer(branch.model, inner) && holds && informativeNames(branch, inner).length === 0
    ? inner
    : -1
}

export function buildElementTree(
  models: readonly LoadedModel[],
  slots: Map<string, number>,
  { modelName = ({ name }) => name, known = [] }: TreeOptions = {},
): ElementTree {
  const branches = models.map((model) => {
    const slot = slots.get(model.id) ?? slots.size
    slots.set(model.id, slot)
    const branch = buildBranch(model, slot * ID_RANGE, known)
    return { ...branch, absorbed: containerInModelRow(branch) }
  })
  type Known = (typeof branches)[number]
  const find = (id: number) => branches.find((branch) => Math.floor(id / ID_RANGE) * ID_RANGE === branch.base)
  const elementOf = (branch: ModelBranch, id: number) => id - branch.base - 1
  const childrenOf = (branch: Known, id: number) => {
    const element = id === branch.base ? branch.absorbed : elementOf(branch, id)
    return branch.children.get(element) ?? NONE
  }
  const idIn = (branch: Known, element: number) => {
    const inner = innermostContainer(branch, element)
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
    ancestorsOfRow: pathTo,
    expandedByDefault: branches.flatMap(({ base, model }) => [
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
        return id === branch.base ? modelName(branch.model) : rowLabel(branch, elementOf(branch, id))
      },
    },
    elementOfRow: refOf,
    // a model's row represents the roots of its tree
    elementsOfRow: (id) => {
      const branch = find(id)
      if (!branch) return []
      const [outer = -1] = id > branch.base ? foldedContainers(branch, elementOf(branch, id)) : []
      const elements = outer >= 0 ? [outer] : (branch.children.get(-1) ?? NONE)
      return elements.map((element) => ({ model: branch.model.id, element }))
    },
    rowOfElement: ({ model, element }) => {
      const branch = branches.find((each) => each.model.id === model)
      return branch && element < branch.size ? idIn(branch, element) : null
    },
    count: (id) => {
      const branch = find(id)
      return branch ? childrenOf(branch, id).length : 0
    },
  }
}
