import { sql } from 'kysely'
import type { Server } from '../context.ts'

const RETENTION_MS = 30 * 24 * 3600 * 1000

/** Files deleted before this moment cannot be restored. */
export const computeTrashLimit = (now: Date) => new Date(now.getTime() - RETENTION_MS).toISOString()
export const computePurgeTime = (deletedAt: string) =>
  new Date(new Date(deletedAt).getTime() + RETENTION_MS).toISOString()

/** versions purged per run */
const PURGE_BATCH = 500

type PurgeServices = Pick<Server, 'db' | 'blobs' | 'now'>

/** Versions whose own or whose file's retention period is over. */
async function listDueVariants({ db, now }: PurgeServices): Promise<string[]> {
  const limit = computeTrashLimit(now())
  const { rows } = await sql<{ id: string }>`
    select v.id from bim_file_variants v join bim_file_headers h on h.id = v.header_id
    where v.deleted_at <= ${limit} or h.deleted_at <= ${limit} limit ${PURGE_BATCH}`.execute(db)
  return rows.map((row) => row.id)
}

/** The artefact folder if no other version of the company uses it, else null. */
async function findExclusiveArtefacts({ db }: PurgeServices, variantId: string): Promise<string | null> {
  const { rows } = await sql<{ folder: string }>`
    select 'artefacts/' || v.artefacts_team_id || '/' || v.artefacts_key as folder
    from bim_file_variants v
    where v.id = ${variantId} and v.artefacts_key is not null and not exists (
      select from bim_file_variants o join projects p on p.id = o.project_id
      where o.id <> v.id
        and (o.artefacts_team_id = v.artefacts_team_id or p.team_id = v.artefacts_team_id)
        and (o.artefacts_key = v.artefacts_key or left(o.sha256, 40) = left(v.artefacts_key, 40)))`.execute(
    db,
  )
  return rows[0]?.folder ?? null
}

/** Removes blobs before rows, so that the next run repeats an interrupted purge. */
async function purgeVariant(machines: PurgeServices, id: string) {
  const folder = await findExclusiveArtefacts(machines, id)
  if (folder) await machines.blobs.remove(folder)
  await machines.blobs.remove(`variants/${id}`)
  await machines.db.deleteFrom('bim_file_variants').where('id', '=', id).execute()
}

/** Purges files and versions after the retention period; returns the number of versions. */
export async function purgeFiles(machines: PurgeServices): Promise<number> {
  const due = await listDueVariants(machines)
  for (const id of due) await purgeVariant(machines, id)
  await machines.db
    .deleteFrom('bim_file_headers as h')
    .where('h.deleted_at', '<=', computeTrashLimit(machines.now()))
    .where(sql<boolean>`not exists (select from bim_file_variants v where v.header_id = h.id)`)
    .execute()
  return due.length
}
