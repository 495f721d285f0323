import type { mailFrequencies, NotificationSettings } from '@plumbline/contract/notifications/settings'

/** Quiet hours, time zone and daily mail time of a user. */
export type Clock = Pick<NotificationSettings, 'quiet_hours' | 'time_zone' | 'daily_at'>

/** events within this time are collected into one mail */
const COLLECTION_MS = 60_000
const HOUR_MS = 3_600_000

const parseMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
  })
  formats.set(timeZone, format)
  return format
}

/** Whether this server knows the time zone. */
export function isTimeZone(name: string): boolean {
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

/** The wall clock time in a time zone, as if it were UTC. */
function wallClock(at: Date, timeZone: string | null): number {
  const parts = formatOf(timeZone ?? 'UTC').formatToParts(at)
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(value('year'), value('month') - 1, value('day'), value('hour'), value('minute'))
}

/** The instant at which the wall clock shows this time; an hour later if daylight saving skips it. */
function momentOf(shown: number, timeZone: string | null): Date {
  let moment = shown
  // twice: the offset of the first guess may be that before a daylight saving change
  for (let turn = 0; turn < 2; turn++) moment += shown - wallClock(new Date(moment), timeZone)
  return new Date(moment)
}

/** The next instant after `after` at which the wall clock shows `time`. */
function computeNextTime(after: Date, time: string, timeZone: string | null): Date {
  const shown = wallClock(after, timeZone)
  const day = shown - (shown % (24 * HOUR_MS)) + parseMinutes(time) * 60_000
  const today = momentOf(day, timeZone)
  return today > after ? today : momentOf(day + 24 * HOUR_MS, timeZone)
}

/** The end of the quiet hours if `at` is within them, otherwise `at`. */
export function delayPastQuietHours(at: Date, { quiet_hours, time_zone }: Clock): Date {
  if (!quiet_hours) return at
  const from = parseMinutes(quiet_hours.from)
  const to = parseMinutes(quiet_hours.to)
  const minute = (wallClock(at, time_zone) / 60_000) % (24 * 60)
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
