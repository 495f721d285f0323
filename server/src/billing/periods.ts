import type { Interval } from '@plumbline/contract/billing/plans'

/** Periods of a subscription, in UTC. Each begins on the day of the month on which the first one did, or on its last. */

const months = { MONTH: 1, YEAR: 12 } as const satisfies Record<Interval, number>

/** The same day and time some months later; 31 January and a month are the last of February. */
export function addMonths(at: Date, count: number): Date {
  const moved = new Date(at)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + count)
  const days = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(at.getUTCDate(), days))
  return moved
}

/** The end of the period that begins at `start`, counted from the first one, so that short months shorten no others. */
export function computePeriodEnd(anchor: Date, start: Date, interval: Interval): Date {
  const since =
    (start.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + start.getUTCMonth() - anchor.getUTCMonth()
  return addMonths(anchor, since + months[interval])
}

const HOUR_MS = 3600 * 1000

/**
 * From when on a change within a period is counted: the hour that has begun, so that who confirms what they were shown
 * some minutes ago is charged just that.
 */
export const computeProrationStart = (start: Date, now: Date): Date =>
  new Date(Math.max(start.getTime(), Math.floor(now.getTime() / HOUR_MS) * HOUR_MS))
