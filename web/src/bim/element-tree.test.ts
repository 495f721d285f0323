import { expect, test } from 'vitest'
import { buildTree } from './element-tree.ts'
import type { LoadedModel } from './model-session.ts'

const model = (id: string, names: string[], parent: number[]): LoadedModel => ({
  id,
  name: id.toUpperCase(),
  version: 1,
  manifest: {} as never,
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

const tree = buildTree([
  model('a', ['project', 'storey', 'wall', ''], [-1, 0, 1, 1]),
  model('b', ['project b', 'slab'], [-1, 0]),
])

test('each model is a root, its project below it', () => {
  expect(tree.source.roots.map(tree.source.label)).toEqual(['A', 'B'])
  const [a = 0, b = 0] = tree.source.roots
  expect(tree.source.children(a).map(tree.source.label)).toEqual(['project'])
  expect(tree.source.children(b).map(tree.source.label)).toEqual(['project b'])
})

test('rows and elements lead to each other, across models', () => {
  const id = tree.idOf({ model: 'b', element: 1 }) ?? -1
  expect(tree.source.label(id)).toBe('slab')
  expect(tree.refOf(id)).toEqual({ model: 'b', element: 1 })
  expect(tree.pathTo(id).map(tree.source.label)).toEqual(['project b', 'B'])
  expect(tree.refOf(tree.source.roots[1] ?? -1)).toBe(null)
  expect(tree.idOf({ model: 'c', element: 0 })).toBe(null)
})

test('what has no name is shown by its class', () => {
  const id = tree.idOf({ model: 'a', element: 3 }) ?? -1
  expect(tree.source.label(id)).toBe('IfcWall')
})
