import { expect, test } from 'vitest'
import type { LoadedModel } from './model-session.ts'
import { storeysOf } from './storeys.ts'

const model = (id: string, storeys: [name: string, elevation: number][], up = 0) =>
  ({
    id,
    setting: { turn_deg: 0, move: [0, 0, up] },
    manifest: {
      storeys: storeys.map(([name, elevation_m], element) => ({ element, guid: '', name, elevation_m })),
    },
  }) as unknown as LoadedModel

test('storeys of the same name are one over all models, highest first', () => {
  const storeys = storeysOf([
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

test('two storeys of one name in one model stay two, with names of their own', () => {
  const storeys = storeysOf([
    model('a', [
      ['Floor', 0],
      ['Floor', 3],
    ]),
  ])
  expect(storeys.map(({ name }) => name)).toEqual(['Floor (2)', 'Floor'])
})
