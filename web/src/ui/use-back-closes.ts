import { useEffect, useEffectEvent } from 'react'
import { goBack, isGoingBack, whenArrived, writeHistory } from './go-back.ts'

/** Open layers, the topmost last. An entry of another layer was left by a reload or by a layer that this one replaces. */
const open: string[] = []

const readState = () => (history.state ?? {}) as { layer?: string }

/**
 * Makes Back close a dialog instead of leaving the page: an open layer has a history entry, which is removed with it.
 * `onBack` may keep it open to ask about unsaved work; then Back asks again.
 */
export function useBackCloses(isOpen: boolean, onBack: () => void): void {
  const back = useEffectEvent(onBack)
  useEffect(() => {
    if (!isOpen) return
    const layer = crypto.randomUUID?.() ?? String(Math.random())
    const enter = () => {
      const state = readState()
      const isLeftBehind = !isGoingBack() && state.layer !== undefined && !open.includes(state.layer)
      writeHistory({ ...state, layer }, location.href, isLeftBehind)
    }
    enter()
    open.push(layer)
    let timer: ReturnType<typeof setTimeout> | undefined
    const left = () => {
      const { layer: now } = readState()
      // entry of this layer, or of a layer above it
      if (now !== undefined && open.indexOf(now) >= open.indexOf(layer)) return
      back()
      timer = setTimeout(enter)
    }
    addEventListener('popstate', left)
    return () => {
      removeEventListener('popstate', left)
      clearTimeout(timer)
      open.splice(open.indexOf(layer), 1)
      // later: the code that closed it may navigate, which takes over the entry
      setTimeout(() =>
        whenArrived(() => {
          if (readState().layer === layer) goBack()
        }),
      )
    }
  }, [isOpen])
}
