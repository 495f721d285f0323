import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { removeStoredPicture } from '../blobs/pictures.ts'
import type { Server } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import { computeProjectTrashLimit } from './project-trash.ts'

/** projects per run */
const BATCH_SIZE = 20

/** Artefact folders used by this project only; other projects of the company may share a file's artefacts. */
async function listOwnArtefacts({ db }: Pick<Server, 'db'>, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ folder: string }>`
    select distinct 'artefacts/' || v.artefacts_team_id || '/' || v.artefacts_key as folder
    from bim_file_variants v
    where v.project_id = ${projectId} and v.artefacts_key is not null and not exists (
      select from bim_file_variants o join projects p on p.id = o.project_id
      where o.project_id <> ${projectId}
        and (o.artefacts_team_id = v.artefacts_team_id or p.team_id = v.artefacts_team_id)
        and (o.artefacts_key = v.artefacts_key or left(o.sha256, 40) = left(v.artefacts_key, 40)))`.execute(
    db,
  )
  return rows.map((row) => row.folder)
}

/** Deletes blobs before rows, so that the next run finds and repeats an interrupted purge. */
async function purgeProject(
  server: Pick<Server, 'db' | 'blobs' | 'log'>,
  id: string,
  picture_id: string | null,
) {
  const { db, blobs, log } = server
  const variants = await db
    .selectFrom('bim_file_variants')
    .select('id')
    .where('project_id', '=', id)
    .execute()
  for (const folder of await listOwnArtefacts(server, id)) await blobs.remove(folder)
  for (const variant of variants) await blobs.remove(`variants/${variant.id}`)
  await blobs.remove(`snapshots/${id}`)
  await blobs.remove(`attachments/${id}`)
  await blobs.remove(`bcf/${id}`)
  removeStoredPicture({ blobs, log, onCommit: (effect) => effect() }, picture_id)
  await inTransaction(db, async (tx) => {
    const purged = await tx
      .deleteFrom('projects')
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .returning(['team_id', 'name'])
      .executeTakeFirst()
    if (!purged) return
    const { team_id, name } = purged
    await recordAudit({ tx }, { team_id }, { kind: 'PROJECT_PURGED', project_id: id, data: { name } })
  })
}

/** Permanently deletes projects whose time in the trash is over; returns their number. */
export async function purgeProjects(server: Pick<Server, 'db' | 'blobs' | 'log' | 'now'>): Promise<number> {
  const due = await server.db
    .selectFrom('projects')
    .select(['id', 'picture_id'])
    .where('deleted_at', '<=', computeProjectTrashLimit(server.now()))
    .orderBy('deleted_at')
    .limit(BATCH_SIZE)
    .execute()
  for (const { id, picture_id } of due) await purgeProject(server, id, picture_id)
  return due.length
}
