import { type BcfImport, startBcfImport } from '@plumbline/contract/bcf'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../api/client.ts'
import { sendFile } from '../api/upload.ts'

/** The BCF file on its way of this tab, one at a time: it outlives the dialog it was chosen in. */

interface Upload {
  project_id: string
  name: string
  percent: number
  /** why it did not get there */
  problem: string | null
  stop: () => void
}

let current: Upload | null = null
const listeners = new Set<() => void>()

function show(next: Upload | null) {
  current = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Leaving the page would lose what was sent so far. */
const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** Sends a file to be read; null when it was stopped, or refused for a reason that is then shown. */
export async function sendBcf(project_id: string, file: File): Promise<BcfImport | null> {
  const abort = new AbortController()
  const upload: Upload = {
    ...{ project_id, name: file.name, percent: 0, problem: null },
    stop: () => abort.abort(),
  }
  show(upload)
  addEventListener('beforeunload', ask)
  try {
    const input = { params: { id: project_id }, query: { name: file.name.slice(-255) }, file }
    const started = await sendFile(
      startBcfImport,
      input,
      (percent) => show({ ...upload, percent }),
      abort.signal,
    )
    show(null)
    return started
  } catch (error) {
    const problem = error instanceof ApiError ? error.message : String(error)
    show(abort.signal.aborted ? null : { ...upload, problem })
    return null
  } finally {
    removeEventListener('beforeunload', ask)
  }
}

/** What is on its way to a project, or did not get there. */
export function useUpload(projectId: string): Upload | null {
  const upload = useSyncExternalStore(subscribe, () => current)
  return upload?.project_id === projectId ? upload : null
}
