import { ElementState, GHOST, HIDDEN } from '@plumbline/viewer/element-state'
import type { Model } from '@plumbline/viewer/model'
import { expect, test } from 'vitest'
import { applyKept, keepElements } from './kept-elements.ts'

const makeModel = (guids: string[]): Model =>
  ({
    id: 'file',
    state: new ElementState(guids.length),
    allElements: () => [...guids.keys()],
    guidOf: (element: number) => guids[element],
    elementsOf: (guid: string) => [...guids.keys()].filter((element) => guids[element] === guid),
  }) as unknown as Model

const listWith = ({ state }: Model, flag: typeof HIDDEN | typeof GHOST) => [...state.with(flag)]

test('Elements stay hidden, faded and selected in the version that replaces theirs', () => {
  const before = makeModel(['roof', 'wall', 'slab', 'door', 'stair'])
  before.state.set([0], HIDDEN, true)
  before.state.set([1], GHOST, true)
  const kept = keepElements(before, [{ model: 'file', element: 3 }])
  const after = makeModel(['new', 'door', 'wall', 'slab', 'roof'])
  expect(kept && applyKept(after, kept)).toEqual([{ model: 'file', element: 1 }])
  expect(listWith(after, HIDDEN)).toEqual([4])
  expect(listWith(after, GHOST)).toEqual([2])
})

test('When some elements are isolated, new elements are hidden like the rest', () => {
  const before = makeModel(['roof', 'wall', 'slab'])
  before.state.set([0, 2], HIDDEN, true)
  const kept = keepElements(before, [])
  const after = makeModel(['wall', 'new', 'slab'])
  expect(kept && applyKept(after, kept)).toEqual([])
  expect(listWith(after, HIDDEN)).toEqual([1, 2])
})

test('Nothing is stored for an unchanged model', () => {
  expect(keepElements(makeModel(['roof']), [])).toBeNull()
})
