import { parentPort } from 'node:worker_threads'
import { ModelError } from '@plumbline/bim/model'
import { type ModelContents, type Preparation, readModel } from '@plumbline/bim/read-model'
import { readTable, type TableFindings } from '@plumbline/bim/read-table'
import { FileSource, FolderSink } from './files.ts'
import { gatherIndex, writeIndex } from './index-file.ts'
import type { Artefact } from './messages.ts'

/** The thread that reads structure and properties while the main thread draws. */
export interface ReadRequest {
  file: string
  folder: string
  /** false: this thread reads the table of statements, in the time of the drawing */
  has_before: boolean
}
export type ReadMessage =
  | { type: 'preparation'; preparation: Preparation }
  | { type: 'facts'; facts: ModelContents }
  | { type: 'written'; artefacts: Artefact[] }
  | { type: 'table'; table: TableFindings | null }
  | { type: 'refused'; code: string; message: string; hint: string; line: number | null }
  | { type: 'broken'; error: string }

const port = parentPort
if (!port) throw new Error('runs as a worker thread only')
port.once('message', (request: ReadRequest) => void read(request))

async function read({ file, folder, has_before }: ReadRequest): Promise<void> {
  const say = (message: ReadMessage) => port?.postMessage(message)
  try {
    const source = new FileSource(file)
    const sink = new FolderSink(folder, true)
    const prepared = Promise.withResolvers<Preparation>()
    const facts = readModel(source, sink, (preparation) => {
      say({ type: 'preparation', preparation })
      prepared.resolve(preparation)
    })
    say({ type: 'facts', facts })
    const artefacts = await sink.finish()
    // built while the main thread draws: this thread exits and frees its memory before the peak of drawing
    writeIndex(gatherIndex(facts, folder), folder)
    say({ type: 'written', artefacts })
    say({ type: 'table', table: has_before ? null : readTable(source, await prepared.promise) })
    source.close()
  } catch (error) {
    if (error instanceof ModelError) {
      const { code, message, hint, line } = error
      say({ type: 'refused', code, message, hint, line })
    } else
      say({ type: 'broken', error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}
