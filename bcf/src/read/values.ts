/** Values as tools write them; undefined where a text is no such value. */

const DATE =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?\s*(?:(Z)|([+-])(\d\d):?(\d\d))?$/i

const MINUTE_MS = 60_000

/** What .NET has where no date was set. */
const isUnset = (text: string) => text.startsWith('0001-01-01')

/**
 * An instant. Without a zone it is UTC, as BCF has it; without a time it is the day's beginning.
 * 'bad' where it is none, undefined where no date is said.
 */
export function readDate(text: string | undefined): string | 'bad' | undefined {
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
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second, ms) - offset).toISOString()
}

/** An instant where there is one, without a word where there is none. */
export const instantOf = (text: string | undefined): string | undefined => {
  const date = readDate(text)
  return date === 'bad' ? undefined : date
}

/** A finite number; with a decimal comma too, which programs in such countries write. */
export function readNumber(text: string | undefined): number | undefined {
  if (text === undefined || !/^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i.test(text)) return undefined
  const value = Number(text.replace(',', '.'))
  return Number.isFinite(value) ? value : undefined
}

/** A whole number of 32 bits. */
export function readInt(text: string | undefined): number | undefined {
  const value = readNumber(text)
  return value !== undefined && value === (value | 0) ? value | 0 : undefined
}

export function readBoolean(text: string | undefined): boolean | undefined {
  const lower = text?.toLowerCase()
  if (lower === 'true' || lower === '1') return true
  if (lower === 'false' || lower === '0') return false
  return undefined
}
