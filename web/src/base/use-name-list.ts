import { useAppText } from './text.ts'

interface Named {
  user: { first_name: string; last_name: string }
}

/** Formats up to three names as a list in the current language. */
export function useNameList(people: readonly Named[]): string {
  const { locale } = useAppText()
  const names = people.slice(0, 3).map(({ user }) => `${user.first_name} ${user.last_name}`)
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(names)
}
