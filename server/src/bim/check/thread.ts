import { parentPort, workerData } from 'node:worker_threads'
import { ModelError } from '@plumbline/bim/model'
import { checkFile, type FileCheckResult } from './check-file.ts'

/** Worker thread that checks one file; running out of time or memory ends the thread, not the server. */
export type CheckMessage =
  | { type: 'facts'; facts: FileCheckResult }
  | { type: 'refused'; code: string; message: string; hint: string }
  | { type: 'broken'; error: string }

const { file, file_name } = workerData as { file: string; file_name: string }
const send = (message: CheckMessage) => parentPort?.postMessage(message)

try {
  send({ type: 'facts', facts: await checkFile(file, file_name) })
} catch (error) {
  if (error instanceof ModelError) {
    const { code, message, hint } = error
    send({ type: 'refused', code, message, hint })
  } else
    send({ type: 'broken', error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
}
