import { expect, test } from 'vitest'
import { buildElementTree } from './element-tree.ts'
import type { LoadedModel } from './session-state.ts'

const model = (id: string, names: string[], parent: number[]): LoadedModel => ({
  id,
  name: id.toUpperCase(),
  version: 1,
  key: 'k1',
  is_part: false,
  names: null,
  setting: { turn_deg: 0, move: [0, 0, 0] },
  manifest: { storeys: [{ element: 1 }] } as never,
  structure: {
    elements: {
      guid: names,
      name: names,
      tag: names,
      class: names.map(() => 0),
      type: names.map(() => -1),
      parent,
      storey: names.map(() => -1),
    },
    classes: ['IfcWall'],
    types: [],
    groups: [],
  },
  loaded_bytes: 0,
  total_bytes: 0,
  isComplete: true,
})

const a = model('a', ['project', 'storey', 'wall', ''], [-1, 0, 1, 1])
const b = model('b', ['project b', 'slab'], [-1, 0])
const tree = buildElementTree([a, b], new Map())

test('Each model is a root of the element tree, with its project below', () => {
  expect(tree.source.roots.map(tree.source.label)).toEqual(['A', 'B'])
  const [first = 0, second = 0] = tree.source.roots
  expect(tree.source.children(first).map(tree.source.label)).toEqual(['project'])
  expect(tree.source.children(second).map(tree.source.label)).toEqual(['project b'])
})

test('Rows of the element tree map to elements and back across models', () => {
  const id = tree.rowOfElement({ model: 'b', element: 1 }) ?? -1
  expect(tree.source.label(id)).toBe('slab')
  expect(tree.elementOfRow(id)).toEqual({ model: 'b', element: 1 })
  expect(tree.ancestorsOfRow(id).map(tree.source.label)).toEqual(['project b', 'B'])
  expect(tree.elementOfRow(tree.source.roots[1] ?? -1)).toBe(null)
  expect(tree.rowOfElement({ model: 'c', element: 0 })).toBe(null)
})

test('The element tree lists storeys from top to bottom, then other elements in file order', () => {
  const tower = model('t', ['project', 'Low', 'Roof', 'Mid', 'Site plan'], [-1, 0, 0, 0, 0])
  const heights = [0, 0, 9, 3]
  const storeys = [1, 2, 3].map((element) => ({ element, elevation_m: heights[element] }))
  const { source } = buildElementTree([{ ...tower, manifest: { storeys } as never }], new Map())
  const [project = 0] = source.children(source.roots[0] ?? 0)
  expect(source.children(project).map(source.label)).toEqual(['Roof', 'Mid', 'Low', 'Site plan'])
})

test('An element without a name is labelled with its class', () => {
  const id = tree.rowOfElement({ model: 'a', element: 3 }) ?? -1
  expect(tree.source.label(id)).toBe('Wall')
})

test('Row ids are stable when other models are loaded', () => {
  const slots = new Map<string, number>()
  const alone = buildElementTree([b], slots).rowOfElement({ model: 'b', element: 1 })
  expect(buildElementTree([a, b], slots).rowOfElement({ model: 'b', element: 1 })).toBe(alone)
})

test('The rows expanded by default include all ancestors of the storeys', () => {
  const open = tree.expandedByDefault.map(tree.source.label)
  expect(open).toEqual(expect.arrayContaining(['A', 'project', 'B', 'project b']))
  expect(open).not.toContain('storey')
})

/** A typical file structure: project, site, building, then storeys. */
const nested = (id: string, names: string[]): LoadedModel => {
  const made = model(id, [...names, 'Level 1', 'Level 2'], [-1, 0, 1, 2, 2])
  const classes = ['IfcProject', 'IfcSite', 'IfcBuilding', 'IfcBuildingStorey']
  const structure = made.structure && {
    ...made.structure,
    classes,
    elements: { ...made.structure.elements, class: [0, 1, 2, 3, 3] },
  }
  const storeys = [3, 4].map((element) => ({ element, elevation_m: -element }))
  // `as never`: the tree reads only the storeys of a manifest
  return { ...made, manifest: { storeys } as never, structure }
}

test('Spatial containers with placeholder names are folded into the row of the model', () => {
  const {
    source,
    rowOfElement: idOf,
    elementsOfRow: refsOf,
    ancestorsOfRow: pathTo,
  } = buildElementTree([nested('n', ['0001', 'Default', 'IfcBuilding'])], new Map())
  const [root = -1] = source.roots
  expect(source.children(root).map(source.label)).toEqual(['Level 1', 'Level 2'])
  const known = buildElementTree([nested('n', ['Quay 4', 'Site', 'quay 4'])], new Map(), {
    known: ['Quay 4'],
  })
  expect(known.source.children(root).map(known.source.label)).toEqual(['Level 1', 'Level 2'])
  for (const element of [0, 1, 2]) expect(idOf({ model: 'n', element })).toBe(root)
  expect(refsOf(root)).toEqual([{ model: 'n', element: 0 }])
  expect(pathTo(idOf({ model: 'n', element: 4 }) ?? -1)).toEqual([root])
})

test('Nested spatial containers with one child are folded into one row with a joined label', () => {
  const built = buildElementTree([nested('n', ['Harbour', 'Harbour', 'North wing'])], new Map())
  const {
    source,
    rowOfElement: idOf,
    elementOfRow: refOf,
    elementsOfRow: refsOf,
    ancestorsOfRow: pathTo,
  } = built
  const [root = -1] = source.roots
  const [row = -1, ...others] = source.children(root)
  expect(others).toEqual([])
  expect(source.label(row)).toBe('Harbour / North wing')
  expect(source.children(row).map(source.label)).toEqual(['Level 1', 'Level 2'])
  expect(refOf(row)).toEqual({ model: 'n', element: 2 })
  expect(refsOf(row)).toEqual([{ model: 'n', element: 0 }])
  for (const element of [0, 1, 2]) expect(idOf({ model: 'n', element })).toBe(row)
  expect(pathTo(idOf({ model: 'n', element: 3 }) ?? -1)).toEqual([row, root])
  expect(built.expandedByDefault).toEqual(expect.arrayContaining([root, row]))
})
