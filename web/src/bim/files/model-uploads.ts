import {
  createHeader,
  createVariant,
  deleteHeader,
  deleteVariant,
  listVariants,
  type Variant,
} from '@plumbline/contract/bim/bim'
import type { CallOf } from '@plumbline/contract/http'
import { useSyncExternalStore } from 'react'
import { DetailedError, Upload as Tus } from 'tus-js-client'
import { isMaintenanceRefusal, waitUntilMaintenanceEnds } from '../../api/after-maintenance.ts'
import { ApiError, buildCallHeaders, call, createOfflineError, isUnreachable } from '../../api/client.ts'
import { markStale } from '../../api/query.ts'
import { checkReach } from '../../api/reach.ts'
import { convertTusError, isAlreadyComplete, isTransientTusError } from '../../api/tus-errors.ts'
import { parseTusRefusal } from '../../api/tus-refusal.ts'
import { waitUntilReached } from '../../api/wait-until-reached.ts'
import { askBeforeLeaving } from '../../base/ask-before-leaving.ts'
import { randomId } from '../../base/random-id.ts'
import { hashFile } from './hash-file.ts'

/**
 * Resumable uploads of files (tus). They continue across navigation, wait for a lost connection and resume at the server's
 * offset. After a closed tab the version stays UPLOADING with its checksum, so that the same file can be resumed from any
 * browser.
 */
export interface ModelUpload {
  id: string
  project_id: string
  header_id: string | null
  variant_id: string | null
  file_name: string
  total_bytes: number
  /** progress of the checksum, then of the upload */
  done_bytes: number
  state: 'queued' | 'checking' | 'sending' | 'waiting' | 'paused' | 'failed'
  /** the server's message if it rejected the upload; `other_file`: resumed with a different file */
  problem: string | null
  other_file?: boolean
  /** waits because the server is under maintenance */
  is_refused?: boolean
}

type NewFileBody = CallOf<typeof createHeader>['body']
/** a new version of a file, the first version of a new file, or an unfinished upload to resume */
export type UploadTarget = { header_id: string } | { create: NewFileBody } | { go_on: Variant }

interface RunningUpload {
  tus: Tus | null
  abort: AbortController
  /** the file was created for this upload and is deleted with it */
  made_header: boolean
}

let uploads: readonly ModelUpload[] = []
const listeners = new Set<() => void>()
const running = new Map<string, RunningUpload>()
const RETRY_MS = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000, 60_000, 60_000, 60_000]
const CHUNK_BYTES = 8 * 1024 * 1024
/** a connection without progress for this long is given up, longer than any pause between attempts */
const STALLED_MS = 90_000
/** failures for want of a connection while the server is reached, such as behind a proxy that refuses large requests */
const MAX_FAILURES_WHILE_REACHED = 5
/** parallel uploads; further ones are queued */
const PARALLEL_UPLOADS = 2

function setUploads(next: readonly ModelUpload[]) {
  uploads = next
  for (const listener of listeners) listener()
}
const updateUpload = (id: string, values: Partial<ModelUpload>) =>
  setUploads(uploads.map((upload) => (upload.id === id ? { ...upload, ...values } : upload)))
const removeUpload = (id: string) => setUploads(uploads.filter((upload) => upload.id !== id))
const findUpload = (id: string) => uploads.find((upload) => upload.id === id)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The running and failed uploads of a project. */
export function useModelUploads(projectId: string): readonly ModelUpload[] {
  return useSyncExternalStore(subscribe, () => uploads).filter((upload) => upload.project_id === projectId)
}

function errorMessage(error: Error): string | null {
  const refusal = parseTusRefusal(error)
  return refusal && new ApiError(400, refusal).message
}

function sendBytes(id: string, file: File, variantId: string, goOn: boolean) {
  const upload_id = `variant_${variantId}`
  let stalled: ReturnType<typeof setTimeout> | undefined
  return new Promise<void>((resolve, reject) => {
    const watch = () => {
      clearTimeout(stalled)
      stalled = setTimeout(() => {
        if (findUpload(id)?.state === 'paused') return watch()
        void tus.abort()
        reject(createOfflineError())
      }, STALLED_MS)
    }
    const tus = new Tus(file, {
      endpoint: '/api/upload',
      // resumes at the server's offset; without it the upload would start over
      ...(goOn ? { uploadUrl: `/api/upload/${upload_id}` } : {}),
      metadata: { upload_id },
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_MS,
      storeFingerprintForResuming: false,
      onBeforeRequest: (request) => {
        for (const [header, text] of Object.entries(buildCallHeaders('POST'))) request.setHeader(header, text)
      },
      onProgress: (done_bytes) => {
        watch()
        if (findUpload(id)?.state !== 'paused') updateUpload(id, { done_bytes, state: 'sending' })
      },
      onShouldRetry: (error) => {
        watch()
        const again = isTransientTusError(error) && !isMaintenanceRefusal(error)
        if (again && findUpload(id)?.state !== 'paused') updateUpload(id, { state: 'waiting' })
        return again
      },
      onSuccess: () => resolve(),
      onError: (error) => (isAlreadyComplete(error) ? resolve() : reject(error)),
    })
    const own = running.get(id)
    own?.abort.signal.addEventListener('abort', () => reject(own.abort.signal.reason), { once: true })
    if (own) own.tus = tus
    watch()
    if (findUpload(id)?.state !== 'paused') tus.start()
  }).finally(() => clearTimeout(stalled))
}

/** Waits until the person resumes a paused upload. */
async function waitUntilResumed(id: string, signal: AbortSignal) {
  while (findUpload(id)?.state === 'paused') {
    const { promise, resolve } = Promise.withResolvers<void>()
    listeners.add(resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
    await promise.finally(() => listeners.delete(resolve))
    signal.throwIfAborted()
  }
}

/** Whether a step failed for want of a connection to the server. */
const isLost = (error: unknown) =>
  isUnreachable(error instanceof DetailedError ? convertTusError(error) : error)

/**
 * Runs a step of an upload. While the server cannot be reached, or refuses it because of maintenance, the upload waits and
 * then continues.
 */
async function untilServed<T>(
  id: string,
  signal: AbortSignal,
  step: (attempt: number) => Promise<T>,
): Promise<T> {
  let failures = 0
  for (let attempt = 0; ; attempt++) {
    try {
      return await step(attempt)
    } catch (error) {
      const is_refused = isMaintenanceRefusal(error)
      if (signal.aborted || !(is_refused || isLost(error))) throw error
      const own = running.get(id)
      if (own) own.tus = null
      if (findUpload(id)?.state !== 'paused') updateUpload(id, { state: 'waiting', is_refused })
      if (!is_refused && (await checkReach()) === 'REACHED' && ++failures >= MAX_FAILURES_WHILE_REACHED)
        throw error
      await (is_refused ? waitUntilMaintenanceEnds : waitUntilReached)(signal)
      await waitUntilResumed(id, signal)
      updateUpload(id, { state: 'sending', is_refused: false })
    }
  }
}

/** Waits until fewer than PARALLEL_UPLOADS uploads are being read or sent. */
async function waitForTurn(id: string, signal: AbortSignal) {
  const isNext = () => {
    const busy = uploads.filter((upload) => ['checking', 'sending', 'waiting'].includes(upload.state))
    const first = uploads.find((upload) => upload.state === 'queued')
    return busy.length < PARALLEL_UPLOADS && first?.id === id
  }
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      listeners.delete(look)
      reject(signal.reason)
    }
    const look = () => {
      if (!isNext()) return
      listeners.delete(look)
      signal.removeEventListener('abort', stop)
      updateUpload(id, { state: 'checking' })
      resolve()
    }
    signal.addEventListener('abort', stop, { once: true })
    listeners.add(look)
    look()
  })
}

/** Creates the version on the server (and the file, if it is new); returns the version's id. */
async function createVersion(
  id: string,
  file: File,
  sha256: string,
  projectId: string,
  target: { header_id: string } | { create: NewFileBody },
  signal: AbortSignal,
): Promise<string> {
  const params = { id: projectId }
  const made =
    'create' in target
      ? await untilServed(id, signal, () => call(createHeader, { params, body: target.create }))
      : null
  const headerId = 'header_id' in target ? target.header_id : (made?.id ?? '')
  const own = running.get(id)
  if (own && made) own.made_header = true
  updateUpload(id, { header_id: headerId })
  /** Deletes the version that a cancelled upload created in the meantime. */
  const throwIfCancelled = async (variant_id: string | null) => {
    if (!signal.aborted) return
    const created = { project_id: projectId, header_id: headerId, variant_id }
    await deleteCancelled(created, { tus: null, made_header: made !== null })
    throw signal.reason
  }
  await throwIfCancelled(null)
  const body = { file_name: file.name, size_bytes: file.size, sha256 }
  const { variant } = await untilServed(id, signal, () =>
    call(createVariant, { params: { ...params, headerId }, body }),
  )
  await throwIfCancelled(variant.id)
  return variant.id
}

const lockName = (variantId: string) => `plumbline-upload-${variantId}`

/** Holds a Web Lock while a version is being uploaded, so that other tabs of this browser know about it. */
const withUploadLock = <T>(variantId: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(lockName(variantId), work) : work()

/** Ids of the versions that any tab of this browser is uploading. */
export async function listUploadingVariantIds(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return new Set(held.map(({ name }) => name?.replace(lockName(''), '') ?? ''))
}

async function runUpload(
  id: string,
  projectId: string,
  file: File,
  target: UploadTarget,
  signal: AbortSignal,
) {
  await waitForTurn(id, signal)
  const sha256 = await hashFile(file, (done_bytes) => updateUpload(id, { done_bytes }), signal)
  if ('go_on' in target && target.go_on.sha256 !== null && target.go_on.sha256 !== sha256) {
    updateUpload(id, { state: 'failed', other_file: true })
    return
  }
  updateUpload(id, { state: 'sending', done_bytes: 0 })
  const variantId =
    'go_on' in target ? target.go_on.id : await createVersion(id, file, sha256, projectId, target, signal)
  updateUpload(id, { variant_id: variantId })
  void markStale(['variant.updated', 'header.updated'], projectId)
  await withUploadLock(variantId, () =>
    untilServed(id, signal, (attempt) => sendBytes(id, file, variantId, 'go_on' in target || attempt > 0)),
  )
  removeUpload(id)
}

/** Deletes a file that was created for a failed upload and has no version. */
async function deleteEmptyFile(projectId: string, headerId: string) {
  const params = { id: projectId, headerId }
  const versions = await call(listVariants, { params }).catch(() => null)
  if (versions?.length === 0) await call(deleteHeader, { params }).catch(() => undefined)
}

/** Uploads a file; progress and errors appear in the list of uploads. */
export async function startModelUpload(projectId: string, file: File, target: UploadTarget): Promise<void> {
  const id = randomId()
  const abort = new AbortController()
  running.set(id, { tus: null, abort, made_header: false })
  const goOn = 'go_on' in target ? target.go_on : null
  const newUpload: ModelUpload = {
    id,
    project_id: projectId,
    header_id: goOn?.header_id ?? ('header_id' in target ? target.header_id : null),
    variant_id: goOn?.id ?? null,
    file_name: file.name,
    total_bytes: file.size,
    done_bytes: 0,
    state: 'queued',
    problem: null,
  }
  setUploads([...uploads, newUpload])
  if (goOn && goOn.size_bytes !== file.size) {
    updateUpload(id, { state: 'failed', other_file: true })
    running.delete(id)
    return
  }
  // the file has to be chosen again, and one that waits for its turn is not even listed
  const leave = askBeforeLeaving()
  try {
    await runUpload(id, projectId, file, target, abort.signal)
  } catch (error) {
    if (abort.signal.aborted) return
    const problem = error instanceof ApiError ? error.message : errorMessage(error as Error)
    updateUpload(id, { state: 'failed', problem })
    if (running.get(id)?.made_header) await deleteEmptyFile(projectId, findUpload(id)?.header_id ?? '')
  } finally {
    leave()
    running.delete(id)
    void markStale(['variant.updated', 'header.updated'], projectId)
  }
}

export function pauseModelUpload(id: string) {
  updateUpload(id, { state: 'paused' })
  void running.get(id)?.tus?.abort()
}

export function resumeModelUpload(id: string) {
  updateUpload(id, { state: 'sending' })
  running.get(id)?.tus?.start()
}

/** Deletes a cancelled upload from the server: its bytes, its version, and the file if it was created for it. */
async function deleteCancelled(
  { project_id, header_id, variant_id }: Pick<ModelUpload, 'project_id' | 'header_id' | 'variant_id'>,
  { tus, made_header }: Pick<RunningUpload, 'tus' | 'made_header'>,
) {
  await tus?.abort(true).catch(() => undefined)
  const params = { id: project_id, headerId: header_id ?? '' }
  if (made_header) await call(deleteHeader, { params }).catch(() => undefined)
  else if (variant_id)
    await call(deleteVariant, { params: { ...params, variantId: variant_id } }).catch(() => undefined)
  await markStale(['variant.updated', 'header.updated'], project_id)
}

/** Cancels a running upload, or removes a failed one from the list. */
export function cancelModelUpload(id: string) {
  const upload = findUpload(id)
  const own = running.get(id)
  running.delete(id)
  removeUpload(id)
  own?.abort.abort()
  if (upload && own) void deleteCancelled(upload, own)
}
