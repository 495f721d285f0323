import { describe, expect, test } from 'vitest'
import { buildRingSegmentPath, buildSparklinePath, computeScaleTop, computeShares } from './chart-math.ts'

const bad = [Number.NaN, Number.POSITIVE_INFINITY, -3]

describe('computeShares', () => {
  test('each value is divided by the total', () => {
    expect(computeShares([1, 3])).toEqual([0.25, 0.75])
  })
  test('all are 0 when the total is 0', () => {
    expect(computeShares([0, 0])).toEqual([0, 0])
    expect(computeShares([...bad, 2])).toEqual([0, 0, 0, 1])
  })
})

test.each([
  [[3, 7], 10],
  [[1.4], 2],
  [[23], 25],
  [[26], 50],
  [[1000], 1000],
  [[0], 1],
  [[], 1],
  [bad, 1],
])('The scale of %j ends at %d', (values, top) => {
  expect(computeScaleTop(values)).toBe(top)
})

describe('buildRingSegmentPath', () => {
  test('a quarter runs from the top to the right', () => {
    expect(buildRingSegmentPath(0, 0.25)).toBe(
      'M50.000 0.000A50 50 0 0 1 100.000 50.000L82.000 50.000A32 32 0 0 0 50.000 18.000Z',
    )
  })
  test('a full ring is drawn although its ends coincide', () => {
    const [, x] = /1 ([\d.]+) [\d.]+L/.exec(buildRingSegmentPath(0, 1)) ?? []
    expect(Number(x)).not.toBe(50)
    expect(buildRingSegmentPath(0, 1)).toContain('0 1 1')
  })
})

describe('buildSparklinePath', () => {
  test('the line runs left to right with the greatest value at the top', () => {
    expect(buildSparklinePath([0, 10, 5], 20, 12)).toBe('M0.00 11.00L10.00 1.00L20.00 6.00')
  })
  test('values that are not finite produce no invalid coordinates', () => {
    expect(buildSparklinePath([...bad, 1], 20, 12)).not.toMatch(/NaN|Infinity/)
    expect(buildSparklinePath([5], 20, 12)).toBe('M0.00 1.00')
    expect(buildSparklinePath([], 20, 12)).toBe('')
  })
})
