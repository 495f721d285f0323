import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'

/** Bytes as they arrive, until `stop`; what comes after that is read and dropped, so that the answer arrives. */
export function receiveBody({ raw }: FastifyRequest) {
  const bytes = new PassThrough()
  const stop = () => {
    raw.unpipe(bytes)
    bytes.destroy(new Error('stopped'))
    raw.resume()
  }
  // whoever reads hears of it
  bytes.on('error', () => {})
  raw.once('error', stop).once('close', () => raw.complete || stop())
  return { stop, open: () => raw.pipe(bytes) }
}

/** One call at a time for each upload: a new one ends the reading of the one before, whose sender lost it or gave up. */
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
