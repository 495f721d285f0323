import { useEffect } from 'react'
import { lookAt } from '../api/live.ts'

/** After this time in the background a page no longer counts as open, in ms. */
const AWAY_MS = 60_000

/** Tells the server that this page shows a project while the component is mounted. */
export function useLooking(projectId: string) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const say = () => {
      clearTimeout(timer)
      if (document.hidden) timer = setTimeout(lookAt, AWAY_MS, null)
      else lookAt(projectId)
    }
    say()
    document.addEventListener('visibilitychange', say)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', say)
      lookAt(null)
    }
  }, [projectId])
}
