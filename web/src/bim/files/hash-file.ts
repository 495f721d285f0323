import type { HashMessage } from './hash-worker.ts'

/** Computes the SHA-256 of a file in a worker, as hex. Rejects if the file cannot be read or `signal` aborts. */
export function hashFile(
  file: File,
  onProgress: (doneBytes: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  worker.onmessage = ({ data }: MessageEvent<HashMessage>) =>
    'sha256' in data ? resolve(data.sha256) : onProgress(data.done_bytes)
  worker.onerror = (event) => {
    event.preventDefault()
    reject(new Error(event.message))
  }
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  worker.postMessage(file)
  return promise.finally(() => worker.terminate())
}
