import { expect, test } from 'vitest'
import { buildTree } from './element-tree.ts'
import type { LoadedModel } from './model-session.ts'

const model = (id: string, names: string[], parent: number[]): LoadedModel => ({
  id,
  name: id.toUpperCase(),
  version: 1,
  key: 'k1',
  is_part: false,
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
  done: true,
})

const a = model('a', ['project', 'storey', 'wall', ''], [-1, 0, 1, 1])
const b = model('b', ['project b', 'slab'], [-1, 0])
const tree = buildTree([a, b], new Map())

test('each model is a root, its project below it', () => {
  expect(tree.source.roots.map(tree.source.label)).toEqual(['A', 'B'])
  const [first = 0, second = 0] = tree.source.roots
  expect(tree.source.children(first).map(tree.source.label)).toEqual(['project'])
  expect(tree.source.children(second).map(tree.source.label)).toEqual(['project b'])
})

test('rows and elements lead to each other, across models', () => {
  const id = tree.idOf({ model: 'b', element: 1 }) ?? -1
  expect(tree.source.label(id)).toBe('slab')
  expect(tree.refOf(id)).toEqual({ model: 'b', element: 1 })
  expect(tree.pathTo(id).map(tree.source.label)).toEqual(['project b', 'B'])
  expect(tree.refOf(tree.source.roots[1] ?? -1)).toBe(null)
  expect(tree.idOf({ model: 'c', element: 0 })).toBe(null)
})

test('storeys stand in the order of their height, after everything the file’s', () => {
  const tower = model('t', ['project', 'Low', 'Roof', 'Mid', 'Site plan'], [-1, 0, 0, 0, 0])
  const heights = [0, 0, 9, 3]
  const storeys = [1, 2, 3].map((element) => ({ element, elevation_m: heights[element] }))
  const { source } = buildTree([{ ...tower, manifest: { storeys } as never }], new Map())
  const [project = 0] = source.children(source.roots[0] ?? 0)
  expect(source.children(project).map(source.label)).toEqual(['Roof', 'Mid', 'Low', 'Site plan'])
})

test('what has no name is shown by its class', () => {
  const id = tree.idOf({ model: 'a', element: 3 }) ?? -1
  expect(tree.source.label(id)).toBe('IfcWall')
})

test('ids stay what they are while other models come and go', () => {
  const slots = new Map<string, number>()
  const alone = buildTree([b], slots).idOf({ model: 'b', element: 1 })
  expect(buildTree([a, b], slots).idOf({ model: 'b', element: 1 })).toBe(alone)
})

test('the way to every storey can be opened', () => {
  const open = tree.aboveStoreys.map(tree.source.label)
  expect(open).toEqual(expect.arrayContaining(['A', 'project', 'B', 'project b']))
  expect(open).not.toContain('storey')
})
