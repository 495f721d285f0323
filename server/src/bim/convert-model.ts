import fsp from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import type { Server } from '../context.ts'
import { type ArtefactFolder, type StoredResult, storeResult } from './artefacts.ts'
import { type ConversionOptions, runConversion } from './convert/run-conversion.ts'
import { indexModel } from './elements/index-model.ts'

/** Converts a stored file, indexes its elements and stores its artefacts. */

const getWorkFolder = ({ dataDir }: Config) => path.join(dataDir, 'work')

interface StoredFile {
  file_name: string
  blob_key: string | null
}

interface ConvertOptions
  extends Pick<ConversionOptions, 'attempt' | 'signal' | 'on_progress' | 'on_first' | 'children'> {
  /** name of a folder for this attempt, as `sweepWorkFolders` knows it */
  work_folder: string
  /** fills a folder with the artefacts of the previous version; false if there are none to reuse */
  fetch_before?: (folder: string) => Promise<boolean>
}

export async function convertModel(
  server: Server,
  folder: ArtefactFolder,
  { file_name, blob_key }: StoredFile,
  { work_folder, fetch_before, ...options }: ConvertOptions,
): Promise<StoredResult> {
  const source = await server.blobs.openLocalFile(blob_key ?? '')
  const outDir = path.join(getWorkFolder(server.config), work_folder)
  const before = `${outDir}.before`
  const { memoryMb, seconds } = server.config.convert
  try {
    const isBefore = (await fetch_before?.(before)) ?? false
    const limits = { max_memory_mb: memoryMb, max_seconds: seconds }
    const result = await runConversion({
      ...{ file: source.file, file_name, out_dir: outDir },
      ...limits,
      ...options,
      before: isBefore ? before : undefined,
    })
    await indexModel(server, folder, outDir)
    const picture = await result.thumbnail
    if (picture) await fsp.writeFile(path.join(outDir, 'thumbnail.png'), picture, { flush: true })
    return await storeResult(server, folder, outDir, result)
  } finally {
    await source.release()
    for (const each of [outDir, before]) await fsp.rm(each, { recursive: true, force: true })
  }
}

/** The work folder of an item of a run. */
export const buildRunFolder = (runId: string, number: number, attempt: number) =>
  `run-${runId}-${number}-${attempt}`

async function isInUse({ db }: Server, name: string): Promise<boolean> {
  const [, run, item, itemAttempt] = /^run-([0-9a-f-]{36})-(\d+)-(\d+)/.exec(name) ?? []
  if (run) {
    const running = await db
      .selectFrom('background_run_items')
      .select('number')
      .where('run_id', '=', run)
      .where('number', '=', Number(item))
      .where('attempt', '=', Number(itemAttempt))
      .where('state', '=', 'RUNNING')
      .executeTakeFirst()
    return running !== undefined
  }
  const [, id, attempt] = /^([0-9a-f-]{36})-(\d+)/.exec(name) ?? []
  if (!id) return true
  const running = await db
    .selectFrom('bim_file_variants')
    .select('id')
    .where('id', '=', id)
    .where('attempt', '=', Number(attempt))
    .where('state', '=', 'PROCESSING')
    .executeTakeFirst()
  return running !== undefined
}

/** Removes work folders of attempts that no longer run because their server was killed. */
export async function sweepWorkFolders(server: Server): Promise<void> {
  const folder = getWorkFolder(server.config)
  for (const name of await fsp.readdir(folder).catch(() => []))
    if (!(await isInUse(server, name)))
      await fsp.rm(path.join(folder, name), { recursive: true, force: true })
}
