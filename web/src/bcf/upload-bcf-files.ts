import { type BcfImport, startBcfImport } from '@plumbline/contract/bcf/bcf'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../api/client.ts'
import { uploadFile } from '../api/upload.ts'
import { askBeforeLeaving } from '../base/ask-before-leaving.ts'

/** This tab's BCF uploads, one at a time for each project: they continue after the dialog is closed. */

interface BcfUpload {
  /** progress of the current file; null when no upload is running */
  sending: { name: string; percent: number; at: number; of: number } | null
  /** files that were rejected or failed to upload, with the reason */
  problems: { name: string; message: string }[]
  stop: () => void
}

/** by project */
const uploads = new Map<string, BcfUpload>()
/** the last upload of each project that has not ended */
const running = new Map<string, Promise<BcfImport[]>>()
const listeners = new Set<() => void>()

function setUpload(project_id: string, next: BcfUpload | null) {
  if (next) uploads.set(project_id, next)
  else uploads.delete(project_id)
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

async function sendFiles(
  project_id: string,
  files: File[],
  problems: BcfUpload['problems'],
): Promise<BcfImport[]> {
  const abort = new AbortController()
  const upload: BcfUpload = { sending: null, problems, stop: () => abort.abort() }
  const started: BcfImport[] = []
  for (const [index, file] of files.entries()) {
    const { name } = file
    const onPercent = (percent: number) =>
      setUpload(project_id, { ...upload, sending: { name, percent, at: index + 1, of: files.length } })
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
  setUpload(project_id, upload.problems.length > 0 ? upload : null)
  return started
}

/** Uploads files for import and returns the imports started. Rejected and failed files are listed with the reason. */
export async function uploadBcfFiles(
  project_id: string,
  files: File[],
  problems: BcfUpload['problems'] = [],
): Promise<BcfImport[]> {
  const before = running.get(project_id)
  const sent = before
    ? before.then(() =>
        sendFiles(project_id, files, [...(getBcfUpload(project_id)?.problems ?? []), ...problems]),
      )
    : sendFiles(project_id, files, problems)
  running.set(project_id, sent)
  // leaving aborts the upload
  const started = await sent.finally(askBeforeLeaving())
  if (running.get(project_id) === sent) running.delete(project_id)
  return started
}

export const getBcfUpload = (projectId: string): BcfUpload | null => uploads.get(projectId) ?? null

/** The running or failed uploads of a project; null if there are none. */
export const useBcfUpload = (projectId: string): BcfUpload | null =>
  useSyncExternalStore(subscribe, () => getBcfUpload(projectId))
