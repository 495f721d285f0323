import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computePrefixLength, DETAIL_AT_REST, FrameBudget } from './lod.ts'

describe('the level-of-detail prefix', () => {
  it('contains exactly the instances that are large enough', () => {
    const sizes = fc
      .array(fc.float({ min: 0, max: 100, noNaN: true }))
      .map((list) => Float32Array.from(list).sort().reverse())
    fc.assert(
      fc.property(sizes, fc.float({ min: 0, max: 100, noNaN: true }), (radius, threshold) => {
        const expected = radius.filter((value) => value >= threshold).length
        expect(computePrefixLength(radius, 0, radius.length, threshold)).toBe(expected)
      }),
    )
  })

  it('is found within a part of the list', () => {
    const radius = Float32Array.of(9, 5, 1, 8, 2)
    expect(computePrefixLength(radius, 0, 3, 4)).toBe(2)
    expect(computePrefixLength(radius, 3, 2, 4)).toBe(1)
  })
})

describe('the frame budget', () => {
  const run = (budget: FrameBudget, frame_ms: number, frames: number) => {
    for (let frame = 0; frame < frames; frame++) budget.note(frame_ms)
  }

  it('lowers the detail after a few slow frames and raises it after many fast ones', () => {
    const budget = new FrameBudget()
    const first = budget.detail
    run(budget, 90, 4)
    expect(budget.detail.smallest_px).toBeGreaterThan(first.smallest_px)
    run(budget, 90, 40)
    expect(budget.detail.resolution).toBeLessThan(1)
    run(budget, 10, 1000)
    expect(budget.detail.smooth).toBe(true)
    expect(budget.detail.smallest_px).toBeLessThan(first.smallest_px)
    expect(DETAIL_AT_REST.resolution).toBe(1)
  })

  it('ignores a single slow frame and a pause', () => {
    const budget = new FrameBudget()
    const before = budget.detail
    for (let round = 0; round < 20; round++) {
      run(budget, 90, 2)
      run(budget, 25, 2)
    }
    run(budget, 5000, 10)
    expect(budget.detail).toEqual(before)
  })
})
