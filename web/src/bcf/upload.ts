import { type BcfImport, startBcfImport } from '@plumbline/contract/bcf/bcf'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../api/client.ts'
import { uploadFile } from '../api/upload.ts'

/** The BCF files on their way of this tab, one after the other: they outlive the dialog they were chosen in. */

interface Upload {
  project_id: string
  /** of the file that is being sent; null once nothing is */
  sending: { name: string; percent: number; at: number; of: number } | null
  /** which did not get there, and why */
  problems: { name: string; message: string }[]
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

/** Sends files to be read; answers with those that got there. What was refused, before or there, is shown with its reason. */
export async function sendBcf(
  project_id: string,
  files: File[],
  problems: Upload['problems'] = [],
): Promise<BcfImport[]> {
  const abort = new AbortController()
  const upload: Upload = { project_id, sending: null, problems, stop: () => abort.abort() }
  const started: BcfImport[] = []
  addEventListener('beforeunload', ask)
  for (const [index, file] of files.entries()) {
    const { name } = file
    const onPercent = (percent: number) =>
      show({ ...upload, sending: { name, percent, at: index + 1, of: files.length } })
    onPercent(0)
    const input = { params: { id: project_id }, query: { name: name.slice(-255) }, file }
    try {
      started.push(await uploadFile(startBcfImport, input, onPercent, abort.signal))
    } catch (error) {
      if (abort.signal.aborted) break
      const message = error instanceof ApiError ? error.message : String(error)
      upload.problems = [...upload.problems, { name, message }]
    }
  }
  removeEventListener('beforeunload', ask)
  show(upload.problems.length > 0 ? upload : null)
  return started
}

/** What is on its way to a project, or did not get there. */
export function useUpload(projectId: string): Upload | null {
  const upload = useSyncExternalStore(subscribe, () => current)
  return upload?.project_id === projectId ? upload : null
}
