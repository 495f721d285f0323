import type { Db } from '../../db/database.ts'

const DAY_MS = 86_400_000

interface Zone {
  format: Intl.DateTimeFormat
  /** Milliseconds from UTC to the wall clock by UTC day; null on days on which they change. */
  offsets: Map<number, number | null>
}

/** Shared by all calendars of a time zone: a notification makes one for each of its recipients. */
const zones = new Map<string, Zone>()

function loadZone(name: string): Zone {
  const known = zones.get(name)
  if (known) return known
  const options = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' } as const
  const more = { minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', { ...options, ...more, timeZone: name })
  } catch {
    // an unknown time zone
    format = new Intl.DateTimeFormat('en-US', { ...options, ...more, timeZone: 'UTC' })
  }
  const zone: Zone = { format, offsets: new Map() }
  zones.set(name, zone)
  return zone
}

/** A calendar date as days since 1970-01-01. */
export const parseDayNumber = (date: string) => Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS)
export const formatDayNumber = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** days whose offsets are cached, of each time zone */
const MAX_DAYS = 10_000

/** Days and instants of a time zone. Days count from 1970-01-01, instants are in ms. */
export class Calendar {
  readonly zone: string
  private readonly format: Zone['format']
  private readonly offsets: Zone['offsets']
  constructor(zone: string) {
    this.zone = zone
    const { format, offsets } = loadZone(zone)
    this.format = format
    this.offsets = offsets
  }

  /** The zone's wall clock at an instant in full seconds, as if it were UTC. */
  clockAt(instant: number): number {
    const offset = this.loadOffset(Math.floor(instant / DAY_MS))
    return offset === null ? this.formatClock(instant) : Math.floor(instant / 1000) * 1000 + offset
  }

  /** Formatting takes microseconds, which a file of 100,000 issues needs hundreds of thousands of times. */
  private loadOffset(day: number): number | null {
    const known = this.offsets.get(day)
    if (known !== undefined) return known
    const [first, next] = [day, day + 1].map((each) => this.formatClock(each * DAY_MS) - each * DAY_MS)
    const offset = first !== undefined && first === next ? first : null
    if (this.offsets.size >= MAX_DAYS) this.offsets.clear()
    this.offsets.set(day, offset)
    return offset
  }

  private formatClock(instant: number): number {
    const parts = Object.fromEntries(
      this.format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    ) as Record<string, number>
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    return Date.UTC(year, month - 1, day, hour, minute, second)
  }

  dayAt(instant: number): number {
    return Math.floor(this.clockAt(instant) / DAY_MS)
  }

  /**
   * The instant at which the wall clock shows this time, the first one where the clock is set back; an hour later if
   * daylight saving skips it.
   */
  instantOf(clock: number): number {
    const byOffsetAt = (each: number) => clock - (this.clockAt(each) - each)
    // offsets of the previous and the next day: at most one change lies between them
    const before = byOffsetAt(clock - DAY_MS)
    const after = byOffsetAt(clock + DAY_MS)
    return this.clockAt(before) !== clock && this.clockAt(after) === clock ? after : before
  }

  /** The instant at which a day starts in the zone. */
  startOf(day: number): number {
    return this.instantOf(day * DAY_MS)
  }
}

/** The Monday of a day's week; 1970-01-01 was a Thursday. */
export const computeMonday = (day: number) => day - ((((day + 3) % 7) + 7) % 7)

export async function readCalendar(db: Db, projectId: string): Promise<Calendar> {
  const { timezone } = await db
    .selectFrom('projects')
    .select('timezone')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  return new Calendar(timezone)
}
