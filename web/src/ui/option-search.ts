import { useEffect, useRef, useState } from 'react'
import type { Option } from './Select.tsx'

/** Typing pauses this long before the server is asked. */
const pause_ms = 200

/** Asks a server for options; must give up when the signal says so. */
export type OptionSearch<V extends string> = (
  query: string,
  signal: AbortSignal,
) => Promise<readonly Option<V>[]>

/** The options to show: the given ones, or what the server found for the words typed, the latest answer winning. */
export function useOptionSearch<V extends string>(
  given: readonly Option<V>[],
  search: OptionSearch<V> | undefined,
) {
  const [query, setQuery] = useState<string | null>(null)
  const [found, setFound] = useState<readonly Option<V>[] | null>(null)
  const [state, setState] = useState<'idle' | 'waiting' | 'failed'>('idle')
  const ask = useRef(search)
  useEffect(() => {
    ask.current = search
  })
  useEffect(() => {
    if (query === null || !ask.current) return
    const controller = new AbortController()
    setState('waiting')
    const timer = setTimeout(async () => {
      try {
        const options = (await ask.current?.(query, controller.signal)) ?? []
        if (controller.signal.aborted) return
        setFound(options)
        setState('idle')
      } catch {
        // the words stay, so typing on tries again
        if (!controller.signal.aborted) setState('failed')
      }
    }, pause_ms)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [query])
  return { options: found ?? given, setQuery, waiting: state === 'waiting', failed: state === 'failed' }
}
