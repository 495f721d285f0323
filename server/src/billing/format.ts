import type { Currency } from '@plumbline/contract/billing/plans'
import type { Locale } from '@plumbline/contract/users/users'

/** Amounts and days in people's languages. */

/** Minor units are moved by two digits as text: no amount becomes a fraction. */
export const money = (locale: Locale, currency: Currency, amount: number): string =>
  plain(
    new Intl.NumberFormat(locale, { style: 'currency', currency }).format(
      `${amount}e-2` as Intl.StringNumericLiteral,
    ),
  )

export const day = (locale: Locale, at: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at))

export const percent = (locale: Locale, value: number): string =>
  plain(
    new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(
      `${value}e-2` as Intl.StringNumericLiteral,
    ),
  )

/** With spaces that can be searched for. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')
