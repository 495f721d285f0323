import { createFileUpload } from '@plumbline/contract/users/file-uploads'
import { randomId } from '../base/random-id.ts'
import { ApiError, buildCallHeaders, call, createOfflineError } from './client.ts'

/** Bytes of one request: a bad network, or a proxy that buffers requests, loses at most this much. */
export const PIECE_BYTES = 1024 * 1024
/** a connection without progress for this long is given up */
const STALLED_MS = 60_000
/** statuses of a server that does not accept this file in pieces */
const REFUSED_STATUSES = [400, 404, 405, 412, 413, 415]

/**
 * Sends a file by tus under an id, continuing where an earlier attempt ended, so that a call can use it as `upload_id`.
 * False: this server does not accept it in pieces. Rejects with ApiError when a later attempt may succeed.
 */
export async function sendInPieces(
  file: Blob,
  id: string,
  onProgress: (percent: number) => void,
): Promise<boolean> {
  try {
    // a new key each time: the stored answer may name an upload that has been deleted since
    const options = { key: randomId(), redirects: false, signal: AbortSignal.timeout(STALLED_MS) }
    await call(createFileUpload, { body: { id, size_bytes: file.size } }, options)
    await sendPieces(file, `file_${id}`, onProgress)
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (REFUSED_STATUSES.includes(error.status) || error.code === 'already_exists') return false
    // another attempt, unknown to this tab, sends the same pieces
    if (error.status === 409) throw new ApiError(503, { error: 'unavailable' })
    throw error
  }
}

async function sendPieces(file: Blob, uploadId: string, onProgress: (percent: number) => void) {
  const [{ Upload }, { convertTusError, isAlreadyComplete }] = await Promise.all([
    import('tus-js-client'),
    import('./tus-errors.ts'),
  ])
  await new Promise<void>((resolve, reject) => {
    let stalled: ReturnType<typeof setTimeout> | undefined
    const watch = () => {
      clearTimeout(stalled)
      stalled = setTimeout(() => {
        void tus.abort()
        reject(createOfflineError())
      }, STALLED_MS)
    }
    const end = (settle: () => void) => {
      clearTimeout(stalled)
      settle()
    }
    const tus = new Upload(file, {
      endpoint: '/api/upload',
      // asks for the offset first; an upload that has not begun is created
      uploadUrl: `/api/upload/${uploadId}`,
      metadata: { upload_id: uploadId },
      chunkSize: PIECE_BYTES,
      // the outbox repeats
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest: (request) => {
        for (const [header, text] of Object.entries(buildCallHeaders('POST'))) request.setHeader(header, text)
      },
      onProgress: (sent) => {
        watch()
        onProgress((100 * sent) / file.size)
      },
      onSuccess: () => end(resolve),
      onError: (error) => end(() => (isAlreadyComplete(error) ? resolve() : reject(convertTusError(error)))),
    })
    watch()
    tus.start()
  })
}
