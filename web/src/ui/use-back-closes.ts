import { useEffect, useEffectEvent } from 'react'

/** Layers that are open now. An entry of another layer was left behind by a reload or by a layer that this one replaces. */
const open = new Set<string>()

const readState = () => (history.state ?? {}) as { layer?: string }

/**
 * Lets Back close a dialog instead of leaving the page: an open layer has a history entry of its own, which goes with it.
 * `onBack` may leave it open to ask about unsaved work; then Back asks again.
 */
export function useBackCloses(isOpen: boolean, onBack: () => void): void {
  const back = useEffectEvent(onBack)
  useEffect(() => {
    if (!isOpen) return
    const layer = crypto.randomUUID?.() ?? String(Math.random())
    const enter = () => {
      const state = readState()
      const isLeftBehind = state.layer !== undefined && !open.has(state.layer)
      history[isLeftBehind ? 'replaceState' : 'pushState']({ ...state, layer }, '')
    }
    enter()
    open.add(layer)
    let timer: ReturnType<typeof setTimeout> | undefined
    const left = () => {
      const { layer: now } = readState()
      if (now === layer || (now !== undefined && open.has(now))) return
      back()
      timer = setTimeout(enter)
    }
    addEventListener('popstate', left)
    return () => {
      removeEventListener('popstate', left)
      clearTimeout(timer)
      open.delete(layer)
      // later: what closed it may navigate, which takes over the entry
      setTimeout(() => {
        if (readState().layer === layer) history.back()
      })
    }
  }, [isOpen])
}
