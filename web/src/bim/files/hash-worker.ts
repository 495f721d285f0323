import { createSHA256 } from 'hash-wasm'

/** Worker that computes the SHA-256 of a file in chunks, with the memory of one chunk. */

const PIECE_BYTES = 4 * 1024 * 1024

export type HashMessage = { done_bytes: number } | { sha256: string }

const post = (message: HashMessage) => self.postMessage(message)

self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  const hash = await createSHA256()
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    hash.update(new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer()))
    post({ done_bytes: Math.min(file.size, at + PIECE_BYTES) })
  }
  post({ sha256: hash.digest('hex') })
}
// a file changed or removed meanwhile: rethrown, so that the page receives the worker's error event
self.addEventListener('unhandledrejection', ({ reason }) => {
  throw reason
})
