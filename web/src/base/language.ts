import type { FileNotes } from '@plumbline/contract/bim/file-notes'
import type { ErrorCode } from '@plumbline/contract/errors'
import type { NotificationWords } from '@plumbline/contract/notifications/words'
import type { Sentence } from '@plumbline/contract/sentences'
import { type Locale, locales } from '@plumbline/contract/users/users'
import { createContext, use } from 'react'
import type { UiText } from '../ui/text.tsx'

/**
 * Every message of the application, by domain. What English has, each language must have. A domain adds its catalogue by
 * `declare module` beside its English texts.
 */
export interface Texts {
  /** what the server refuses with, by its code; in English the server's own sentence is shown (`api/errors.de.ts`) */
  errors: Record<ErrorCode | 'offline', string>
  /** what it says beyond that (`api/sentences.de.ts`) */
  sentences: Record<Sentence, string>
  /** what is wrong with a file, by its code (`contract/src/bim/file-notes.de.ts`) */
  fileNotes: FileNotes
  /** what each notification says, here as in mails and pushes */
  notificationWords: NotificationWords
  ui: UiText
}

/**
 * Texts are typed objects, one catalogue for a domain: English is bundled with its screens and is the type that every
 * other language must satisfy, so a missing message does not compile. A language other than English is one file,
 * loaded before anything is shown in it.
 */
export interface Language {
  locale: Locale
  /** null: English, which the screens bring themselves */
  texts: Texts | null
}

const COOKIE = 'plumbline_locale'

type Loaders = Partial<Record<Locale, () => Promise<{ default: Texts }>>>

let loaders: Loaders = {}
/** The languages other than English; the application provides them when it starts. */
export function provideLanguages(given: Loaders) {
  loaders = given
}

/** Names of the languages, each in itself. */
export const languageNames: Record<Locale, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
}

const isLocale = (value: string | undefined): value is Locale => locales.includes(value as Locale)

/** The language kept in this browser, else the first of the browser's own that there is, else English. */
export function preferredLocale(cookie: string, wished: readonly string[]): Locale {
  const kept = new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(cookie)?.[1]
  const known = [kept, ...wished.map((tag) => tag.split('-')[0]?.toLowerCase())]
  return known.find(isLocale) ?? 'en'
}

let current: Language = { locale: 'en', texts: null }
const listeners = new Set<() => void>()

/** For useSyncExternalStore, and for what formats outside of components. */
export const language = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  read: () => current,
}

async function show(locale: Locale) {
  // a language that cannot be fetched leaves the one on screen
  const texts = (await loaders[locale]?.())?.default ?? null
  current = { locale, texts }
  document.documentElement.lang = locale
  for (const listener of listeners) listener()
}

/** Before the first paint: the visitor's language. */
export const startLanguage = () =>
  show(preferredLocale(document.cookie, navigator.languages)).catch(() => undefined)

/** Shows another language, now and at the next visit. */
export async function setLocale(locale: Locale): Promise<void> {
  // biome-ignore lint/suspicious/noDocumentCookie: must be there before the first paint, so it is read synchronously
  document.cookie = `${COOKIE}=${locale}; path=/; max-age=31536000; samesite=lax`
  if (locale !== current.locale) await show(locale)
}

export const LanguageContext = createContext<Language>(current)

/** A hook that gives the texts of a domain in the person's language. */
export function catalogue<K extends keyof Texts>(domain: K, english: Texts[K]) {
  return function useText(): Texts[K] {
    return use(LanguageContext).texts?.[domain] ?? english
  }
}

/** Says a number of things in a language: `one` where its grammar has the singular, else `many`, the number in front. */
export function counter(locale: Locale) {
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  return (number: number, one: string, many: string): string =>
    `${numbers.format(number)} ${rules.select(number) === 'one' ? one : many}`
}
export const count = counter('en')
