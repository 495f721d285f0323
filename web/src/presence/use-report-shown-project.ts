import { useEffect } from 'react'
import { setShownProject } from '../api/live.ts'

/** After this time in the background a page no longer counts as open, in ms. */
const AWAY_MS = 60_000

/** Sends the server the project that this page shows while the component is mounted. */
export function useReportShownProject(projectId: string) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const say = () => {
      clearTimeout(timer)
      if (document.hidden) timer = setTimeout(setShownProject, AWAY_MS, null)
      else setShownProject(projectId)
    }
    say()
    document.addEventListener('visibilitychange', say)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', say)
      setShownProject(null)
    }
  }, [projectId])
}
