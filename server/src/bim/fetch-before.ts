import fsp from 'node:fs/promises'
import path from 'node:path'
import type { Manifest } from '@plumbline/bim/model'
import { sql } from 'kysely'
import type { Server } from '../context.ts'
import { CURRENT_CONVERTER } from './artefacts.ts'
import type { ConversionAttempt } from './conversion-attempt.ts'
import { FINGERPRINTS_FILE, HASHES_FILE } from './convert/index-file.ts'

/** Files that are fetched at the same time. */
const PARALLEL_FILES = 8

/** The folder of the previous converted version; undefined without one by this converter. */
async function findBefore({ db }: Server, { id, header_id }: ConversionAttempt, teamId: string) {
  const { rows } = await sql<{ folder: string }>`
    select 'artefacts/' || b.artefacts_team_id || '/' || b.artefacts_key as folder
    from bim_file_variants v join bim_file_variants b on b.header_id = v.header_id and b.version < v.version
    where v.id = ${id} and v.header_id = ${header_id} and b.state = 'COMPLETED' and b.deleted_at is null
      and b.artefacts_team_id = ${teamId} and b.converter = ${CURRENT_CONVERTER}
    order by b.version desc limit 1`.execute(db)
  return rows[0]?.folder
}

/**
 * Links the artefacts to reuse into a folder, so that they remain even if the previous version is deleted. Returns false if
 * there are none or some were deleted.
 */
export async function fetchBefore(
  server: Server,
  attempt: ConversionAttempt,
  teamId: string,
  folder: string,
): Promise<boolean> {
  const from = await findBefore(server, attempt, teamId)
  if (!from) return false
  try {
    await fsp.mkdir(folder, { recursive: true })
    const fetchFile = (name: string) => fetchStored(server, `${from}/${name}`, path.join(folder, name))
    // models that cannot be taken over have no fingerprints
    await fetchFile(FINGERPRINTS_FILE)
    await fetchFile('manifest.json')
    const text = await fsp.readFile(path.join(folder, 'manifest.json'), 'utf8')
    const { chunks, carried_file } = JSON.parse(text) as Manifest
    const names = [HASHES_FILE, ...(carried_file ? [carried_file] : [])]
    for (const { file } of chunks) names.push(file, `${file}.br`)
    const waiting = [...new Set(names)]
    const lane = async () => {
      for (let name = waiting.shift(); name; name = waiting.shift()) await fetchFile(name)
    }
    await Promise.all(Array.from({ length: PARALLEL_FILES }, lane))
    return true
  } catch (error) {
    server.log.info({ err: error, variant: attempt.id }, 'the version before cannot be taken over')
    return false
  }
}

async function fetchStored({ blobs }: Server, key: string, to: string): Promise<void> {
  const { file, release } = await blobs.openLocalFile(key)
  try {
    // a link where the file system allows it
    await fsp.link(file, to).catch(() => fsp.copyFile(file, to))
  } finally {
    await release()
  }
}
