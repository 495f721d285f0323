import type { Locale } from '@plumbline/contract/users/users'

export const LOCALE_COOKIE = 'plumbline_locale'

/** written out, because the first script of the page reads it and the contract's code would make that several times as long */
const known: Record<Locale, true> = { en: true, de: true, fr: true, es: true }

const isLocale = (value: string | undefined): value is Locale =>
  value !== undefined && Object.hasOwn(known, value)

/** The language in the cookie, else the browser's first supported one, else English. */
export function choosePreferredLocale(cookie: string, browserLanguages: readonly string[]): Locale {
  const kept = new RegExp(`(?:^|; )${LOCALE_COOKIE}=(\\w+)`).exec(cookie)?.[1]
  const wished = [kept, ...browserLanguages.map((tag) => tag.split('-')[0]?.toLowerCase())]
  return wished.find(isLocale) ?? 'en'
}
