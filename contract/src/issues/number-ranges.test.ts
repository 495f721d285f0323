import fc from 'fast-check'
import { expect, it } from 'vitest'
import { IssueFilter } from './filter.ts'
import { formatNumberRanges, parseNumberRanges } from './number-ranges.ts'

it('formats numbers as ranges that parse back to the same numbers', () => {
  expect(formatNumberRanges([40, 7, 13, 12, 14, 41])).toBe('7,12-14,40-41')
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1 }), (numbers) => {
      const text = formatNumberRanges(numbers)
      expect(IssueFilter.safeParse({ number: text }).success).toBe(true)
      const named = parseNumberRanges(text).flatMap(([first, last]) =>
        Array.from({ length: last - first + 1 }, (_, at) => first + at),
      )
      expect(named).toEqual(numbers.toSorted((a, b) => a - b))
    }),
  )
})
