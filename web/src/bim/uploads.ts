import { createHeader, createVariant } from '@plumbline/contract/bim'
import type { ErrorBody } from '@plumbline/contract/errors'
import { useSyncExternalStore } from 'react'
import { DetailedError, Upload as Tus } from 'tus-js-client'
import { ApiError, call, callHeaders } from '../api/client.ts'
import { markStale } from '../api/query.ts'

/**
 * Uploads of model files. They live outside the screens, so one may go on working while they run; a lost connection is
 * waited for, and what the server has is not sent again.
 */
export interface Upload {
  id: string
  project_id: string
  header_id: string | null
  file_name: string
  total_bytes: number
  sent_bytes: number
  state: 'sending' | 'waiting' | 'failed'
  /** what the server said, when it refused */
  problem: string | null
}

let uploads: readonly Upload[] = []
const listeners = new Set<() => void>()
const running = new Map<string, Tus>()
const RETRY_MS = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000, 60_000, 60_000, 60_000]
const CHUNK_BYTES = 8 * 1024 * 1024

function change(next: readonly Upload[]) {
  uploads = next
  for (const listener of listeners) listener()
}
const put = (id: string, values: Partial<Upload>) =>
  change(uploads.map((upload) => (upload.id === id ? { ...upload, ...values } : upload)))
const drop = (id: string) => change(uploads.filter((upload) => upload.id !== id))

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The uploads of a project that are under way or failed. */
export function useUploads(projectId: string): readonly Upload[] {
  return useSyncExternalStore(subscribe, () => uploads).filter((upload) => upload.project_id === projectId)
}

function refusalText(error: Error): string | null {
  const body = error instanceof DetailedError ? error.originalResponse?.getBody() : null
  if (!body) return null
  try {
    return (JSON.parse(body) as ErrorBody).message
  } catch {
    return null
  }
}

/** Server and network troubles are worth another try; what the server refused is not. */
function worthRetrying(error: Error | DetailedError): boolean {
  const status = error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0
  return status === 0 || status === 409 || status === 423 || status === 429 || status >= 500
}

function send(id: string, file: File, target: { upload_url: string; upload_metadata: string }) {
  const [name = '', value = ''] = target.upload_metadata.split(' ')
  return new Promise<void>((resolve, reject) => {
    const tus = new Tus(file, {
      endpoint: target.upload_url,
      metadata: { [name]: atob(value) },
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_MS,
      storeFingerprintForResuming: false,
      onBeforeRequest: (request) => {
        for (const [header, text] of Object.entries(callHeaders('POST'))) request.setHeader(header, text)
      },
      onProgress: (sent_bytes) => put(id, { sent_bytes, state: 'sending' }),
      onShouldRetry: (error) => {
        const again = worthRetrying(error)
        if (again) put(id, { state: 'waiting' })
        return again
      },
      onSuccess: () => resolve(),
      onError: reject,
    })
    running.set(id, tus)
    tus.start()
  })
}

/** Uploads a file as a new version of a header, or as the first of a new one named after the file. */
export async function uploadModel(projectId: string, file: File, headerId: string | null): Promise<void> {
  const id = crypto.randomUUID()
  const params = { id: projectId }
  const fresh: Upload = {
    id,
    project_id: projectId,
    header_id: headerId,
    file_name: file.name,
    total_bytes: file.size,
    sent_bytes: 0,
    state: 'sending',
    problem: null,
  }
  change([...uploads, fresh])
  try {
    const name = file.name.replace(/\.(ifc|ifczip)$/i, '').slice(0, 200) || file.name
    const header = headerId ?? (await call(createHeader, { params, body: { name, type_of: 'MODEL' } })).id
    put(id, { header_id: header })
    const target = await call(createVariant, {
      params: { ...params, headerId: header },
      body: { file_name: file.name, size_bytes: file.size },
    })
    await send(id, file, target)
    drop(id)
  } catch (error) {
    const said = error instanceof ApiError ? error.message : refusalText(error as Error)
    put(id, { state: 'failed', problem: said })
  } finally {
    running.delete(id)
    void markStale(['variant.updated', 'header.updated'], projectId)
  }
}

/** Gives an upload up, or takes a failed one off the list. */
export function dismissUpload(id: string) {
  void running.get(id)?.abort(true)
  running.delete(id)
  drop(id)
}
