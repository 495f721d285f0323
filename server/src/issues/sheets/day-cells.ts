import { formatDayNumber } from '../lists/calendar.ts'
import type { CellValue } from './read-workbook.ts'

/** The result for a cell that is not a valid value of its column. */
export const INVALID_VALUE = Symbol('impossible')

/** How a file writes days. */
export interface DayNotation {
  /** a serial day of the file minus this is a day since 1970-01-01 */
  epoch: number
  /** the first part of 25/12/2026 or 12/25/2026; null: unknown from this file */
  slashed: 'DAY' | 'MONTH' | null
}

const SLASHED = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/

/**
 * The first part of dates with slashes, which depends on the country set in the spreadsheet program: a part above 12 must be
 * the day. `unsaid`: the result if no date of the file decides.
 */
export function findSlashOrder(
  values: readonly CellValue[],
  unsaid: DayNotation['slashed'],
): DayNotation['slashed'] {
  let [isDayFirst, isMonthFirst] = [false, false]
  for (const value of values) {
    const [, first, second] = (typeof value === 'string' && SLASHED.exec(value)) || []
    if (Number(first) > 12) isDayFirst = true
    if (Number(second) > 12) isMonthFirst = true
  }
  if (isDayFirst === isMonthFirst) return isDayFirst ? null : unsaid
  return isDayFirst ? 'DAY' : 'MONTH'
}

const formatDay = (year: string, month: string, day: string) =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

/** Parses a day as spreadsheets write it: a serial number, ISO 8601, 31.12.2026, or 31/12/2026 in the order of the file. */
export function parseDayCell(value: CellValue, { epoch, slashed }: DayNotation): unknown {
  if (typeof value === 'number')
    return value > 0 && value < 3_000_000 ? formatDayNumber(Math.floor(value) - epoch) : INVALID_VALUE
  const [, day = '', month = '', year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(value) ?? []
  if (year) return formatDay(year, month, day)
  const [, first = '', second = '', slashedYear] = SLASHED.exec(value) ?? []
  if (slashedYear && slashed)
    return slashed === 'DAY' ? formatDay(slashedYear, second, first) : formatDay(slashedYear, first, second)
  return value.replace(/T.*|\s00:00.*/, '')
}
