import { useEffect } from 'react'
import { lookAt } from '../api/live.ts'

/** A page behind others is no longer looked at after a while. */
const AWAY_MS = 60_000

/** Says that this page shows a project, for as long as the component is there. */
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
