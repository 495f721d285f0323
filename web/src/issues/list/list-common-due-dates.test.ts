import { expect, test } from 'vitest'
import { listCommonDueDates } from './list-common-due-dates.ts'

test('Today and the following days are in the project’s time zone, wherever the person is', () => {
  const evening = new Date('2026-12-30T22:30:00Z')
  expect(listCommonDueDates(evening, 'America/Los_Angeles')).toEqual({
    today: '2026-12-30',
    tomorrow: '2026-12-31',
    week: '2027-01-06',
    fortnight: '2027-01-13',
  })
  expect(listCommonDueDates(evening, 'Asia/Tokyo').today).toBe('2026-12-31')
  expect(listCommonDueDates(evening, 'Nowhere/Land').today).toMatch(/^2026-12-3[01]$/)
})
