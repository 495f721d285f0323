import { ARTEFACT_FORMAT, CONVERTER_VERSION } from '@plumbline/bim/model'
import { type RawBuilder, sql } from 'kysely'
import type { Server } from '../context.ts'
import { UtcClient } from '../db/utc-client.ts'

/** Removes folders of artefacts, which versions of the same bytes share, once no version uses them. */

/** the end of the keys of artefacts that this server makes */
export const KEY_SUFFIX = `-${ARTEFACT_FORMAT}-${CONVERTER_VERSION.replace(/\D/g, '')}`

/** Written last: it marks a complete folder, which a later version of the same bytes takes without a conversion. */
export const RESULT_FILE = 'result.json'

interface FolderName {
  team_id: string
  key: string
}

export const buildArtefactPath = ({ team_id, key }: FolderName) => `artefacts/${team_id}/${key}`

export type ArtefactServices = Pick<Server, 'db' | 'blobs' | 'directUrl' | 'log'>

const buildLockName = (folder: FolderName) => `remove ${buildArtefactPath(folder)}`

/** Waits until the folder is not being removed. Call it for a version that counts as a user of the folder already. */
export async function waitForRemoval({ db }: Pick<Server, 'db'>, folder: FolderName): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${buildLockName(folder)}, 0))`.execute(db)
}

/** Removes a folder unless it is used; versions that start using it meanwhile wait for the end. */
export async function removeUnusedArtefacts(
  { blobs, directUrl, log }: ArtefactServices,
  folder: FolderName,
  isUsed: () => Promise<boolean>,
): Promise<void> {
  const path = buildArtefactPath(folder)
  // the lock outlasts a transaction: it ends with its connection
  const client = new UtcClient({ connectionString: directUrl })
  client.on('error', (error) => log.warn({ err: error, folder: path }, 'removal of artefacts'))
  try {
    await client.connect()
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [buildLockName(folder)])
    if (await isUsed()) return
    // first, so that an interrupted removal does not leave a folder that looks complete
    await blobs.remove(`${path}/${RESULT_FILE}`)
    await blobs.remove(path)
  } finally {
    await client.end()
  }
}

/** Whether versions outside of `within`, a condition on a version `v`, use the folder or are about to. */
async function isUsedOutside(
  { db }: Pick<Server, 'db'>,
  { team_id, key }: FolderName,
  within: RawBuilder<boolean>,
): Promise<boolean> {
  const { rows } = await sql<{ is_used: boolean }>`
    select exists (
      select from bim_file_variants v join projects p on p.id = v.project_id
      where not (${within}) and (v.artefacts_team_id = ${team_id} or p.team_id = ${team_id})
        and (v.artefacts_key = ${key}
          or (${key.endsWith(KEY_SUFFIX)} and left(v.sha256, 40) = left(${key}, 40)))
    ) or exists (
      select from replaced_artefacts r join bim_file_variants v on v.id = r.variant_id
      where not (${within}) and r.team_id = ${team_id} and r.artefacts_key = ${key}
    ) as is_used`.execute(db)
  return rows[0]?.is_used ?? true
}

/**
 * Removes the artefacts of the versions `v` within a condition, unless others use them, including those that a stopped
 * conversion stored without a row.
 */
export async function removeArtefactsOf(
  services: ArtefactServices,
  within: RawBuilder<boolean>,
): Promise<void> {
  const { rows } = await sql<FolderName>`
    select distinct f.team_id, f.key from bim_file_variants v join projects p on p.id = v.project_id
    cross join lateral (values
      (v.artefacts_team_id, v.artefacts_key),
      -- drawings have none
      (case when v.file_name ~* '\\.ifc(zip|xml)?$' then p.team_id end, left(v.sha256, 40) || ${KEY_SUFFIX}::text)
    ) f (team_id, key)
    where ${within} and f.team_id is not null and f.key is not null`.execute(services.db)
  for (const folder of rows)
    await removeUnusedArtefacts(services, folder, () => isUsedOutside(services, folder, within))
}
