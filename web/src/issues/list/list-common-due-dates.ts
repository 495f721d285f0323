const DAY_MS = 86_400_000
const formats = new Map<string | undefined, Intl.DateTimeFormat>()

/** A formatter, of Swedish days, which are ISO’s, takes longer to make than many rows to draw. */
function loadFormat(zone: string | undefined): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone })
  } catch {
    // a zone that this browser does not know
    format = new Intl.DateTimeFormat('sv-SE')
  }
  formats.set(zone, format)
  return format
}

/** The day so many days after now as `yyyy-MM-dd`, in a time zone or, without one, in that of the browser. */
export const computeDay = (now: Date, zone: string | undefined, days = 0): string =>
  new Date(Date.parse(loadFormat(zone).format(now)) + days * DAY_MS).toISOString().slice(0, 10)

/** the day in a time zone, and the minute of the clock in which it was computed */
const today = { zone: '', minute: 0, day: '' }

/** The current day in a time zone; computed once a minute, because all rows of a list need it. */
export function getToday(zone: string): string {
  const minute = Math.floor(Date.now() / 60_000)
  if (today.zone !== zone || today.minute !== minute)
    Object.assign(today, { zone, minute, day: computeDay(new Date(), zone) })
  return today.day
}

/** Common due dates as `yyyy-MM-dd`: days of the project, wherever the person is. */
export const listCommonDueDates = (now: Date, zone: string) => ({
  today: computeDay(now, zone),
  tomorrow: computeDay(now, zone, 1),
  week: computeDay(now, zone, 7),
  fortnight: computeDay(now, zone, 14),
})
