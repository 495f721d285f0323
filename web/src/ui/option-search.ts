import { useEffect, useMemo, useRef, useState } from 'react'
import type { Option } from './Select.tsx'

/** debounce of the search in ms */
const pause_ms = 200

/** Searches options on a server; must abort with the signal. */
export type OptionSearch<V extends string> = (
  query: string,
  signal: AbortSignal,
) => Promise<readonly Option<V>[]>

/**
 * The options to show: the given ones, or the results for the typed text. Outdated answers are dropped, and until the answer
 * arrives only earlier options with the text in their labels stay: Enter picks the first one.
 */
export function useOptionSearch<V extends string>(
  given: readonly Option<V>[],
  search: OptionSearch<V> | undefined,
) {
  const [query, setQuery] = useState<string | null>(null)
  const [found, setFound] = useState<{ query: string; options: readonly Option<V>[] } | null>(null)
  const [state, setState] = useState<'idle' | 'waiting' | 'failed'>('idle')
  const ask = useRef(search)
  useEffect(() => {
    ask.current = search
  })
  const isSearched = search !== undefined
  useEffect(() => {
    if (query === null || !isSearched) return
    const controller = new AbortController()
    setState('waiting')
    const timer = setTimeout(async () => {
      try {
        const options = (await ask.current?.(query, controller.signal)) ?? []
        if (controller.signal.aborted) return
        setFound({ query, options })
        setState('idle')
      } catch {
        // the text stays, so that further typing retries
        if (!controller.signal.aborted) setState('failed')
      }
    }, pause_ms)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [query, isSearched])
  const latest = (isSearched && found?.options) || given
  const isOutdated = isSearched && query !== null && query !== found?.query
  const options = useMemo(
    () => (isOutdated ? latest.filter(({ label }) => hasText(label, query)) : latest),
    [isOutdated, latest, query],
  )
  /** For a list that opens without typed text: it starts with the given options. */
  const begin = () => {
    setQuery(null)
    setFound(null)
    setState('idle')
  }
  // a search that is not needed any more, because all options have loaded, never ends
  const shown = isSearched ? state : 'idle'
  return { options, setQuery, begin, waiting: shown === 'waiting', failed: shown === 'failed' }
}

const hasText = (label: string, text: string) =>
  label.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase())
