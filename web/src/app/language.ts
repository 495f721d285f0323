import type { Locale } from '@plumbline/contract/users'
import { createContext, use } from 'react'

/**
 * Texts are typed objects, one catalogue for a domain: English is bundled with its screens and is the type that every
 * other language must satisfy, so a missing message does not compile. Others are loaded when chosen.
 */
export const LocaleContext = createContext<Locale>('en')

type Loader<T> = () => Promise<{ default: T }>

/** A hook that gives the texts of a domain in the person's language; suspends while they load. */
export function catalogue<T extends object>(english: T, others: Partial<Record<Locale, Loader<T>>>) {
  const loading = new Map<Locale, Promise<T>>()
  return function useText(): T {
    const locale = use(LocaleContext)
    const load = others[locale]
    if (!load) return english
    let promise = loading.get(locale)
    if (!promise) {
      promise = load().then((module) => module.default)
      loading.set(locale, promise)
    }
    return use(promise)
  }
}

/** `one` for exactly one, else `many`, with the number in front. Languages with more forms write their own rule. */
export function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`
}
