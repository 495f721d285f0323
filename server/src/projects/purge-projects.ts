import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { removeStoredPicture } from '../blobs/pictures.ts'
import type { Server } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import { runEach } from '../jobs/run-each.ts'
import { type ArtefactServices, removeArtefactsOf } from './artefact-folders.ts'
import { computeProjectTrashLimit } from './project-trash.ts'

/** projects per read */
const BATCH_SIZE = 100

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
    // a project with hundred thousands of issues takes longer than a request may, and nobody waits for its rows
    await sql`set local statement_timeout = 0`.execute(tx)
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

async function* listDueProjects({ db, now }: Pick<Server, 'db' | 'now'>) {
  const limit = computeProjectTrashLimit(now())
  for (let after: string | undefined; ; ) {
    const due: { id: string; picture_id: string | null }[] = await db
      .selectFrom('projects')
      .select(['id', 'picture_id'])
      .where('deleted_at', '<=', limit)
      .$if(after !== undefined, (later) => later.where('id', '>', after as string))
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
    yield* due
    after = due.at(-1)?.id
    if (due.length < BATCH_SIZE) return
  }
}

/** Permanently deletes projects past their time in the trash. */
export function purgeProjects(server: ArtefactServices & Pick<Server, 'now'>): Promise<void> {
  return runEach(server.log, 'purge of a project', listDueProjects(server), ({ id, picture_id }) =>
    purgeProject(server, id, picture_id),
  )
}
