import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'

/** Streams the request body until `stop`; later bytes are drained, so that the response can be sent. */
export function receiveBody({ raw }: FastifyRequest) {
  const bytes = new PassThrough()
  const stop = () => {
    raw.unpipe(bytes)
    bytes.destroy(new Error('stopped'))
    raw.resume()
  }
  // the reader of the stream handles the error
  bytes.on('error', () => {})
  raw.once('error', stop).once('close', () => raw.complete || stop())
  return { stop, open: () => raw.pipe(bytes) }
}

/** Runs one request at a time per upload; a new request stops the previous one, whose client lost the connection or gave up. */
export function createUploadQueue() {
  const turns = new Map<string, { stop: () => void; ended: Promise<unknown> }>()
  return {
    isBusy: (id: string) => turns.has(id),
    run: async <T>(id: string, stop: () => void, work: () => Promise<T>): Promise<T> => {
      const before = turns.get(id)
      before?.stop()
      const result = Promise.resolve(before?.ended).then(work)
      const turn = { stop, ended: result.catch(() => {}) }
      turns.set(id, turn)
      try {
        return await result
      } finally {
        if (turns.get(id) === turn) turns.delete(id)
      }
    },
  }
}
