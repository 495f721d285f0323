import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { UploadLock } from './upload-lock.ts'

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

interface Turn {
  stop: () => void
  /** true once the work runs, with the lock */
  runs: boolean
  ended: Promise<unknown>
}

/**
 * Runs one request at a time per upload, over all servers; a new request stops the previous one, whose client lost the
 * connection or gave up.
 */
export function createUploadQueue(lock: UploadLock) {
  const turns = new Map<string, Turn>()
  lock.onWaiting((id) => {
    const turn = turns.get(id)
    if (turn?.runs) turn.stop()
  })

  async function run<T>(id: string, stop: () => void, work: (begin: () => void) => Promise<T>): Promise<T> {
    const before = turns.get(id)
    before?.stop()
    const turn: Turn = { stop, runs: false, ended: Promise.resolve() }
    const begin = () => {
      turn.runs = true
    }
    const result = Promise.resolve(before?.ended).then(() => work(begin))
    turn.ended = result.catch(() => {})
    turns.set(id, turn)
    try {
      return await result
    } finally {
      if (turns.get(id) === turn) turns.delete(id)
    }
  }

  return {
    run: <T>(id: string, stop: () => void, work: () => Promise<T>): Promise<T> =>
      run(id, stop, (begin) =>
        lock.hold(id, () => {
          begin()
          return work()
        }),
      ),
    /** Runs `work` unless a request is busy with the upload. */
    runIfFree: async (id: string, work: () => Promise<void>): Promise<void> => {
      if (turns.has(id)) return
      const none = () => {}
      await run(id, none, () => lock.holdIfFree(id, work))
    },
  }
}
