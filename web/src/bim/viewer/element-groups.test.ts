import { expect, test } from 'vitest'
import { buildGroupTree, buildSearchTree } from './element-groups.ts'
import type { LoadedModel } from './session-state.ts'

const model = (id: string) =>
  ({
    id,
    name: id,
    structure: {
      elements: {
        guid: ['p', 'w1', 'w2', 'd1'],
        name: ['Project', 'Wall A', 'Wall B', ''],
        tag: ['', '', 'T-77', ''],
        class: [0, 1, 2, 3],
        type: [-1, 0, 0, -1],
        parent: [-1, 0, 0, 0],
        storey: [-1, 0, 0, 0],
      },
      classes: ['IfcProject', 'IfcWall', 'IfcWallStandardCase', 'IfcDoor'],
      types: [{ guid: 't', name: 'Basic Wall 200', class: 'IfcWallType' }],
      groups: [
        { guid: 's', name: 'Supply', class: 'IfcSystem', members: [1, 3] },
        { guid: 'z', name: '', class: 'IfcZone', members: [3] },
      ],
    },
  }) as unknown as LoadedModel

const shown = (tree: ReturnType<typeof buildGroupTree>) =>
  tree.source.roots.map((id) => [tree.source.label(id), tree.count(id)])

test('buildGroupTree groups the elements of all models by class, type or system', () => {
  const models = [model('a'), model('b')]
  expect(shown(buildGroupTree(models, 'class'))).toEqual([
    ['Door', 2],
    ['Wall', 4],
  ])
  expect(shown(buildGroupTree(models, 'type'))).toEqual([['Basic Wall 200', 4]])
  expect(shown(buildGroupTree(models, 'system'))).toEqual([
    ['Supply', 4],
    ['Zone', 2],
  ])
})

test('In a grouped tree, rows map to their elements and back, and groups to all of their elements', () => {
  const tree = buildGroupTree([model('a')], 'system')
  const door = { model: 'a', element: 3 }
  const id = tree.rowOfElement(door)
  expect(id).not.toBeNull()
  expect(tree.elementOfRow(id ?? 0)).toEqual(door)
  expect(tree.ancestorsOfRow(id ?? 0)).toEqual([tree.source.roots[0]])
  expect(tree.elementsOfRow(tree.source.roots[0] ?? 0)).toHaveLength(2)
  // the door is in both systems, as two rows with different ids
  const ids = tree.source.roots.flatMap((root) => tree.source.children(root))
  expect(new Set(ids).size).toBe(3)
})

test('buildSearchTree matches words in name, class, type, tag and GlobalId', () => {
  const names = (query: string) => {
    const tree = buildSearchTree([model('a')], query)
    return tree.source.roots.map((id) => tree.source.label(id))
  }
  expect(names('wall 200')).toEqual(['Wall A', 'Wall B'])
  expect(names('t-77')).toEqual(['Wall B'])
  expect(names('d1')).toEqual(['Door'])
  expect(names('ifcdoor')).toEqual(['Door'])
  expect(names('nothing like it')).toEqual([])
})

test('buildSearchTree lists systems and zones by name, with their members, before the elements', () => {
  const tree = buildSearchTree([model('a')], 'supply')
  expect(shown(tree)).toEqual([['Supply', 2]])
  expect(tree.elementsOfRow(tree.source.roots[0] ?? 0)).toEqual([
    { model: 'a', element: 1 },
    { model: 'a', element: 3 },
  ])
  expect(shown(buildSearchTree([model('a')], 'ifczone'))).toEqual([['Zone', 1]])
})
