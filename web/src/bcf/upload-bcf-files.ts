import { type BcfImport, startBcfImport } from '@plumbline/contract/bcf/bcf'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../api/client.ts'
import { uploadFile } from '../api/upload.ts'

/** This tab's BCF uploads, sent one after the other: they continue after the dialog is closed. */

interface BcfUpload {
  project_id: string
  /** progress of the current file; null when no upload is running */
  sending: { name: string; percent: number; at: number; of: number } | null
  /** files that were rejected or failed to upload, with the reason */
  problems: { name: string; message: string }[]
  stop: () => void
}

let current: BcfUpload | null = null
const listeners = new Set<() => void>()

function setCurrent(next: BcfUpload | null) {
  current = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Lets the browser ask before the page is left: leaving aborts the upload. */
const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

/** Uploads files for import and returns the imports started. Rejected and failed files are listed with the reason. */
export async function uploadBcfFiles(
  project_id: string,
  files: File[],
  problems: BcfUpload['problems'] = [],
): Promise<BcfImport[]> {
  const abort = new AbortController()
  const upload: BcfUpload = { project_id, sending: null, problems, stop: () => abort.abort() }
  const started: BcfImport[] = []
  addEventListener('beforeunload', askBeforeLeaving)
  for (const [index, file] of files.entries()) {
    const { name } = file
    const onPercent = (percent: number) =>
      setCurrent({ ...upload, sending: { name, percent, at: index + 1, of: files.length } })
    onPercent(0)
    const input = { params: { id: project_id }, query: { name: name.slice(-255) }, file }
    try {
      started.push(await uploadFile(startBcfImport, input, onPercent, { signal: abort.signal }))
    } catch (error) {
      if (abort.signal.aborted) break
      const message = error instanceof ApiError ? error.message : String(error)
      upload.problems = [...upload.problems, { name, message }]
    }
  }
  removeEventListener('beforeunload', askBeforeLeaving)
  setCurrent(upload.problems.length > 0 ? upload : null)
  return started
}

/** The running or failed uploads of a project; null if there are none. */
export function useBcfUpload(projectId: string): BcfUpload | null {
  const upload = useSyncExternalStore(subscribe, () => current)
  return upload?.project_id === projectId ? upload : null
}
