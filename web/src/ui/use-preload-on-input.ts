import { useEffect, useEffectEvent } from 'react'

const inputs = ['pointermove', 'touchstart', 'keydown'] as const

/**
 * Loads late parts of a page at the first sign of a person: showing the page does not wait for them, and a press finds
 * them ready.
 *
 *     usePreloadOnInput([LazyIssueDetail, LazyNewIssueDialog])
 */
export function usePreloadOnInput(parts: readonly { preload: () => void }[]) {
  const preload = useEffectEvent(() => {
    for (const part of parts) part.preload()
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const onInput = () => {
      controller.abort()
      preload()
    }
    for (const input of inputs) addEventListener(input, onInput, { passive: true, signal })
    return () => controller.abort()
  }, [])
}
