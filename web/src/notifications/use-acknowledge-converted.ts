import type { Header } from '@plumbline/contract/bim/bim'
import { useEffect, useRef } from 'react'
import { acknowledgeSeen } from './acknowledge-seen.ts'

const isDone = ({ latest }: Header) => latest?.state === 'COMPLETED' || latest?.state === 'FAILED'

/** Acknowledges notifications about files that finish or fail converting while the file list is on screen. */
export function useAcknowledgeConverted(projectId: string, headers: readonly Header[] | undefined) {
  const before = useRef<{ projectId: string; done: ReadonlySet<string> }>(undefined)
  useEffect(() => {
    if (!headers) return
    const known = before.current?.projectId === projectId ? before.current.done : null
    const done = headers.filter(isDone)
    before.current = { projectId, done: new Set(done.map(({ latest }) => latest?.id ?? '')) }
    const seen = known ? done.filter(({ latest }) => !known.has(latest?.id ?? '')) : []
    if (seen.length > 0 && !document.hidden)
      void acknowledgeSeen({ project_id: projectId, bim_file_header_ids: seen.map(({ id }) => id) })
  }, [projectId, headers])
}
