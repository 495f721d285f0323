import { Worker } from 'node:worker_threads'
import { ModelError } from '@plumbline/bim/model'
import type { FileCheckResult } from './check-file.ts'
import type { CheckMessage } from './thread.ts'

const MAX_SECONDS = 180
const MAX_HEAP_MB = 1024

const tooComplex = () =>
  new ModelError(
    'TOO_COMPLEX',
    'The file is too complex to be checked.',
    'Simplify or split it, or upload it as another kind of file.',
  )

/** Runs `checkFile` in a worker thread. @throws ModelError the check's, TOO_COMPLEX or STOPPED */
export function runCheck(file: string, fileName: string, signal: AbortSignal): Promise<FileCheckResult> {
  const { promise, resolve, reject } = Promise.withResolvers<FileCheckResult>()
  const thread = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: { file, file_name: fileName },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    env: {},
  })
  const end = (reason: Error) => {
    reject(reason)
    void thread.terminate()
  }
  const stop = () =>
    end(new ModelError('STOPPED', 'The check was stopped.', 'Restart it when you need the file.'))
  const clock = setTimeout(() => end(tooComplex()), MAX_SECONDS * 1000)
  signal.addEventListener('abort', stop, { once: true })
  thread.once('message', (message: CheckMessage) => {
    if (message.type === 'facts') resolve(message.facts)
    else if (message.type === 'refused') reject(new ModelError(message.code, message.message, message.hint))
    else reject(new Error(message.error))
  })
  thread.once('error', (error: NodeJS.ErrnoException) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooComplex() : error),
  )
  thread.once('exit', () => {
    clearTimeout(clock)
    signal.removeEventListener('abort', stop)
    reject(new Error('the check ended without an answer'))
  })
  return promise
}
