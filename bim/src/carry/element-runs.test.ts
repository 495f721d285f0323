import { expect, test } from 'vitest'
import { encodeRuns, findInRuns } from './element-runs.ts'

test('Runs return the new index of each element, and none for deleted elements', () => {
  const to = Int32Array.of(0, 1, 2, -1, -1, 3, 4, 9, 8, 7, -1)
  const runs = encodeRuns(to)
  expect(runs.length / 3).toBe(5)
  for (const [element, later] of to.entries()) expect(findInRuns(runs, element)).toBe(later)
  for (const element of [11, 1e9]) expect(findInRuns(runs, element)).toBe(-1)
  expect(findInRuns([], 0)).toBe(-1)
})
