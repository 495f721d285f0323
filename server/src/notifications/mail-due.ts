import type { mailFrequencies, NotificationSettings } from '@plumbline/contract/notifications/settings'
import { Calendar } from '../issues/lists/calendar.ts'

/** Quiet hours, time zone and daily mail time of a user. */
export type Clock = Pick<NotificationSettings, 'quiet_hours' | 'time_zone' | 'daily_at'>

/** events within this time are collected into one mail */
const COLLECTION_MS = 60_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const parseMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** The next instant after `after` at which the wall clock shows `time`. */
function computeNextTime(after: Date, time: string, timeZone: string | null): Date {
  const calendar = new Calendar(timeZone ?? 'UTC')
  const clock = calendar.dayAt(after.getTime()) * DAY_MS + parseMinutes(time) * MINUTE_MS
  const today = new Date(calendar.instantOf(clock))
  return today > after ? today : new Date(calendar.instantOf(clock + DAY_MS))
}

/** The end of the quiet hours if `at` is within them, otherwise `at`. */
export function delayPastQuietHours(at: Date, { quiet_hours, time_zone }: Clock): Date {
  if (!quiet_hours) return at
  const from = parseMinutes(quiet_hours.from) * MINUTE_MS
  const to = parseMinutes(quiet_hours.to) * MINUTE_MS
  const calendar = new Calendar(time_zone ?? 'UTC')
  const clock = calendar.clockAt(at.getTime())
  const time = clock % DAY_MS
  const isQuiet = from <= to ? from <= time && time < to : from <= time || time < to
  if (!isQuiet) return at
  const left = (to - time + DAY_MS) % DAY_MS
  const end = new Date(calendar.instantOf(clock + left))
  // in a repeated hour the end may have passed once
  return end > at ? end : new Date(Math.floor(at.getTime() / 1000) * 1000 + left)
}

/** When the mail about an event of now is due; null: never. */
export function computeMailDue(
  now: Date,
  often: (typeof mailFrequencies)[number],
  clock: Clock,
): Date | null {
  switch (often) {
    case 'OFF':
      return null
    case 'NOW':
      return delayPastQuietHours(new Date(now.getTime() + COLLECTION_MS), clock)
    case 'HOURLY':
      return delayPastQuietHours(new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS), clock)
    case 'DAILY':
      return delayPastQuietHours(computeNextTime(now, clock.daily_at, clock.time_zone), clock)
  }
}
