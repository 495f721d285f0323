import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import fsp from 'node:fs/promises'
import path from 'node:path'
import { inject } from 'vitest'
import { artefactFolder, storeResult } from '../src/bim/artefacts.ts'
import { runConversion } from '../src/bim/convert/run-conversion.ts'
import { createDiskStore } from '../src/blobs/disk-store.ts'
import type { TestApp } from './app.ts'

/** Converted models for tests of later steps: each is converted once for all test files of a run. */

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Converts bytes unless a test file of this run has; returns the folder of the artefacts. */
async function convertOnce(bytes: Uint8Array): Promise<string> {
  const models = path.join(inject('testFolder'), 'models')
  const folder = artefactFolder('every company', hash(bytes))
  const stored = path.join(models, folder.path)
  if (existsSync(path.join(stored, 'result.json'))) return stored
  const work = await fsp.mkdtemp(path.join(inject('testFolder'), 'convert-'))
  const [file, out_dir] = [path.join(work, 'file'), path.join(work, 'out')]
  await fsp.writeFile(file, bytes)
  const limits = { attempt: 1, max_memory_mb: 3000, max_seconds: 600 }
  const result = await runConversion({ file, file_name: 'model.ifc', out_dir, ...limits })
  const picture = await result.thumbnail
  if (picture) await fsp.writeFile(path.join(out_dir, 'thumbnail.png'), picture)
  await storeResult({ blobs: createDiskStore(models) }, folder, out_dir, result)
  await fsp.rm(work, { recursive: true })
  return stored
}

/**
 * Stores a finished conversion of these bytes, as if the project's company had uploaded them before: a version of them is
 * ready without a conversion. `of`: bytes of another file whose artefacts to use.
 */
export async function plantModel(
  { server: { db }, dataDir }: Pick<TestApp, 'server' | 'dataDir'>,
  projectId: string,
  bytes: Uint8Array,
  of: Uint8Array = bytes,
): Promise<void> {
  const stored = await convertOnce(of)
  const { team_id } = await db
    .selectFrom('projects')
    .select('team_id')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  const folder = artefactFolder(team_id, hash(bytes))
  await fsp.cp(stored, path.join(dataDir, 'blobs', folder.path), { recursive: true })
}
