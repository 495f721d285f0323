import { Readable } from 'node:stream'
import { ERRORS, Server as TusServer } from '@tus/server'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../http/refusal.ts'
import { UPLOAD_ROUTE, type UploadCall } from './upload-call.ts'
import type { UploadStore } from './upload-store.ts'

/** Maps errors of the tus library to refusals. */
const refusals = new Map<unknown, Refusal>([
  [ERRORS.FILE_NOT_FOUND, new Refusal('not_found')],
  [
    ERRORS.INVALID_OFFSET,
    new Refusal('conflict', { text: 'Upload-Offset differs from the number of bytes received' }),
  ],
  [
    ERRORS.ABORTED,
    new Refusal('conflict', { text: 'Another call has continued this upload, or this one was interrupted' }),
  ],
])

function convertUnknownError(error: Error | { status_code: number; body: string }): Error {
  if (!('status_code' in error)) return error
  return error.status_code === 413 ? new Refusal('too_large') : new Error(error.body)
}

/** Wraps the tus library, which receives only the authorized upload id and the headers it needs. */
export function createTusHandler(store: UploadStore, maxSize: number) {
  const authorised = new WeakMap<object, string>()
  const tus = new TusServer({
    path: UPLOAD_ROUTE,
    datastore: store,
    relativeLocation: true,
    maxSize,
    namingFunction: (request) => authorised.get(request) ?? '',
    getFileIdFromRequest: (request) => authorised.get(request),
    onIncomingRequest: async (request, id) => {
      if (authorised.get(request) !== id) throw new Error(`the library acts on ${id}`)
    },
    onResponseError: (request, error) => {
      failures.set(request, refusals.get(error) ?? convertUnknownError(error))
      return undefined
    },
  })
  const failures = new WeakMap<object, unknown>()
  return async (call: UploadCall, { headers }: FastifyRequest, body: Readable | null) => {
    const passedHeaders = [
      'tus-resumable',
      'upload-length',
      'upload-offset',
      'content-type',
      'content-length',
    ]
    const request = new Request(`http://tus${UPLOAD_ROUTE}/${call.upload_id}`, {
      method: call.method,
      headers: passedHeaders.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])) as [
        string,
        string,
      ][],
      ...(body ? { body: Readable.toWeb(body) as ReadableStream, duplex: 'half' } : {}),
    })
    authorised.set(request, call.upload_id)
    const response = await tus.handleWeb(request)
    if (failures.has(request)) throw failures.get(request)
    if (response.status >= 400) throw new Refusal('bad_request', { text: await response.text() })
    return response
  }
}
