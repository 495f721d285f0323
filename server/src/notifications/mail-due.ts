import type { mailFrequencies, NotificationSettings } from '@plumbline/contract/notifications/settings'
import { Calendar } from '../issues/lists/calendar.ts'

/** Quiet hours, time zone and daily mail time of a user. */
export type Clock = Pick<NotificationSettings, 'quiet_hours' | 'time_zone' | 'daily_at'>

/** events within this time are collected into one mail */
const COLLECTION_MS = 60_000
const HOUR_MS = 3_600_000

const parseMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** The next instant after `after` at which the wall clock shows `time`. */
function computeNextTime(after: Date, time: string, timeZone: string | null): Date {
  const calendar = new Calendar(timeZone ?? 'UTC')
  const clock = calendar.dayAt(after.getTime()) * 24 * HOUR_MS + parseMinutes(time) * 60_000
  const today = new Date(calendar.instantOf(clock))
  return today > after ? today : new Date(calendar.instantOf(clock + 24 * HOUR_MS))
}

/** The end of the quiet hours if `at` is within them, otherwise `at`. */
export function delayPastQuietHours(at: Date, { quiet_hours, time_zone }: Clock): Date {
  if (!quiet_hours) return at
  const from = parseMinutes(quiet_hours.from)
  const to = parseMinutes(quiet_hours.to)
  const minute = (new Calendar(time_zone ?? 'UTC').clockAt(at.getTime()) / 60_000) % (24 * 60)
  const isQuiet = from <= to ? from <= minute && minute < to : from <= minute || minute < to
  return isQuiet ? computeNextTime(at, quiet_hours.to, time_zone) : at
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
