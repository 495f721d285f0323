export interface SnoozeTime {
  name: 'laterToday' | 'tomorrow' | 'nextWeek'
  at: Date
}

const MORNING = 8
const LATER_HOURS = 3

/** The choices of a snooze in the time zone of the device: in about three hours if that is still today, and mornings at eight. */
export function computeSnoozeTimes(now: Date): SnoozeTime[] {
  const morning = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING)
  const later = new Date(
    now.getFullYear(),
    now.getMonth(),
    now.getDate(),
    now.getHours() + LATER_HOURS + (now.getMinutes() > 0 ? 1 : 0),
  )
  // Sunday is 0, so a Monday's next Monday is seven days away
  const toMonday = (8 - now.getDay()) % 7 || 7
  const mornings: SnoozeTime[] = [{ name: 'tomorrow', at: morning(1) }]
  // on Sundays both are the same morning
  if (toMonday > 1) mornings.push({ name: 'nextWeek', at: morning(toMonday) })
  return later.getDate() === now.getDate() ? [{ name: 'laterToday', at: later }, ...mornings] : mornings
}
