import { expect, test, vi } from 'vitest'
import type { LoadedModel } from './session-state.ts'
import { findGroundStorey, mergeStoreys } from './storeys.ts'

const model = (id: string, storeys: [name: string, elevation: number][], up = 0) =>
  ({
    id,
    setting: { turn_deg: 0, move: [0, 0, up] },
    manifest: {
      storeys: storeys.map(([name, elevation_m], element) => ({ element, guid: '', name, elevation_m })),
    },
  }) as unknown as LoadedModel

test('Storeys with the same name are merged across models and sorted from top to bottom', () => {
  const storeys = mergeStoreys([
    model('a', [
      ['Level 1', 0],
      ['Level 2', 3.2],
    ]),
    model('b', [
      ['level 2', 3.25],
      ['Roof', 6.4],
    ]),
  ])
  expect(storeys.map(({ name, refs }) => [name, refs.map((ref) => ref.model).join()])).toEqual([
    ['Roof', 'b'],
    ['Level 2', 'a,b'],
    ['Level 1', 'a'],
  ])
})

test('Two storeys with the same name in one model are distinguished by a number', () => {
  const storeys = mergeStoreys([
    model('a', [
      ['Floor', 0],
      ['Floor', 3],
    ]),
  ])
  expect(storeys.map(({ name }) => name)).toEqual(['Floor (2)', 'Floor'])
})

test('Storeys with one name are merged with storeys at their height in other models', () => {
  const twice: [name: string, elevation: number][] = [
    ['Floor', 0],
    ['Floor', 3],
  ]
  const storeys = mergeStoreys([model('a', twice), model('b', twice)])
  expect(
    storeys.map(({ name, refs }) => [name, refs.map((ref) => `${ref.model}${ref.storey}`).join()]),
  ).toEqual([
    ['Floor (2)', 'a1,b1'],
    ['Floor', 'a0,b0'],
  ])
})

test('Every storey has a unique name, also among names ending in a number', () => {
  const storeys = mergeStoreys([
    model('a', [
      ['Floor', 0],
      ['Floor', 3],
      ['Floor (2)', 6],
      ['Floor', 9],
    ]),
  ])
  expect(storeys).toHaveLength(4)
  expect(new Set(storeys.map(({ name }) => name)).size).toBe(4)
})

test('findGroundStorey returns the lowest storey above ground, otherwise the lowest', () => {
  const named = (...storeys: [name: string, elevation: number][]) =>
    findGroundStorey(mergeStoreys([model('a', storeys)]))?.name
  expect(named(['Footings', -1.3], ['Level 1', -0.02], ['Level 2', 3])).toBe('Level 1')
  expect(named(['Cellar', -3], ['Deep', -6])).toBe('Deep')
  expect(named()).toBeUndefined()
})

test('Thousands of storeys with one name are merged without comparing each with all others', () => {
  const many = Array.from({ length: 500 }, (_, at): [string, number] => ['Floor', at])
  const compare = vi.spyOn(Math, 'abs')
  const storeys = mergeStoreys([model('a', many), model('b', many), model('c', [['Floor', 250.25]])])
  const comparisons = compare.mock.calls.length
  compare.mockRestore()
  expect(comparisons).toBeLessThan(5000)
  expect(storeys.map(({ refs }) => refs.length)).toEqual(many.map((_, at) => (at === 249 ? 3 : 2)))
  expect(storeys[0]).toMatchObject({ name: 'Floor (500)', elevation_m: 499 })
})
