import { addAttachment, maxAttachmentBytes, maxAttachments } from '@plumbline/contract/issues/attachments'
import type { Issue } from '@plumbline/contract/issues/issues'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../../api/client.ts'
import { openDeviceStore } from '../../api/device-store.ts'
import { currentUserId } from '../../api/session.ts'
import { uploadFile } from '../../api/upload.ts'
import { randomId } from '../../base/random-id.ts'

/**
 * Upload queue of issue attachments. Uploads survive navigation and reloads: each file is stored on the device until the
 * server has it. Network failures are retried automatically; files that the server rejects wait for the user.
 */
export interface AttachmentUpload {
  /** id of the future attachment: the server deduplicates retries by it */
  id: string
  user_id: string
  project_id: string
  issue_id: string
  file: File
  state: 'WAITING' | 'SENDING' | 'FAILED'
  /** percent, 0 to 100 */
  progress: number
  /** why it failed: the server's message or a client-side reason */
  problem: string | { reason: 'too_large' | 'too_many' | 'empty' | 'offline' } | null
}

/** parallel uploads; more would only share the bandwidth */
const PARALLEL_UPLOADS = 2

let uploads: readonly AttachmentUpload[] = []
let uploadsByIssue = new Map<string, readonly AttachmentUpload[]>()
const none: readonly AttachmentUpload[] = []
const listeners = new Set<() => void>()
const store = openDeviceStore<AttachmentUpload>('plumbline.uploads')
/** ids of uploads not stored on the device: storage is unavailable or full */
const notOnDevice = new Set<string>()
const RETRY_MS = 5000
let timer: ReturnType<typeof setTimeout> | undefined

/** Lets the browser ask before the page is left: uploads not stored on the device would be lost. */
const askToStay = (event: BeforeUnloadEvent) => event.preventDefault()

async function storeOnDevice(upload: AttachmentUpload) {
  notOnDevice.add(upload.id)
  await store.put(upload).then(
    () => notOnDevice.delete(upload.id),
    () => undefined,
  )
  // it may have been uploaded or discarded while it was being stored
  if (!uploads.some(({ id }) => id === upload.id)) return discardAttachmentUpload(upload.id)
  setUploads(uploads)
}

function setUploads(next: readonly AttachmentUpload[]) {
  uploads = next
  uploadsByIssue = new Map()
  for (const upload of uploads)
    uploadsByIssue.set(upload.issue_id, [...(uploadsByIssue.get(upload.issue_id) ?? []), upload])
  for (const listener of listeners) listener()
  const unfinished = uploads.some(({ id, state }) => state !== 'FAILED' && notOnDevice.has(id))
  if (unfinished) addEventListener('beforeunload', askToStay)
  else removeEventListener('beforeunload', askToStay)
}
const updateUpload = (id: string, values: Partial<AttachmentUpload>) =>
  setUploads(uploads.map((upload) => (upload.id === id ? { ...upload, ...values } : upload)))

async function sendAttachment(upload: AttachmentUpload) {
  const params = { id: upload.project_id, issueId: upload.issue_id }
  const name =
    upload.file.name
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(-255) || 'file'
  updateUpload(upload.id, { state: 'SENDING', progress: 0, problem: null })
  try {
    await uploadFile(
      addAttachment,
      { params, query: { id: upload.id, name }, file: upload.file },
      (progress) => updateUpload(upload.id, { progress }),
    )
    // the attachment now belongs to the issue
    discardAttachmentUpload(upload.id)
  } catch (error) {
    const refusal = error instanceof ApiError ? error : null
    // no response, signed out, rate-limited or a server error: not caused by the file, so it is worth a retry
    const isTransient = !refusal || [0, 401, 429].includes(refusal.status) || refusal.status >= 500
    const problem = isTransient ? ({ reason: 'offline' } as const) : refusal.message
    updateUpload(upload.id, { state: 'FAILED', problem })
    if (isTransient) retryLater()
  }
  startQueued()
}

const isTransientFailure = ({ state, problem }: AttachmentUpload) =>
  state === 'FAILED' && typeof problem === 'object' && problem?.reason === 'offline'

function retryTransientFailures() {
  const owner = currentUserId()
  for (const upload of uploads)
    if (isTransientFailure(upload) && upload.user_id === owner) retryAttachmentUpload(upload.id)
}

function retryLater() {
  clearTimeout(timer)
  timer = setTimeout(retryTransientFailures, RETRY_MS)
}

/** Resumes the uploads that this person left on the device. */
export async function resumeAttachmentUploads(userId: string): Promise<void> {
  const known = new Set(uploads.map(({ id }) => id))
  const kept = await store.all().catch(() => [])
  const resumed = kept
    .filter(({ id, user_id }) => user_id === userId && !known.has(id))
    .map((upload): AttachmentUpload => ({ ...upload, state: 'WAITING', progress: 0, problem: null }))
  if (resumed.length === 0) return
  setUploads([...resumed, ...uploads])
  startQueued()
}

function startQueued() {
  const running = uploads.filter(({ state }) => state === 'SENDING').length
  const waiting = uploads.filter(({ state }) => state === 'WAITING')
  for (const upload of waiting.slice(0, PARALLEL_UPLOADS - running)) void sendAttachment(upload)
}

function validateFile(file: File, place: number): AttachmentUpload['problem'] {
  if (file.size === 0) return { reason: 'empty' }
  if (file.size > maxAttachmentBytes) return { reason: 'too_large' }
  return place > maxAttachments ? { reason: 'too_many' } : null
}

/** Queues files for upload to an issue and returns their ids. Invalid files are listed as failed with the reason. */
export function uploadAttachments(
  projectId: string,
  issue: Pick<Issue, 'id' | 'attachments'>,
  files: readonly File[],
): string[] {
  const known = new Set(issue.attachments.map(({ id }) => id))
  const coming = uploads.filter(
    ({ id, issue_id, state }) => issue_id === issue.id && state !== 'FAILED' && !known.has(id),
  )
  let place = known.size + coming.length
  const added = files.map((file): AttachmentUpload => {
    const problem = validateFile(file, place + 1)
    if (!problem) place++
    return {
      id: randomId(),
      user_id: currentUserId() ?? '',
      project_id: projectId,
      issue_id: issue.id,
      file,
      state: problem ? 'FAILED' : 'WAITING',
      progress: 0,
      problem,
    }
  })
  setUploads([...uploads, ...added])
  for (const upload of added) if (upload.state === 'WAITING') void storeOnDevice(upload)
  startQueued()
  return added.map(({ id }) => id)
}

export function retryAttachmentUpload(id: string) {
  updateUpload(id, { state: 'WAITING', problem: null })
  startQueued()
}

/** Removes an upload from the queue and from the device; a finished attachment stays. */
export function discardAttachmentUpload(id: string) {
  notOnDevice.delete(id)
  void store.remove(id).catch(() => undefined)
  setUploads(uploads.filter((upload) => upload.id !== id))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

addEventListener('online', retryTransientFailures)

/** The running and failed uploads of an issue. */
export function useAttachmentUploads(issueId: string): readonly AttachmentUpload[] {
  return useSyncExternalStore(subscribe, () => uploadsByIssue.get(issueId) ?? none)
}
