import type { ElementRuns } from '@plumbline/bim/carry/element-runs'
import type { DecodedChunk, DecodedEdges } from './decode.ts'
import type { DecodeReply, DecodeRequest } from './decode-worker.ts'

/** Decodes chunks; the edges of a chunk follow later through the callback. */
export interface Decoder {
  decode(
    bytes: Uint8Array,
    runs: ElementRuns | null,
    onEdges: (edges: DecodedEdges) => void,
  ): Promise<DecodedChunk>
  /** whether a chunk is being decoded; computing edges does not count */
  readonly busy: boolean
  dispose(): void
}

interface Waiting {
  resolve(chunk: DecodedChunk): void
  reject(error: Error): void
  onEdges(edges: DecodedEdges): void
}

/**
 * Creates a decoder in a worker, or on the main thread where workers are not available. A worker that stops, for example
 * because its script failed to load, is replaced for the next chunk.
 */
export function createDecoder(): Decoder {
  if (typeof Worker === 'undefined') return inlineDecoder()
  const waiting = new Map<number, Waiting>()
  let last = 0
  let pending = 0
  let isClosed = false
  let worker: Worker | null = null
  const rejectAll = (message: string) => {
    for (const job of waiting.values()) job.reject(new Error(message))
    waiting.clear()
  }
  const start = () => {
    const started = new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' })
    started.addEventListener('message', (event: MessageEvent<DecodeReply>) => {
      const reply = event.data
      const job = waiting.get(reply.job)
      if (reply.kind === 'chunk') job?.resolve(reply.chunk)
      else waiting.delete(reply.job)
      if (reply.kind === 'edges') job?.onEdges(reply.edges)
      if (reply.kind === 'error') job?.reject(Object.assign(new Error(reply.message), { name: reply.name }))
    })
    started.addEventListener('error', (event) => {
      if (started !== worker) return
      started.terminate()
      worker = null
      rejectAll(`The decoder stopped: ${event.message}`)
    })
    return started
  }
  worker = start()
  return {
    async decode(bytes, runs, onEdges) {
      if (isClosed) throw new Error('The viewer was closed')
      worker ??= start()
      const target = worker
      const job = ++last
      pending++
      return new Promise<DecodedChunk>((resolve, reject) => {
        waiting.set(job, { resolve, reject, onEdges })
        const request: DecodeRequest = { job, bytes, runs }
        // Cloned rather than transferred when the view covers only part of a buffer that the caller still owns.
        const whole = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
        target.postMessage(request, whole ? [bytes.buffer as ArrayBuffer] : [])
      }).finally(() => {
        pending--
      })
    },
    get busy() {
      return pending > 0
    },
    dispose() {
      isClosed = true
      worker?.terminate()
      worker = null
      rejectAll('The viewer was closed')
    },
  }
}

function inlineDecoder(): Decoder {
  return {
    async decode(bytes, runs, onEdges) {
      const { decodePlacedChunk, decodeEdges } = await import('./decode.ts')
      const chunk = await decodePlacedChunk(bytes, runs)
      setTimeout(() => onEdges(decodeEdges(chunk.placed)))
      return chunk
    },
    busy: false,
    dispose() {},
  }
}
