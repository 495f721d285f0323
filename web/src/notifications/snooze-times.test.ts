import { expect, test } from 'vitest'
import { computeSnoozeTimes } from './snooze-times.ts'

const times = (now: Date) => computeSnoozeTimes(now).map(({ name, at }) => [name, at.toString().slice(0, 21)])

test('A snooze ends later today, tomorrow morning or on the next Monday, in the time of the device', () => {
  // a Thursday
  expect(times(new Date(2026, 10, 26, 13, 20))).toEqual([
    ['laterToday', 'Thu Nov 26 2026 17:00'],
    ['tomorrow', 'Fri Nov 27 2026 08:00'],
    ['nextWeek', 'Mon Nov 30 2026 08:00'],
  ])
})

test('Late in the evening there is no later today, and on a Sunday tomorrow is the next week', () => {
  expect(times(new Date(2026, 10, 30, 21, 30))).toEqual([
    ['tomorrow', 'Tue Dec 01 2026 08:00'],
    ['nextWeek', 'Mon Dec 07 2026 08:00'],
  ])
  expect(times(new Date(2026, 10, 29, 22, 0))).toEqual([['tomorrow', 'Mon Nov 30 2026 08:00']])
})
