import { Worker } from 'node:worker_threads'
import type { ModelReader } from '@plumbline/bim/convert-options'
import { ModelError } from '@plumbline/bim/model'
import type { ModelContents, Preparation } from '@plumbline/bim/read-model'
import type { TableFindings } from '@plumbline/bim/read-table'
import type { Artefact } from './messages.ts'
import type { ReadMessage, ReadRequest } from './read-thread.ts'

/** Reads structure and properties in a worker thread that also writes their artefacts. */
export interface ThreadReader extends ModelReader {
  written: Promise<Artefact[]>
}

/** Starts the thread, which loads its code while it waits for a file. */
export function startReader(): { read: (request: ReadRequest) => ThreadReader } {
  const thread = new Worker(new URL('./thread.ts', import.meta.url))
  const preparation = Promise.withResolvers<Preparation>()
  const facts = Promise.withResolvers<ModelContents>()
  const written = Promise.withResolvers<Artefact[]>()
  const table = Promise.withResolvers<TableFindings | null>()
  const fail = (error: Error) => {
    for (const part of [preparation, facts, written, table]) part.reject(error)
  }
  for (const part of [preparation, facts, written, table]) part.promise.catch(() => {})
  thread.on('message', (message: ReadMessage) => {
    if (message.type === 'preparation') preparation.resolve(message.preparation)
    else if (message.type === 'facts') facts.resolve(message.facts)
    else if (message.type === 'written') written.resolve(message.artefacts)
    else if (message.type === 'table') table.resolve(message.table)
    else if (message.type === 'refused')
      fail(new ModelError(message.code, message.message, message.hint, message.line))
    else fail(new Error(message.error))
  })
  thread.on('error', fail)
  thread.unref()
  return {
    read: (request) => {
      thread.ref()
      thread.postMessage(request)
      return {
        preparation: preparation.promise,
        contents: facts.promise,
        written: written.promise,
        table: () => table.promise,
      }
    },
  }
}
