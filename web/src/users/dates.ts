import { getMe } from '@plumbline/contract/users/get-me'
import type { Me, Preferences } from '@plumbline/contract/users/users'
import { hashKey } from '@tanstack/react-query'
import { keyOf, queryClient } from '../api/query.ts'
import { language } from '../base/language.ts'

/** Date formats of the specification, or in the order the person prefers, in the browser's time zone. */

type Style = Preferences['date_style']

/** computed once: tables format hundreds of dates */
const meHash = hashKey(keyOf(getMe, {}))

const preferredStyle = (): Style =>
  queryClient.getQueryCache().get<Me>(meHash)?.state.data?.preferences.date_style ??
  (language.read().locale === 'en' ? 'US' : 'EUROPEAN')

const padTwo = (number: number) => String(number).padStart(2, '0')

/** `MM/dd/yy`, `dd.MM.yy` or `yyyy-MM-dd` */
export function formatDateInStyle(date: Date, as: Style): string {
  const [day, month, year] = [padTwo(date.getDate()), padTwo(date.getMonth() + 1), String(date.getFullYear())]
  if (as === 'ISO') return `${year}-${month}-${day}`
  return as === 'US' ? `${month}/${day}/${year.slice(-2)}` : `${day}.${month}.${year.slice(-2)}`
}

/** `HH:mm` */
export function clockTime(iso: string): string {
  const date = readDate(iso)
  return `${padTwo(date.getHours())}:${padTwo(date.getMinutes())}`
}

/** `MM/dd/yy`, for tables */
export const shortDate = (iso: string) => formatDateInStyle(readDate(iso), preferredStyle())

/** `MM/dd/yy HH:mm`, for notifications */
export const shortDateTime = (iso: string) => `${shortDate(iso)} ${clockTime(iso)}`

/** `MMM d, y`, in running text */
export function longDate(iso: string): string {
  const date = readDate(iso)
  const [day, year] = [date.getDate(), date.getFullYear()]
  const month = new Intl.DateTimeFormat(language.read().locale, { month: 'short' }).format(date)
  const as = preferredStyle()
  if (as === 'ISO') return formatDateInStyle(date, as)
  if (as === 'US') return `${month} ${day}, ${year}`
  const { locale } = language.read()
  const words = { day: 'numeric', month: 'short', year: 'numeric' } as const
  return new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, words).format(date)
}

/** `dd-MM-yyyy HH:mm:ss`, for logs and titles */
export function exactTime(iso: string): string {
  const date = readDate(iso)
  const [day, month, year] = [padTwo(date.getDate()), padTwo(date.getMonth() + 1), String(date.getFullYear())]
  const clock = `${clockTime(iso)}:${padTwo(date.getSeconds())}`
  return preferredStyle() === 'ISO' ? `${year}-${month}-${day} ${clock}` : `${day}-${month}-${year} ${clock}`
}

/** Parses an ISO date or instant. A date without a time is local midnight, so that it stays the same day in every time zone. */
function readDate(iso: string): Date {
  return new Date(iso.length === 10 ? `${iso}T00:00` : iso)
}
