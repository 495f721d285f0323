import type { CallOf, EndpointSpec, ReplyOf, Upload } from '@plumbline/contract/http'
import { ApiError, buildCallHeaders, buildCallUrl, createOfflineError, redirectForError } from './client.ts'
import { markStale } from './query.ts'
import { getWriteKey, rememberWriteKey } from './write-keys.ts'

/**
 * Uploads one file and reports the progress from 0 to 100 (by XMLHttpRequest, because `fetch` reports none). Rejects with
 * ApiError like `call`, or with the signal's reason when aborted. On success the reads of the endpoint's events become
 * stale.
 */
export async function uploadFile<E extends EndpointSpec & { upload: Upload }>(
  endpoint: E,
  input: CallOf<E> & { file: Blob },
  onProgress: (percent: number) => void,
  options: { signal?: AbortSignal; key?: string; redirects?: boolean } = {},
): Promise<ReplyOf<E>> {
  const { signal } = options
  const { params, query, file } = input as { params?: Record<string, string>; query?: object; file: Blob }
  const url = buildCallUrl(endpoint, { params, query })
  const form = new FormData()
  form.append('file', file)
  const write = { method: endpoint.method, url, file }
  const key = options.key ?? getWriteKey(write)
  const reply = await new Promise<ReplyOf<E>>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(endpoint.method, url)
    request.responseType = 'json'
    for (const [name, value] of Object.entries({
      ...buildCallHeaders(endpoint.method),
      'Idempotency-Key': key,
    }))
      request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress((100 * loaded) / total)
    const fail = () => {
      rememberWriteKey(write, key)
      reject(createOfflineError())
    }
    request.onerror = fail
    request.onabort = () => reject(signal?.reason)
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.onload = () => {
      const isDone = request.status >= 200 && request.status < 300
      // an HTML page in place of JSON comes from a captive portal
      if (isDone && request.response === null && endpoint.reply !== null) return fail()
      if (isDone) return resolve(request.response)
      if (request.status >= 500) rememberWriteKey(write, key)
      const error = new ApiError(request.status, request.response ?? {})
      if (options.redirects !== false) redirectForError(url, error)
      reject(error)
    }
    request.send(form)
  })
  const project = endpoint.path.startsWith('/api/project/:id') ? (params?.id ?? null) : null
  await markStale(endpoint.tells ?? [], project)
  return reply
}
