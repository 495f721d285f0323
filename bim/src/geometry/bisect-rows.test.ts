import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bisectRows } from './bisect-rows.ts'

const row = fc.record({
  centre: fc.tuple(fc.integer({ max: 5 }), fc.integer({ max: 5 }), fc.integer({ max: 5 })),
  weight: fc.integer({ min: 0, max: 30 }),
})

it('every row is in exactly one group, and no group with several rows exceeds the weight limit', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 200 }), (made) => {
      const spread = {
        centres: Float64Array.from(made.flatMap(({ centre }) => centre)),
        weights: Uint32Array.from(made, ({ weight }) => weight),
      }
      const groups = bisectRows(spread, 40)
      expect(groups.flatMap((group) => [...group]).sort((a, b) => a - b)).toEqual([...made.keys()])
      for (const group of groups) {
        const weight = group.reduce((sum, each) => sum + (spread.weights[each] as number), 0)
        expect(weight <= 40 || group.length === 1).toBe(true)
      }
    }),
  )
})

it('the split is along the widest direction, regardless of the order of rows', () => {
  const order = [5, 0, 3, 1, 4, 2, 7, 6]
  const spread = {
    centres: Float64Array.from(order.flatMap((x) => [x * 10, x % 2, 0])),
    weights: new Uint32Array(8).fill(1),
  }
  const groups = bisectRows(spread, 2).map((group) => [...group].map((at) => order[at]).sort())
  expect(groups).toEqual([
    [0, 1],
    [2, 3],
    [4, 5],
    [6, 7],
  ])
})

it('along a single direction the groups are in ascending order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ max: 1000, min: 0 }), { minLength: 1 }), (places) => {
      const centres = Float64Array.from(places.flatMap((x) => [x, 0, 0]))
      const groups = bisectRows({ centres, weights: new Uint32Array(places.length).fill(1) }, 3)
      const sorted = groups.flatMap((group) => [...group].map((row) => places[row]).sort((a, b) => a! - b!))
      expect(sorted).toEqual(places.toSorted((a, b) => a - b))
    }),
  )
})
