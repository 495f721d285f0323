import type { Currency } from '@plumbline/contract/billing/plans'
import type { Locale } from '@plumbline/contract/users/users'

/** Formats amounts, days and percentages of invoices in the reader's language. */

/** Shifts minor units by two digits as text, so that no amount becomes an inexact fraction. */
export const formatInvoiceAmount = (locale: Locale, currency: Currency, amount: number): string =>
  replaceNarrowSpaces(
    new Intl.NumberFormat(locale, { style: 'currency', currency }).format(
      `${amount}e-2` as Intl.StringNumericLiteral,
    ),
  )

export const formatLongDate = (locale: Locale, at: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at))

export const formatInvoicePercent = (locale: Locale, value: number): string =>
  replaceNarrowSpaces(
    new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(
      `${value}e-2` as Intl.StringNumericLiteral,
    ),
  )

/** Replaces no-break spaces, so that a text search in the PDF finds the amount. */
const replaceNarrowSpaces = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')
