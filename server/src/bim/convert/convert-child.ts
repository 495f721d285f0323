import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { convertModel } from '@plumbline/bim/convert'
import type { PreviewModel } from '@plumbline/bim/convert-options'
import { loadEngine } from '@plumbline/bim/geometry/engine'
import { type ConversionWarning, ModelError } from '@plumbline/bim/model'
import { type SniffResult, sniffModel } from '@plumbline/bim/sniff'
import { isDiskFull } from '../../http/refusal.ts'
import { readPrevious } from './before-files.ts'
import { diskFullError } from './disk-full.ts'
import { endWithParent } from './end-with-parent.ts'
import { FileSource, FolderSink } from './files.ts'
import { writeFingerprints, writeHashes } from './index-file.ts'
import { type ChildMessage, type ChildResult, FIRST_STOREY_FOLDER, type StartMessage } from './messages.ts'
import { rewriteXml } from './rewrite-xml.ts'
import { startReader } from './start-reader.ts'
import { drawThumbnail, readCardChunks } from './thumbnail.ts'
import { unpackModel } from './unpack-model.ts'

const SNIFF_BYTES = 1 << 16
const PROGRESS_MS = 100
/** resident bytes above which a garbage collection after drawing pays off */
const GC_THRESHOLD_BYTES = 400e6

/** Entry point of a conversion process: loads the engine, waits for one file, converts it, reports and exits. */
export async function runConversionProcess(): Promise<void> {
  process.once('disconnect', () => process.exit(1))
  endWithParent()
  const reader = startReader()
  await loadEngine()
  process.once('message', (message: StartMessage) => void handleStart(message, reader))
  await send({ type: 'ready' })
}

async function handleStart(start: StartMessage, reader: ReturnType<typeof startReader>): Promise<void> {
  const { attempt } = start
  try {
    const result = await convert(start, reader)
    const chunks = await readCardChunks(result.manifest, start.folder)
    await send({ type: 'done', attempt, result })
    // drawn while the server stores the artefacts
    const png = await drawThumbnail(result.manifest, chunks)
    await send({ type: 'thumbnail', attempt, png: png && Buffer.from(png).toString('base64') })
  } catch (thrown) {
    const error = isDiskFull(thrown) ? diskFullError() : thrown
    if (error instanceof ModelError) {
      const { code, message, hint, line } = error
      await send({ type: 'failed', attempt, code, message, hint, line })
    } else {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
      await send({ type: 'broken', attempt, error: text })
    }
  }
  process.exit(0)
}

async function convert(start: StartMessage, reader: ReturnType<typeof startReader>): Promise<ChildResult> {
  const began = performance.now()
  const timings: Record<string, number> = {}
  const { file, warnings, temporary } = await prepareFile(start)
  const source = new FileSource(file)
  const sink = new FolderSink(start.folder, false, start.before)
  const previous = readPrevious(start.before)
  let reportedAt = 0
  let last = ''
  // sniffed before the reading thread starts, so that it writes nothing for an invalid file
  sniff(source, start.file_name)
  const thread = reader.read({ file, folder: start.folder, has_before: previous !== undefined })
  const { manifest, report, hashes, fingerprints } = await convertModel(source, sink, {
    fileName: start.file_name,
    warnings,
    reader: thread,
    firstEngine: start.first_engine,
    ...(previous && { previous }),
    onDrawn: async () => {
      if (process.memoryUsage.rss() > GC_THRESHOLD_BYTES) await collectGarbage()
    },
    secondEngine: () => readFile(fileURLToPath(import.meta.resolve('@ifc-lite/wasm/ifc-lite_bg.wasm'))),
    onFirst: (first) => {
      writeFirstStorey(first, path.join(start.folder, FIRST_STOREY_FOLDER))
      void send({ type: 'first', attempt: start.attempt })
    },
    onProgress: (stage, fraction) => {
      const now = performance.now()
      timings[stage] = Math.round(now - began)
      if (now - reportedAt < PROGRESS_MS && stage === last) return
      reportedAt = now
      last = stage
      void send({
        type: 'progress',
        attempt: start.attempt,
        stage,
        progress: fraction * 100,
        rss_mb: getRssMb(),
      })
    },
  })
  const [read, drawn] = await Promise.all([thread.written, sink.finish()])
  const artefacts = [...read, ...drawn]
  writeHashes(hashes, start.folder)
  if (fingerprints) writeFingerprints(fingerprints, start.folder)
  source.close()
  for (const each of temporary) rmSync(each, { force: true })
  await syncFolder(start.folder)
  timings.TOTAL = Math.round(performance.now() - began)
  // maxRSS is in kilobytes on every system.
  const peak_rss_mb = Math.round((process.resourceUsage().maxRSS * 1024) / 1e6)
  return { manifest, report, artefacts, timings, peak_rss_mb }
}

/**
 * Frees the geometry engine's memory before the next stage. Its handles hang on chained finalizers, so only the third
 * collection reaches it.
 */
async function collectGarbage(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.()
    await Promise.resolve()
  }
}

/** Writes the first storey synchronously and uncompressed: it is read a few times and thrown away. */
function writeFirstStorey({ manifest, structure, chunks }: PreviewModel, folder: string): void {
  mkdirSync(folder)
  for (const { file, bytes } of chunks) writeFileSync(path.join(folder, file), bytes)
  writeFileSync(path.join(folder, 'structure.json'), JSON.stringify(structure))
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest))
}

/** The STEP file for the engines: the uploaded file, or one made from an archive or from ifcXML. */
async function prepareFile(start: StartMessage) {
  const [unpacked, rewritten] = ['unpacked.tmp', 'rewritten.tmp'].map((name) => path.join(start.folder, name))
  const temporary: string[] = []
  let file = start.file
  let warnings: ConversionWarning[] = []
  if (unpacked && sniffFileKind(file, start.file_name) === 'ifczip') {
    await unpackModel(file, unpacked, start.max_unpacked_bytes)
    temporary.push(unpacked)
    file = unpacked
  }
  if (rewritten && sniffFileKind(file, start.file_name) === 'ifcxml') {
    const report = () =>
      void send({ type: 'progress', attempt: start.attempt, ...STARTED, rss_mb: getRssMb() })
    warnings = await rewriteXml(file, rewritten, start.max_unpacked_bytes, report)
    temporary.push(rewritten)
    file = rewritten
  }
  return { file, warnings, temporary }
}

const STARTED = { stage: 'VALIDATE', progress: 0 } as const
const getRssMb = () => Math.round(process.memoryUsage.rss() / 1e6)

function sniffFileKind(file: string, fileName: string): SniffResult['kind'] {
  const source = new FileSource(file)
  try {
    return sniff(source, fileName).kind
  } finally {
    source.close()
  }
}

function sniff(source: FileSource, fileName: string) {
  const head = source.read(0, SNIFF_BYTES).slice()
  const tail = source.read(Math.max(0, source.size - SNIFF_BYTES), SNIFF_BYTES)
  return sniffModel(head, tail, source.size, fileName)
}

/** Syncs the directory entries to disk; ignored on systems that cannot open directories. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

function send(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    if (!process.send) return resolve()
    process.send(message, () => resolve())
  })
}
