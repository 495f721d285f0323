import { expect, test } from 'vitest'
import { Calendar, formatDayNumber, parseDayNumber } from './calendar.ts'

const HOUR_MS = 3_600_000

/** The wall clock as the platform formats it, without any cache. */
function formatClock(zone: string, instant: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(
    instant,
  )
}

test.each([
  'Europe/Berlin',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'UTC',
])('The wall clock of %s is right in every hour around changes of its offset', (zone) => {
  const calendar = new Calendar(zone)
  for (const month of ['2011-12', '2026-03', '2026-04', '2026-10', '2026-11', '1969-12']) {
    const begin = Date.parse(`${month}-01T00:00:00Z`)
    for (let hour = 0; hour < 31 * 24; hour++) {
      const instant = begin + hour * HOUR_MS + 1_234_567
      const clock = new Date(calendar.clockAt(instant)).toISOString()
      expect(clock.slice(0, 19).replace('T', ' ')).toBe(formatClock(zone, instant))
      expect(clock).toMatch(/\.000Z$/)
    }
  }
})

test.each([
  'Europe/Berlin',
  'America/New_York',
  // daylight saving changes at midnight there, so that a day starts at 01:00 or midnight occurs twice
  'America/Santiago',
  'America/Havana',
  'Africa/Cairo',
  'UTC',
])('Days of %s begin at their first second, also where the clock is changed at midnight', (zone) => {
  const calendar = new Calendar(zone)
  for (let day = parseDayNumber('2026-01-01'); day < parseDayNumber('2027-01-01'); day++) {
    const start = calendar.startOf(day)
    expect([formatDayNumber(day), calendar.dayAt(start) - day]).toEqual([formatDayNumber(day), 0])
    expect([formatDayNumber(day), calendar.dayAt(start - 1) - day]).toEqual([formatDayNumber(day), -1])
    // a repeated midnight starts a new day only once
    expect(calendar.dayAt(start - HOUR_MS)).toBe(day - 1)
  }
})

test('A time skipped by daylight saving is an hour later, and a repeated time is its first occurrence', () => {
  const at = (zone: string, clock: string) =>
    new Date(new Calendar(zone).instantOf(Date.parse(`${clock}Z`))).toISOString()
  expect(at('Europe/Berlin', '2026-03-29T02:30:00')).toBe('2026-03-29T01:30:00.000Z')
  expect(at('America/New_York', '2026-03-08T02:30:00')).toBe('2026-03-08T07:30:00.000Z')
  expect(at('Europe/Berlin', '2026-10-25T02:30:00')).toBe('2026-10-25T00:30:00.000Z')
  expect(at('America/New_York', '2026-11-01T01:30:00')).toBe('2026-11-01T05:30:00.000Z')
})
