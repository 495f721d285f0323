import type { ElementRef } from '@plumbline/viewer/model'
import type { TreeSource } from '../../ui/tree-rows.ts'
import type { LoadedModel } from './model-session.ts'

/** Room for the ids of one model: more elements than any file has, and still exact in a double. */
const SLOT = 2 ** 28

/**
 * The spatial trees of the open models as one tree. Ids are numbers, so a model of any size costs two arrays: a row's id
 * is its element's index plus the model's base; a model's own row comes first. `slots` remembers the base of each model,
 * so that ids stay what they are while others come and go.
 */
export interface ElementTree {
  source: TreeSource<number>
  refOf: (id: number) => ElementRef | null
  /** what a row stands for: its element, or all of its group */
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
}

const NONE: number[] = []

function branchOf(model: LoadedModel, base: number): Branch {
  const parents = model.structure?.elements.parent ?? []
  const children = new Map<number, number[]>()
  for (let element = 0; element < parents.length; element++) {
    const parent = parents[element] ?? -1
    const list = children.get(parent)
    if (list) list.push(element)
    else children.set(parent, [element])
  }
  sortStoreys(model, children)
  return { model, base, size: parents.length, children }
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

export function buildTree(models: readonly LoadedModel[], slots: Map<string, number>): ElementTree {
  const branches = models.map((model) => {
    const slot = slots.get(model.id) ?? slots.size
    slots.set(model.id, slot)
    return branchOf(model, slot * SLOT)
  })
  const find = (id: number) => branches.find((branch) => Math.floor(id / SLOT) * SLOT === branch.base)
  const elementOf = (branch: Branch, id: number) => id - branch.base - 1
  const childrenOf = (branch: Branch, id: number) => branch.children.get(elementOf(branch, id)) ?? NONE
  const pathTo = (id: number) => {
    const branch = find(id)
    const path: number[] = []
    if (!branch) return path
    const parents = branch.model.structure?.elements.parent ?? []
    // parents come before their children, so the indices fall and this ends
    for (let at = parents[elementOf(branch, id)] ?? -1; at >= 0; at = parents[at] ?? -1)
      path.push(branch.base + 1 + at)
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
        return branch ? childrenOf(branch, id).map((element) => branch.base + 1 + element) : NONE
      },
      label: (id) => {
        const branch = find(id)
        if (!branch) return ''
        if (id === branch.base) return branch.model.name
        const element = elementOf(branch, id)
        const { elements, classes } = branch.model.structure ?? { elements: null, classes: [] }
        return elements?.name[element] || classes[elements?.class[element] ?? -1] || ''
      },
    },
    refOf,
    // a model stands for the roots of its tree, each of which stands for all below it
    refsOf: (id) => {
      const ref = refOf(id)
      const branch = find(id)
      if (ref || !branch) return ref ? [ref] : []
      return (branch.children.get(-1) ?? NONE).map((element) => ({ model: branch.model.id, element }))
    },
    idOf: ({ model, element }) => {
      const branch = branches.find((each) => each.model.id === model)
      return branch && element < branch.size ? branch.base + 1 + element : null
    },
    count: (id) => {
      const branch = find(id)
      return branch ? childrenOf(branch, id).length : 0
    },
  }
}
