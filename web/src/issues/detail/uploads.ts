import { addAttachment, maxAttachmentBytes, maxAttachments } from '@plumbline/contract/issue-attachments'
import type { Issue } from '@plumbline/contract/issues'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../../api/client.ts'
import { sendFile } from '../../api/upload.ts'

/** Files on their way to issues. They outlive the screen that added them, and what failed stays until it is dealt with. */
export interface FileUpload {
  /** of the attachment to come */
  id: string
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
const projects = new Map<string, string>()

/** Whoever leaves the page would lose what is on its way. */
const askToStay = (event: BeforeUnloadEvent) => event.preventDefault()

function change(next: readonly FileUpload[]) {
  uploads = next
  ofIssue = new Map()
  for (const upload of uploads)
    ofIssue.set(upload.issue_id, [...(ofIssue.get(upload.issue_id) ?? []), upload])
  for (const listener of listeners) listener()
  const unfinished = uploads.some(({ state }) => state === 'WAITING' || state === 'SENDING')
  if (unfinished) addEventListener('beforeunload', askToStay)
  else removeEventListener('beforeunload', askToStay)
}
const patch = (id: string, values: Partial<FileUpload>) =>
  change(uploads.map((upload) => (upload.id === id ? { ...upload, ...values } : upload)))

async function send(upload: FileUpload) {
  const params = { id: projects.get(upload.issue_id) ?? '', issueId: upload.issue_id }
  const name =
    upload.file.name
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(-255) || 'file'
  patch(upload.id, { state: 'SENDING', progress: 0, problem: null })
  try {
    await sendFile(addAttachment, { params, query: { id: upload.id, name }, file: upload.file }, (progress) =>
      patch(upload.id, { progress }),
    )
    // by now the issue has it
    forgetUpload(upload.id)
  } catch (error) {
    const refusal = error instanceof ApiError ? error : null
    const problem = refusal?.code === 'offline' ? ({ reason: 'offline' } as const) : (refusal?.message ?? '')
    patch(upload.id, { state: 'FAILED', problem })
  }
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
  projects.set(issue.id, projectId)
  const known = new Set(issue.attachments.map(({ id }) => id))
  const coming = uploads.filter(
    ({ id, issue_id, state }) => issue_id === issue.id && state !== 'FAILED' && !known.has(id),
  )
  let place = known.size + coming.length
  const added = files.map((file): FileUpload => {
    const problem = judge(file, place + 1)
    if (!problem) place++
    return {
      id: crypto.randomUUID(),
      issue_id: issue.id,
      file,
      state: problem ? 'FAILED' : 'WAITING',
      progress: 0,
      problem,
    }
  })
  change([...uploads, ...added])
  next()
  return added.map(({ id }) => id)
}

export function retryUpload(id: string) {
  patch(id, { state: 'WAITING', problem: null })
  next()
}

/** Takes it off the list; what has arrived stays with the issue. */
export function forgetUpload(id: string) {
  change(uploads.filter((upload) => upload.id !== id))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The files on their way to an issue. */
export function useUploads(issueId: string): readonly FileUpload[] {
  return useSyncExternalStore(subscribe, () => ofIssue.get(issueId) ?? none)
}
