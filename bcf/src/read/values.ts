/** Lenient parsers for the values that tools write; undefined for invalid ones. */

const DATE =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?\s*(?:(Z)|([+-])(\d\d):?(\d\d))?$/i

const MINUTE_MS = 60_000
/** .NET writes the last moment of the year 9999 for "never"; west of Greenwich it is one of 10000, with a longer form. */
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** .NET writes this date when none was set. */
const isUnset = (text: string) => text.startsWith('0001-01-01')

/**
 * Parses a date as an instant. Without a zone it is UTC, as BCF requires; without a time it is the start of the
 * day. 'bad' when invalid, undefined when absent.
 */
export function parseDate(text: string | undefined): string | 'bad' | undefined {
  if (text === undefined || isUnset(text)) return undefined
  const match = DATE.exec(text)
  if (!match) return 'bad'
  const number = (at: number) => Number(match[at] ?? 0)
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map(number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const ms = Math.floor(Number(`0.${match[7] ?? '0'}`) * 1000)
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const isReal = year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= lastDay
  if (!isReal || hour > 24 || minute > 59 || second > 60) return 'bad'
  const offset = (match[9] === '-' ? -1 : 1) * (number(10) * 60 + number(11)) * MINUTE_MS
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second, ms) - offset)
  return date.getTime() > LATEST ? 'bad' : date.toISOString()
}

/** Parses a date without distinguishing invalid from absent. */
export const parseInstant = (text: string | undefined): string | undefined => {
  const date = parseDate(text)
  return date === 'bad' ? undefined : date
}

const MIDNIGHT_IN_ZONE = /^(\d{4}-\d\d-\d\d)[T ]00:00(?::00(?:[.,]0+)?)?\s*([+-]\d\d):?(\d\d)$/

/**
 * The UTC instant of a due date. Programs write a date without a time as midnight in their own zone; it keeps that zone,
 * because its UTC instant may fall on another day. Undefined if the text is not a date.
 */
export function parseDueInstant(text: string | undefined): string | undefined {
  const instant = parseInstant(text)
  const [, day, hours, minutes] = MIDNIGHT_IN_ZONE.exec(text ?? '') ?? []
  return instant === undefined || day === undefined || instant.startsWith(`${day}T00:00:00.000`)
    ? instant
    : `${day}T00:00:00.000${hours}:${minutes}`
}

/** Parses a finite number; also accepts a decimal comma, which some tools write in countries that use it. */
export function parseNumber(text: string | undefined): number | undefined {
  if (text === undefined || !/^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i.test(text)) return undefined
  const value = Number(text.replace(',', '.'))
  return Number.isFinite(value) ? value : undefined
}

/** Parses a 32-bit integer. */
export function parseInteger(text: string | undefined): number | undefined {
  const value = parseNumber(text)
  return value !== undefined && value === (value | 0) ? value | 0 : undefined
}

export function parseBoolean(text: string | undefined): boolean | undefined {
  const lower = text?.toLowerCase()
  if (lower === 'true' || lower === '1') return true
  if (lower === 'false' || lower === '0') return false
  return undefined
}
