import type { Interval } from '@plumbline/contract/billing/plans'

/** Subscription periods in UTC. Each starts on the same day of the month as the first, or on the last day of the month. */

const months = { MONTH: 1, YEAR: 12 } as const satisfies Record<Interval, number>

/** The same day and time some months later; one month after 31 January is the last day of February. */
export function addMonths(at: Date, count: number): Date {
  const moved = new Date(at)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + count)
  const days = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(at.getUTCDate(), days))
  return moved
}

/** End of the period that starts at `start`, counted from the first period, so that a short month does not shift later ones. */
export function computePeriodEnd(anchor: Date, start: Date, interval: Interval): Date {
  const monthsSinceAnchor =
    (start.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + start.getUTCMonth() - anchor.getUTCMonth()
  return addMonths(anchor, monthsSinceAnchor + months[interval])
}

const HOUR_MS = 3600 * 1000

/**
 * Start of the proration of a change within a period: the current full hour, so that an estimate confirmed some minutes
 * later is charged unchanged.
 */
export const computeProrationStart = (start: Date, now: Date): Date =>
  new Date(Math.max(start.getTime(), Math.floor(now.getTime() / HOUR_MS) * HOUR_MS))
