import { expect, test } from 'vitest'
import { type Clock, computeMailDue, delayPastQuietHours } from './mail-due.ts'

const berlin: Clock = { quiet_hours: null, time_zone: 'Europe/Berlin', daily_at: '07:30' }
const night = { ...berlin, quiet_hours: { from: '20:00', to: '06:30' } }
const due = (now: string, often: Parameters<typeof computeMailDue>[1], clock = berlin) =>
  computeMailDue(new Date(now), often, clock)?.toISOString() ?? null

test('Immediate mails are due in a minute, hourly ones at the next full hour, daily ones at the chosen local time', () => {
  expect(due('2026-01-15T10:20:00Z', 'NOW')).toBe('2026-01-15T10:21:00.000Z')
  expect(due('2026-01-15T10:20:00Z', 'HOURLY')).toBe('2026-01-15T11:00:00.000Z')
  expect(due('2026-01-15T10:20:00Z', 'DAILY')).toBe('2026-01-16T06:30:00.000Z')
  expect(due('2026-01-15T06:29:00Z', 'DAILY')).toBe('2026-01-15T06:30:00.000Z')
  expect(due('2026-01-15T06:30:00Z', 'DAILY')).toBe('2026-01-16T06:30:00.000Z')
  expect(due('2026-07-15T10:20:00Z', 'DAILY')).toBe('2026-07-16T05:30:00.000Z')
  expect(due('2026-01-15T10:20:00Z', 'OFF')).toBeNull()
})

test('A daily mail is due once on days of a daylight saving change', () => {
  const early = { ...berlin, daily_at: '02:30' }
  // on 29 March 2026 there is no 02:30 in Berlin, on 25 October there are two
  expect(due('2026-03-28T12:00:00Z', 'DAILY', early)).toMatch(/^2026-03-29T0[01]:30/)
  const first = due('2026-10-24T12:00:00Z', 'DAILY', early) ?? ''
  expect(first).toMatch(/^2026-10-25T0[01]:30/)
  expect(due('2026-10-25T02:00:00Z', 'DAILY', early)).toBe('2026-10-26T01:30:00.000Z')
})

test('Quiet hours delay a mail to their end, also over midnight', () => {
  expect(due('2026-01-15T22:00:00Z', 'NOW', night)).toBe('2026-01-16T05:30:00.000Z')
  expect(due('2026-01-16T04:00:00Z', 'NOW', night)).toBe('2026-01-16T05:30:00.000Z')
  expect(due('2026-01-16T05:30:00Z', 'NOW', night)).toBe('2026-01-16T05:31:00.000Z')
  const at = (time: string) => delayPastQuietHours(new Date(time), night).toISOString()
  expect(at('2026-01-15T19:00:00Z')).toBe('2026-01-16T05:30:00.000Z')
  expect(at('2026-01-15T18:59:00Z')).toBe('2026-01-15T18:59:00.000Z')
})

test('Quiet hours of zero length have no effect, and a missing time zone is UTC', () => {
  const never = { ...berlin, quiet_hours: { from: '08:00', to: '08:00' } }
  expect(due('2026-01-15T07:30:00Z', 'NOW', never)).toBe('2026-01-15T07:31:00.000Z')
  expect(due('2026-01-15T07:00:00Z', 'DAILY', { ...berlin, time_zone: null })).toBe(
    '2026-01-15T07:30:00.000Z',
  )
})

test('Quiet hours that end in an hour that comes twice or never end on the same night', () => {
  const early = { quiet_hours: { from: '22:00', to: '01:30' }, daily_at: '07:30' }
  const newYork: Clock = { ...early, time_zone: 'America/New_York' }
  const at = (time: string, clock: Clock) => delayPastQuietHours(new Date(time), clock).toISOString()
  expect(at('2026-11-01T05:10:00Z', newYork)).toBe('2026-11-01T05:30:00.000Z')
  // 01:10 for the second time
  expect(at('2026-11-01T06:10:30Z', newYork)).toBe('2026-11-01T06:30:00.000Z')
  const skipped: Clock = { ...newYork, quiet_hours: { from: '22:00', to: '02:30' } }
  expect(at('2026-03-08T06:45:00Z', skipped)).toBe('2026-03-08T07:30:00.000Z')
})
