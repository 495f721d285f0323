import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { removeStoredPicture } from '../blobs/pictures.ts'
import type { Server } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import { type ArtefactServices, removeArtefactsOf } from './artefact-folders.ts'
import { computeProjectTrashLimit } from './project-trash.ts'

/** projects per run */
const BATCH_SIZE = 20

/** Deletes blobs before rows, so that the next run finds and repeats an interrupted purge. */
async function purgeProject(server: ArtefactServices, id: string, picture_id: string | null) {
  const { db, blobs, log } = server
  const variants = await db
    .selectFrom('bim_file_variants')
    .select('id')
    .where('project_id', '=', id)
    .execute()
  await removeArtefactsOf(server, sql`v.project_id = ${id}`)
  for (const variant of variants)
    for (const kind of ['variants', 'first']) await blobs.remove(`${kind}/${variant.id}`)
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
export async function purgeProjects(server: ArtefactServices & Pick<Server, 'now'>): Promise<number> {
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
