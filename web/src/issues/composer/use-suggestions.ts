import { useEffect, useState } from 'react'
import {
  findMatchingPeople,
  findMentionQuery,
  type Mentionable,
  type MentionQuery,
  replaceQuery,
} from './mentions.ts'

/** debounce of the issue search */
const DEBOUNCE_MS = 150

export interface MentionedIssue {
  number: number
  name: string
}
export interface Suggestion {
  key: string
  /** text that replaces the query */
  inserted: string
  title: string
  person?: Mentionable
}
export type FindIssues = (words: string, signal: AbortSignal) => Promise<readonly MentionedIssue[]>

function useIssueSuggestions(
  query: MentionQuery | null,
  find: FindIssues | undefined,
): readonly MentionedIssue[] {
  const words = query?.sign === '#' ? query.words : null
  const [found, setFound] = useState<readonly MentionedIssue[]>([])
  useEffect(() => {
    if (words === null || !find) return setFound([])
    const abort = new AbortController()
    const timer = setTimeout(
      () =>
        void find(words, abort.signal).then(
          (issues) => !abort.signal.aborted && setFound(issues),
          () => undefined,
        ),
      DEBOUNCE_MS,
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [words, find])
  return words === null ? [] : found
}

/** Suggestions for the `@` or `#` query before the caret, with the active item and keyboard navigation. */
export function useSuggestions(options: {
  people: readonly Mentionable[]
  findIssues?: FindIssues
  text: string
  caret: number
}) {
  const { text, caret } = options
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const [at, setAt] = useState(0)
  const typed = findMentionQuery(text, caret)
  const query = typed?.start === closedAt ? null : typed
  const issues = useIssueSuggestions(query, options.findIssues)
  const people = query?.sign === '@' ? findMatchingPeople(options.people, query.words) : []
  const items: Suggestion[] = [
    ...people.map((person) => ({
      key: person.id,
      inserted: `@${person.label}`,
      title: person.label,
      person,
    })),
    ...issues.map(({ number, name }) => ({
      key: String(number),
      inserted: `#${number}`,
      title: `#${number} ${name}`,
    })),
  ]
  const active = Math.min(at, items.length - 1)
  return {
    sign: query?.sign,
    items,
    active,
    move: (by: number) => setAt((active + by + items.length) % items.length),
    close: () => setClosedAt(query?.start ?? null),
    choose: (item: Suggestion) => {
      setAt(0)
      return query && replaceQuery(text, caret, query, item.inserted)
    },
  }
}
