import { type ComponentType, useEffect, useState } from 'react'
import { whenToasted } from './toast.ts'

/**
 * Where toasts appear: at the bottom end, on top on phones, at most three. Once, at the root of the application.
 * What draws them (8 kB) is loaded at the first press of a key or button, so the sign-in page does not wait for it and
 * a message about a lost connection does not need one.
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
        // the toasts wait; the next one, or the next press, tries again
        loading = false
      }
    }
    addEventListener('pointerdown', load)
    addEventListener('keydown', load)
    const forget = whenToasted(load)
    return () => {
      removeEventListener('pointerdown', load)
      removeEventListener('keydown', load)
      forget()
    }
  }, [])
  return Stack && <Stack />
}
