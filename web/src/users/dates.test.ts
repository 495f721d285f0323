import { getMe } from '@plumbline/contract/users/get-me'
import { afterEach, expect, test } from 'vitest'
import { keyOf, queryClient } from '../api/query.ts'
import { clockTime, exactTime, longDate, shortDate, shortDateTime } from './dates.ts'

const instant = new Date(2026, 10, 5, 7, 8, 9).toISOString()
const prefer = (date_style: string) =>
  queryClient.setQueryData(keyOf(getMe, {}), { preferences: { date_style } })
afterEach(() => queryClient.clear())

const all = () => [shortDate(instant), shortDateTime(instant), longDate(instant), exactTime(instant)]

test('Without a preference dates follow the formats of the specification', () => {
  expect(all()).toEqual(['11/05/26', '11/05/26 07:08', 'Nov 5, 2026', '05-11-2026 07:08:09'])
  expect(clockTime(instant)).toBe('07:08')
})
test('The preferred date order applies to every format', () => {
  prefer('US')
  expect(shortDate(instant)).toBe('11/05/26')
  prefer('EUROPEAN')
  expect(all()).toEqual(['05.11.26', '05.11.26 07:08', '5 Nov 2026', '05-11-2026 07:08:09'])
  prefer('ISO')
  expect(all()).toEqual(['2026-11-05', '2026-11-05 07:08', '2026-11-05', '2026-11-05 07:08:09'])
})
test('A date without a time is the same day in every time zone', () => {
  expect(shortDate('2026-11-21')).toBe('11/21/26')
  expect(longDate('2026-01-01')).toBe('Jan 1, 2026')
})
