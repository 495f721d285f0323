import { type MarkupShape, maxAttachmentBytes, maxAttachments } from '@plumbline/contract/issues/attachments'
import type { Issue } from '@plumbline/contract/issues/issues'
import { useMemo, useSyncExternalStore } from 'react'
import { keepOperations } from '../../api/keep-write.ts'
import { normaliseFileName } from '../../api/outbox/file-name.ts'
import type { NewOperation, Operation } from '../../api/outbox/operation.ts'
import { useWaiting, waiting } from '../../api/waiting.ts'
import { randomId } from '../../base/random-id.ts'
import { describeIssue, type IssueName } from '../describe-issue.ts'

/** The files of an issue that the server does not have yet: in the outbox, or rejected before. */
export interface AttachmentUpload {
  /** id of the future attachment: the server recognises retries by it */
  id: string
  issue_id: string
  file: File
  state: 'WAITING' | 'SENDING' | 'FAILED'
  /** percent, 0 to 100 */
  progress: number
  /** why it failed: the server's message or a client-side reason */
  problem: string | { reason: 'too_large' | 'too_many' | 'empty' | 'no_room' } | null
}

let rejected: readonly AttachmentUpload[] = []
const listeners = new Set<() => void>()

function setRejected(next: readonly AttachmentUpload[]) {
  rejected = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const isUploadOf = (issueId: string) => (operation: Operation) =>
  operation.kind === 'addAttachment' && operation.group === issueId

function validateFile(file: File, place: number): AttachmentUpload['problem'] {
  if (file.size === 0) return { reason: 'empty' }
  if (file.size > maxAttachmentBytes) return { reason: 'too_large' }
  return place > maxAttachments ? { reason: 'too_many' } : null
}

/** Marks a photo of finished work, which proves that an issue is fixed. */
export type Proof = { shows_fix?: 'true' }

/** The operation that uploads a file to an issue, under the id of the future attachment. */
export function buildUpload(
  projectId: string,
  issueId: string,
  file: File,
  label: string,
  proof: Proof = {},
) {
  const id = randomId()
  return {
    id,
    kind: 'addAttachment' as const,
    group: issueId,
    project_id: projectId,
    params: { id: projectId, issueId },
    query: { id, name: normaliseFileName(file.name), ...proof },
    file,
    label,
  } satisfies NewOperation
}

/** The markup drawn on a file before it is uploaded. */
type ShapesOf = (file: File) => readonly MarkupShape[]

/** version of a photo without markup */
const FIRST_VERSION = 1

/** The operations that upload a file and its markup. */
export function listUploadSteps(
  upload: ReturnType<typeof buildUpload>,
  shapes: readonly MarkupShape[],
): NewOperation[] {
  if (shapes.length === 0) return [upload]
  const { id: attachmentId, group, project_id, params, label } = upload
  return [
    upload,
    {
      kind: 'setMarkup',
      group,
      project_id,
      params: { ...params, attachmentId },
      body: { shapes, version: FIRST_VERSION },
      label,
    },
  ]
}

/** Stores files on the device, from where they are sent, and returns their ids. Invalid files are listed with the reason. */
export function uploadAttachments(
  projectId: string,
  issue: IssueName & Pick<Issue, 'attachments'>,
  files: readonly File[],
  { proof = {}, shapesOf = () => [] }: { proof?: Proof; shapesOf?: ShapesOf } = {},
): string[] {
  const known = new Set(issue.attachments.map(({ id }) => id))
  const coming = waiting.read().operations.filter(isUploadOf(issue.id))
  let place = known.size + coming.filter(({ id, state }) => state !== 'FAILED' && !known.has(id)).length
  const reject = (id: string, file: File, problem: AttachmentUpload['problem']) =>
    setRejected([...rejected, { id, issue_id: issue.id, file, state: 'FAILED', progress: 0, problem }])
  const uploads = files.map((file) => {
    const problem = validateFile(file, place + 1)
    const upload = buildUpload(projectId, issue.id, file, describeIssue(issue), proof)
    if (problem) reject(upload.id, file, problem)
    else place++
    return { ...upload, isValid: !problem }
  })
  for (const { isValid, ...upload } of uploads) {
    const steps = listUploadSteps(upload, shapesOf(upload.file))
    const store = () =>
      void keepOperations(steps).catch(() => {
        retries.set(upload.id, store)
        reject(upload.id, upload.file, { reason: 'no_room' })
      })
    if (isValid) store()
  }
  return uploads.map(({ id }) => id)
}

/** By id of a file that did not fit on the device: stores it again, with its markup. */
const retries = new Map<string, () => void>()

export function removeRejectedFile(id: string) {
  retries.delete(id)
  setRejected(rejected.filter((each) => each.id !== id))
}

/** Stores a file again for which the device had no room: it may be nowhere else. */
export function retryRejectedFile(id: string) {
  const store = retries.get(id)
  removeRejectedFile(id)
  store?.()
}

/** The waiting, running and failed uploads of an issue. */
export function useAttachmentUploads(issueId: string): readonly AttachmentUpload[] {
  const { operations, sending, progress } = useWaiting()
  const refused = useSyncExternalStore(subscribe, () => rejected)
  return useMemo(() => {
    const queued = operations.filter(isUploadOf(issueId)).map((operation): AttachmentUpload => {
      const { id, file, query, state, problem } = operation
      return {
        id,
        issue_id: issueId,
        file: file instanceof File ? file : new File(file ? [file] : [], query?.name ?? ''),
        state: state === 'FAILED' ? 'FAILED' : id === sending ? 'SENDING' : 'WAITING',
        progress: id === sending ? progress : 0,
        problem: problem?.message ?? null,
      }
    })
    return [...refused.filter(({ issue_id }) => issue_id === issueId), ...queued]
  }, [operations, sending, progress, refused, issueId])
}
