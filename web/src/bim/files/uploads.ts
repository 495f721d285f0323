import {
  createHeader,
  createVariant,
  deleteHeader,
  deleteVariant,
  listVariants,
  type Variant,
} from '@plumbline/contract/bim/bim'
import type { ErrorBody } from '@plumbline/contract/errors'
import type { CallOf } from '@plumbline/contract/http'
import { useSyncExternalStore } from 'react'
import { DetailedError, Upload as Tus } from 'tus-js-client'
import { ApiError, buildCallHeaders, call } from '../../api/client.ts'
import { markStale } from '../../api/query.ts'
import { randomId } from '../../base/random-id.ts'
import { hashFile } from './hash-file.ts'

/**
 * Uploads of files. They live outside the screens, so one may go on working while they run; a lost connection is
 * waited for, and what the server has is not sent again. What a closed tab left behind is known to the server: the
 * version is UPLOADING and has the sum of the file, so the same file can go on from any browser.
 */
export interface Upload {
  id: string
  project_id: string
  header_id: string | null
  variant_id: string | null
  file_name: string
  total_bytes: number
  /** of the sum while it is checked, then of the upload */
  done_bytes: number
  state: 'queued' | 'checking' | 'sending' | 'waiting' | 'paused' | 'failed'
  /** what the server said, when it refused; `other_file`: not the file that was begun with */
  problem: string | null
  other_file?: boolean
}

export type NewFile = CallOf<typeof createHeader>['body']
/** a new version of a file, the first of a new one, or one that was begun before */
export type UploadTarget = { header_id: string } | { create: NewFile } | { go_on: Variant }

interface Running {
  tus: Tus | null
  abort: AbortController
  /** the file was made for this upload: it goes with it */
  made_header: boolean
}

let uploads: readonly Upload[] = []
const listeners = new Set<() => void>()
const running = new Map<string, Running>()
const RETRY_MS = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000, 60_000, 60_000, 60_000]
const CHUNK_BYTES = 8 * 1024 * 1024
/** files that are read and sent at the same time; the others wait for their turn */
const AT_ONCE = 2

function change(next: readonly Upload[]) {
  uploads = next
  for (const listener of listeners) listener()
}
const put = (id: string, values: Partial<Upload>) =>
  change(uploads.map((upload) => (upload.id === id ? { ...upload, ...values } : upload)))
const drop = (id: string) => change(uploads.filter((upload) => upload.id !== id))
const find = (id: string) => uploads.find((upload) => upload.id === id)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The uploads of a project that are under way or failed. */
export function useUploads(projectId: string): readonly Upload[] {
  return useSyncExternalStore(subscribe, () => uploads).filter((upload) => upload.project_id === projectId)
}

function refusalOf(error: Error): ErrorBody | null {
  const body = error instanceof DetailedError ? error.originalResponse?.getBody() : null
  if (!body) return null
  try {
    return JSON.parse(body) as ErrorBody
  } catch {
    return null
  }
}

function refusalText(error: Error): string | null {
  const refusal = refusalOf(error)
  return refusal && new ApiError(400, refusal).message
}

/** What the server says to bytes of a version that is queued already: only the answer to the last ones was lost. */
const hasArrived = (error: Error) => refusalOf(error)?.error === 'wrong_state'

/** Server and network troubles are worth another try, a wrong offset too; what else the server refused is not. */
function worthRetrying(error: Error | DetailedError): boolean {
  const status = error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0
  if (status === 409) return !hasArrived(error)
  return status === 0 || status === 408 || status === 423 || status === 429 || status >= 500
}

function send(id: string, file: File, variantId: string, goOn: boolean) {
  const upload_id = `variant_${variantId}`
  return new Promise<void>((resolve, reject) => {
    const tus = new Tus(file, {
      endpoint: '/api/upload',
      // asks how much has arrived; without it the upload would begin anew
      ...(goOn ? { uploadUrl: `/api/upload/${upload_id}` } : {}),
      metadata: { upload_id },
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_MS,
      storeFingerprintForResuming: false,
      onBeforeRequest: (request) => {
        for (const [header, text] of Object.entries(buildCallHeaders('POST'))) request.setHeader(header, text)
      },
      onProgress: (done_bytes) => find(id)?.state !== 'paused' && put(id, { done_bytes, state: 'sending' }),
      onShouldRetry: (error) => {
        const again = worthRetrying(error)
        if (again && find(id)?.state !== 'paused') put(id, { state: 'waiting' })
        return again
      },
      onSuccess: () => resolve(),
      onError: (error) => (hasArrived(error) ? resolve() : reject(error)),
    })
    const own = running.get(id)
    own?.abort.signal.addEventListener('abort', () => reject(own.abort.signal.reason), { once: true })
    if (own) own.tus = tus
    tus.start()
  })
}

/** Waits until fewer than AT_ONCE uploads are being read or sent. */
async function waitForTurn(id: string, signal: AbortSignal) {
  const isNext = () => {
    const busy = uploads.filter((upload) => ['checking', 'sending', 'waiting'].includes(upload.state))
    const first = uploads.find((upload) => upload.state === 'queued')
    return busy.length < AT_ONCE && first?.id === id
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
      put(id, { state: 'checking' })
      resolve()
    }
    signal.addEventListener('abort', stop, { once: true })
    listeners.add(look)
    look()
  })
}

/** Names the version on the server; answers its id. */
async function announce(
  id: string,
  file: File,
  sha256: string,
  projectId: string,
  target: { header_id: string } | { create: NewFile },
): Promise<string> {
  const params = { id: projectId }
  const made = 'create' in target ? await call(createHeader, { params, body: target.create }) : null
  const headerId = 'header_id' in target ? target.header_id : (made?.id ?? '')
  const own = running.get(id)
  if (own && made) own.made_header = true
  put(id, { header_id: headerId })
  const body = { file_name: file.name, size_bytes: file.size, sha256 }
  const { variant } = await call(createVariant, { params: { ...params, headerId }, body })
  return variant.id
}

const lockOf = (variantId: string) => `plumbline-upload-${variantId}`

/** While a version's bytes are sent, other tabs of this browser know that they are. */
const holding = <T>(variantId: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(lockOf(variantId), work) : work()

/** Versions whose bytes some tab of this browser is sending now. */
export async function sentByTabs(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return new Set(held.map(({ name }) => name?.replace(lockOf(''), '') ?? ''))
}

async function run(id: string, projectId: string, file: File, target: UploadTarget, signal: AbortSignal) {
  await waitForTurn(id, signal)
  const sha256 = await hashFile(file, (done_bytes) => put(id, { done_bytes }), signal)
  if ('go_on' in target && target.go_on.sha256 !== null && target.go_on.sha256 !== sha256) {
    put(id, { state: 'failed', other_file: true })
    return
  }
  put(id, { state: 'sending', done_bytes: 0 })
  const variantId = 'go_on' in target ? target.go_on.id : await announce(id, file, sha256, projectId, target)
  put(id, { variant_id: variantId })
  void markStale(['variant.updated', 'header.updated'], projectId)
  await holding(variantId, () => send(id, file, variantId, 'go_on' in target))
  drop(id)
}

/** A file that was made for an upload of which the server kept nothing goes again. */
async function removeEmpty(projectId: string, headerId: string) {
  const params = { id: projectId, headerId }
  const versions = await call(listVariants, { params }).catch(() => null)
  if (versions?.length === 0) await call(deleteHeader, { params }).catch(() => undefined)
}

/** Uploads a file; how far it is and what became of it is in the list. */
export async function startUpload(projectId: string, file: File, target: UploadTarget): Promise<void> {
  const id = randomId()
  const abort = new AbortController()
  running.set(id, { tus: null, abort, made_header: false })
  const goOn = 'go_on' in target ? target.go_on : null
  const fresh: Upload = {
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
  change([...uploads, fresh])
  if (goOn && goOn.size_bytes !== file.size) {
    put(id, { state: 'failed', other_file: true })
    running.delete(id)
    return
  }
  try {
    await run(id, projectId, file, target, abort.signal)
  } catch (error) {
    if (abort.signal.aborted) return
    const said = error instanceof ApiError ? error.message : refusalText(error as Error)
    put(id, { state: 'failed', problem: said })
    if (running.get(id)?.made_header) await removeEmpty(projectId, find(id)?.header_id ?? '')
  } finally {
    running.delete(id)
    void markStale(['variant.updated', 'header.updated'], projectId)
  }
}

export function pauseUpload(id: string) {
  put(id, { state: 'paused' })
  void running.get(id)?.tus?.abort()
}

export function resumeUpload(id: string) {
  put(id, { state: 'sending' })
  running.get(id)?.tus?.start()
}

/** Takes back what the server was told of an upload: its bytes, its version, and the file if it was made for it. */
async function takeBack({ project_id, header_id, variant_id }: Upload, { tus, made_header }: Running) {
  await tus?.abort(true).catch(() => undefined)
  const params = { id: project_id, headerId: header_id ?? '' }
  if (made_header) await call(deleteHeader, { params }).catch(() => undefined)
  else if (variant_id)
    await call(deleteVariant, { params: { ...params, variantId: variant_id } }).catch(() => undefined)
  await markStale(['variant.updated', 'header.updated'], project_id)
}

/** Gives an upload up, or takes a failed one off the list. */
export function dismissUpload(id: string) {
  const [upload, own] = [find(id), running.get(id)]
  running.delete(id)
  drop(id)
  own?.abort.abort()
  if (upload && own) void takeBack(upload, own)
}
