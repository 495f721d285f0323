import { sql } from 'kysely'
import { removeStoredPicture } from '../blobs/pictures.ts'
import type { Server } from '../context.ts'
import { computeProjectTrashLimit } from './project-trash.ts'

/** projects that one run removes: the next one goes on */
const BATCH_SIZE = 20

/** Artefacts that only this project's versions use: others of the company may have the same file. */
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

/** Bytes first, rows last: what is broken off in between is found and done again by the next run. */
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
  await db.deleteFrom('projects').where('id', '=', id).where('deleted_at', 'is not', null).execute()
}

/** Removes for good what has been in the trash for too long to be restored. Answers how many projects. */
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
