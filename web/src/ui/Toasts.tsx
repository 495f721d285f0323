import { type ComponentType, useEffect, useState } from 'react'
import { onToastQueued } from './toast.ts'

/**
 * The place where toasts appear, at most three: bottom end, on phones below the top bar. Rendered once at the root. The renderer
 * (8 kB) is loaded on the first key or button press: the sign-in page does not wait for it, and a toast about a lost
 * connection does not need the network.
 *
 *     <Toasts />
 */
export function Toasts() {
  const [Stack, setStack] = useState<ComponentType | null>(null)
  useEffect(() => {
    let loading = false
    async function load() {
      if (loading) return
      loading = true
      try {
        const { ToastStack } = await import('./ToastStack.tsx')
        setStack(() => ToastStack)
      } catch {
        // loading failed: toasts stay queued, and the next toast or press retries
        loading = false
      }
    }
    addEventListener('pointerdown', load)
    addEventListener('keydown', load)
    const forget = onToastQueued(load)
    return () => {
      removeEventListener('pointerdown', load)
      removeEventListener('keydown', load)
      forget()
    }
  }, [])
  return Stack && <Stack />
}
