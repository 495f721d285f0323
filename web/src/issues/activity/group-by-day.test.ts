import { expect, test } from 'vitest'
import { formatDay, groupByDay } from './group-by-day.ts'

const at = (day: number, hour: number) => ({ at: new Date(2026, 2, day, hour).toISOString() })

test('groupByDay groups items of the same day and keeps their order', () => {
  const days = groupByDay([at(3, 18), at(3, 0), at(2, 23), at(1, 12), at(1, 11)])
  expect(days.map(({ day, items }) => [day, items.length])).toEqual([
    ['2026-03-03', 2],
    ['2026-03-02', 1],
    ['2026-03-01', 2],
  ])
})

test('formatDay pads month and day to two digits', () => {
  expect(formatDay(new Date(2026, 0, 5))).toBe('2026-01-05')
})
