import { addAttachment, maxAttachmentBytes, maxAttachments } from '@plumbline/contract/issues/attachments'
import type { Issue } from '@plumbline/contract/issues/issues'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../../api/client.ts'
import { openDeviceStore } from '../../api/device-store.ts'
import { currentUserId } from '../../api/session.ts'
import { uploadFile } from '../../api/upload.ts'
import { randomId } from '../../base/random-id.ts'

/**
 * Files on their way to issues. They outlive the screen that added them and a reload: each is kept on the device until the
 * server has it. What the network kept back is sent again by itself; what the server refused waits for its sender.
 */
export interface FileUpload {
  /** of the attachment to come: sent twice it is one */
  id: string
  user_id: string
  project_id: string
  issue_id: string
  file: File
  state: 'WAITING' | 'SENDING' | 'FAILED'
  /** 0 to 100 */
  progress: number
  /** why it failed: the server's words, or one of ours */
  problem: string | { reason: 'too_large' | 'too_many' | 'empty' | 'offline' } | null
}

/** sent side by side; more would only share the line */
const AT_ONCE = 2

let uploads: readonly FileUpload[] = []
let ofIssue = new Map<string, readonly FileUpload[]>()
const none: readonly FileUpload[] = []
const listeners = new Set<() => void>()
const store = openDeviceStore<FileUpload>('plumbline.uploads')
/** not on the device: its browser keeps nothing, or is full */
const unkept = new Set<string>()
const RETRY_MS = 5000
let timer: ReturnType<typeof setTimeout> | undefined

/** Whoever leaves the page would lose what the device did not keep. */
const askToStay = (event: BeforeUnloadEvent) => event.preventDefault()

async function keep(upload: FileUpload) {
  unkept.add(upload.id)
  await store.put(upload).then(
    () => unkept.delete(upload.id),
    () => undefined,
  )
  // it may have arrived, or been discarded, before the device had it
  if (!uploads.some(({ id }) => id === upload.id)) return forgetUpload(upload.id)
  change(uploads)
}

function change(next: readonly FileUpload[]) {
  uploads = next
  ofIssue = new Map()
  for (const upload of uploads)
    ofIssue.set(upload.issue_id, [...(ofIssue.get(upload.issue_id) ?? []), upload])
  for (const listener of listeners) listener()
  const unfinished = uploads.some(({ id, state }) => state !== 'FAILED' && unkept.has(id))
  if (unfinished) addEventListener('beforeunload', askToStay)
  else removeEventListener('beforeunload', askToStay)
}
const patch = (id: string, values: Partial<FileUpload>) =>
  change(uploads.map((upload) => (upload.id === id ? { ...upload, ...values } : upload)))

async function send(upload: FileUpload) {
  const params = { id: upload.project_id, issueId: upload.issue_id }
  const name =
    upload.file.name
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(-255) || 'file'
  patch(upload.id, { state: 'SENDING', progress: 0, problem: null })
  try {
    await uploadFile(
      addAttachment,
      { params, query: { id: upload.id, name }, file: upload.file },
      (progress) => patch(upload.id, { progress }),
    )
    // by now the issue has it
    forgetUpload(upload.id)
  } catch (error) {
    const refusal = error instanceof ApiError ? error : null
    // no answer, nobody signed in, too fast, or a server in trouble: none of it is about the file
    const isPassing = !refusal || [0, 401, 429].includes(refusal.status) || refusal.status >= 500
    const problem = isPassing ? ({ reason: 'offline' } as const) : refusal.message
    patch(upload.id, { state: 'FAILED', problem })
    if (isPassing) retryLater()
  }
  next()
}

const isPassing = ({ state, problem }: FileUpload) =>
  state === 'FAILED' && typeof problem === 'object' && problem?.reason === 'offline'

function retryPassing() {
  const owner = currentUserId()
  for (const upload of uploads) if (isPassing(upload) && upload.user_id === owner) retryUpload(upload.id)
}

function retryLater() {
  clearTimeout(timer)
  timer = setTimeout(retryPassing, RETRY_MS)
}

/** Takes up the files that this person left on the device, once for each page. */
export async function restoreUploads(userId: string): Promise<void> {
  const known = new Set(uploads.map(({ id }) => id))
  const kept = await store.all().catch(() => [])
  const back = kept
    .filter(({ id, user_id }) => user_id === userId && !known.has(id))
    .map((upload): FileUpload => ({ ...upload, state: 'WAITING', progress: 0, problem: null }))
  if (back.length === 0) return
  change([...back, ...uploads])
  next()
}

function next() {
  const running = uploads.filter(({ state }) => state === 'SENDING').length
  const waiting = uploads.filter(({ state }) => state === 'WAITING')
  for (const upload of waiting.slice(0, AT_ONCE - running)) void send(upload)
}

function judge(file: File, place: number): FileUpload['problem'] {
  if (file.size === 0) return { reason: 'empty' }
  if (file.size > maxAttachmentBytes) return { reason: 'too_large' }
  return place > maxAttachments ? { reason: 'too_many' } : null
}

/** Begins to send files to an issue; answers their ids. What cannot go is kept with its reason. */
export function addFiles(
  projectId: string,
  issue: Pick<Issue, 'id' | 'attachments'>,
  files: readonly File[],
): string[] {
  const known = new Set(issue.attachments.map(({ id }) => id))
  const coming = uploads.filter(
    ({ id, issue_id, state }) => issue_id === issue.id && state !== 'FAILED' && !known.has(id),
  )
  let place = known.size + coming.length
  const added = files.map((file): FileUpload => {
    const problem = judge(file, place + 1)
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
  change([...uploads, ...added])
  for (const upload of added) if (upload.state === 'WAITING') void keep(upload)
  next()
  return added.map(({ id }) => id)
}

export function retryUpload(id: string) {
  patch(id, { state: 'WAITING', problem: null })
  next()
}

/** Takes it off the list; what has arrived stays with the issue. */
export function forgetUpload(id: string) {
  unkept.delete(id)
  void store.remove(id).catch(() => undefined)
  change(uploads.filter((upload) => upload.id !== id))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

addEventListener('online', retryPassing)

/** The files on their way to an issue. */
export function useUploads(issueId: string): readonly FileUpload[] {
  return useSyncExternalStore(subscribe, () => ofIssue.get(issueId) ?? none)
}
