import { expect, test } from 'vitest'
import { Calendar } from './calendar.ts'

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
