import type { Currency } from '@plumbline/contract/billing/plans'
import { language } from '../base/language.ts'

/** Minor units (cents) as a decimal string, so that Intl formats them without a binary fraction; every currency here has two decimals. */
const toDecimalString = (minor: number) => `${minor}E-2` as `${number}`

/** An amount in minor units in the person's language, such as `€1,234.50`. */
export function formatAmount(minor: number, currency: Currency): string {
  return new Intl.NumberFormat(language.read().locale, { style: 'currency', currency }).format(
    toDecimalString(minor),
  )
}

/** A price without cents when they are zero: `€15`. */
export function formatPrice(minor: number, currency: Currency): string {
  const style = { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const
  return new Intl.NumberFormat(language.read().locale, style).format(toDecimalString(minor))
}

export const formatNumber = (number: number) => new Intl.NumberFormat(language.read().locale).format(number)

export const formatPercent = (percent: number) =>
  new Intl.NumberFormat(language.read().locale, { style: 'percent', maximumFractionDigits: 2 }).format(
    percent / 100,
  )

/** Bytes in decimal units, as plans name them: `2 GB`, `1 TB`. */
export function formatStorage(bytes: number): string {
  const units = ['terabyte', 'gigabyte', 'megabyte'] as const
  const sizes = { terabyte: 1e12, gigabyte: 1e9, megabyte: 1e6 }
  const unit = units.find((name) => bytes >= sizes[name]) ?? 'megabyte'
  const style = { style: 'unit', unit, maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(language.read().locale, style).format(bytes / sizes[unit])
}

/** The code and name of a currency in the person's language: `EUR · Euro`. */
export function formatCurrency(code: Currency): string {
  const name = new Intl.DisplayNames([language.read().locale], { type: 'currency' }).of(code)
  return `${code} · ${name}`
}
