import type { FileNotes } from '@plumbline/contract/bim/file-notes'
import type { ErrorCode } from '@plumbline/contract/errors'
import type { FieldNames } from '@plumbline/contract/issues/field-names'
import type { NotificationTexts } from '@plumbline/contract/notifications/words'
import type { ReasonCode } from '@plumbline/contract/reasons'
import type { Locale } from '@plumbline/contract/users/users'
import { createContext, use } from 'react'
import type { UiText } from '../ui/text.tsx'
import { choosePreferredLocale, LOCALE_COOKIE } from './preferred-locale.ts'

/**
 * All texts of the application by domain; every language must have all keys of English. A domain adds its catalogue by
 * `declare module` next to its English texts.
 */
export interface Texts {
  /** refusals by error code; English shows the server's own sentence (`api/errors.de.ts`) */
  errors: Record<ErrorCode | 'offline', string>
  /** reasons of refusals by code (`api/reasons.de.ts`); English shows the server's own sentence */
  reasons: Record<ReasonCode, string>
  /** problems of a file by code (`contract/src/bim/file-notes.de.ts`) */
  fileNotes: FileNotes
  /** the sentence of each notification, shared with mails and pushes */
  notificationWords: NotificationTexts
  /** names of an issue's fields, shared with spreadsheets and reports */
  issueFieldNames: FieldNames
  ui: UiText
}

/**
 * Texts are typed objects, one catalogue per domain. English is bundled with its components and is the type every other
 * language must satisfy, so a missing text does not compile. Each other language is one file, loaded before the first
 * paint.
 */
export interface Language {
  locale: Locale
  /** null: English, included in the components */
  texts: Texts | null
}

type Loaders = Partial<Record<Locale, () => Promise<{ default: Texts }>>>

let loaders: Loaders = {}
/** Registers the loaders of the languages other than English; called at start-up. */
export function registerLanguages(given: Loaders) {
  loaders = given
}

/** The name of each language in that language. */
export const languageNames: Record<Locale, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
}

let current: Language = { locale: 'en', texts: null }
const listeners = new Set<() => void>()

/** A store for useSyncExternalStore, also read by formatters outside components. */
export const language = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  read: () => current,
}

async function show(locale: Locale) {
  // when the file cannot be loaded, the current language stays
  const texts = (await loaders[locale]?.())?.default ?? null
  current = { locale, texts }
  document.documentElement.lang = locale
  for (const listener of listeners) listener()
}

/** Loads the visitor's language before the first paint. */
export const startLanguage = () =>
  show(choosePreferredLocale(document.cookie, navigator.languages)).catch(() => undefined)

/** Switches the language, now and for later visits. */
export async function setLocale(locale: Locale): Promise<void> {
  // biome-ignore lint/suspicious/noDocumentCookie: must be there before the first paint, so it is read synchronously
  document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=31536000; samesite=lax`
  if (locale !== current.locale) await show(locale)
}

export const LanguageContext = createContext<Language>(current)

/** Creates a hook that returns the texts of a domain in the current language. */
export function catalogue<K extends keyof Texts>(domain: K, english: Texts[K]) {
  return function useText(): Texts[K] {
    return use(LanguageContext).texts?.[domain] ?? english
  }
}

/**
 * Loads the browser's formats of numbers and dates, which takes a phone 60 ms the first time. Called while the first
 * answer of the server is awaited, so that the page does not wait for it.
 */
export function prepareFormats() {
  new Intl.DateTimeFormat(current.locale, { month: 'short' }).format(new Date())
  new Intl.NumberFormat(current.locale).format(1)
}

/** Creates a function that formats a count with the plural rules of a language: `1 model`, `2 models`. */
export function counter(locale: Locale) {
  let formats: { rules: Intl.PluralRules; numbers: Intl.NumberFormat } | undefined
  return (number: number, one: string, many: string): string => {
    formats ??= { rules: new Intl.PluralRules(locale), numbers: new Intl.NumberFormat(locale) }
    return `${formats.numbers.format(number)} ${formats.rules.select(number) === 'one' ? one : many}`
  }
}
export const count = counter('en')
