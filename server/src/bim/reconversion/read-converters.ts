import { text } from 'node:stream/consumers'
import { type Manifest, nameConverter } from '@plumbline/bim/model'
import { sql } from 'kysely'
import { BlobMissingError } from '../../blobs/blob-store.ts'
import type { Server } from '../../context.ts'

/** folders per sweep, which runs every minute */
const FOLDERS_PER_SWEEP = 300

async function readConverter({ blobs }: Pick<Server, 'blobs'>, folder: string): Promise<string> {
  try {
    const manifest = JSON.parse(await text(await blobs.read(`${folder}/manifest.json`))) as Partial<Manifest>
    const { converter, format } = manifest
    return typeof converter === 'string' && typeof format === 'number'
      ? nameConverter({ converter, format })
      : ''
  } catch (error) {
    if (error instanceof BlobMissingError || error instanceof SyntaxError) return ''
    throw error
  }
}

/** Stores the converter of models that older servers converted without recording it, read from their manifests. */
export async function readConverters(server: Pick<Server, 'db' | 'blobs'>): Promise<void> {
  const { rows } = await sql<{ team_id: string | null; key: string }>`
    select distinct artefacts_team_id as team_id, artefacts_key as key from (
      select artefacts_team_id, artefacts_key from bim_file_variants
      where converter is null and artefacts_key is not null order by id limit ${FOLDERS_PER_SWEEP}) v`.execute(
    server.db,
  )
  for (const { team_id, key } of rows) {
    const converter = team_id === null ? '' : await readConverter(server, `artefacts/${team_id}/${key}`)
    await server.db
      .updateTable('bim_file_variants')
      .set({ converter })
      .where('artefacts_key', '=', key)
      .where('artefacts_team_id', 'is not distinct from', team_id)
      .where('converter', 'is', null)
      .execute()
  }
}
