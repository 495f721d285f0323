import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeLabelShifts, type LabelBox } from './label-shifts.ts'

const label = (x: number, y: number, depth: number): LabelBox => ({ x, y, depth, width: 60, height: 24 })

test('labels that do not overlap keep their positions', () => {
  expect(computeLabelShifts([label(0, 0, 1), label(100, 0, 2), label(0, 40, 3)])).toEqual([0, 0, 0])
})

test('of two overlapping labels the nearer stays and the other moves to the next row', () => {
  expect(computeLabelShifts([label(0, 0, 9), label(5, 3, 2)])).toEqual([-26, 0])
  expect(computeLabelShifts([label(0, 0, 9), label(5, 0, 2), label(2, 0, 5)])).toEqual([26, 0, -26])
})

test('labels without room nearby are hidden, the farthest first', () => {
  const crowd = Array.from({ length: 12 }, (_, at) => label(0, 0, 12 - at))
  const shifts = computeLabelShifts(crowd)
  expect(shifts.filter((shift) => shift === null)).toHaveLength(3)
  expect(shifts.slice(0, 3)).toEqual([null, null, null])
})

test('no label covers another, for any positions', () => {
  const anywhere = fc.record({
    x: fc.integer({ min: 0, max: 300 }),
    y: fc.integer({ min: 0, max: 200 }),
    width: fc.integer({ min: 30, max: 90 }),
    height: fc.constantFrom(24, 30),
    depth: fc.integer({ min: 1, max: 50 }),
  })
  fc.assert(
    fc.property(fc.array(anywhere, { maxLength: 40 }), (labels) => {
      const shifts = computeLabelShifts(labels)
      const shown = labels.flatMap((each, at) => {
        const shift = shifts[at] ?? null
        return shift === null ? [] : [{ ...each, y: each.y + shift }]
      })
      for (const [at, a] of shown.entries())
        for (const b of shown.slice(at + 1)) {
          const apart =
            Math.abs(a.x - b.x) >= (a.width + b.width) / 2 || Math.abs(a.y - b.y) >= (a.height + b.height) / 2
          expect(apart).toBe(true)
        }
    }),
  )
})
