import type { Server } from '../../context.ts'
import { runEach } from '../../jobs/run-each.ts'
import { buildAttachmentFolder } from './attachments.ts'

const PHOTOS_PER_RUN = 5000

/** Removes original photos of deleted users: only the author may download an original. Returns how many. */
export async function purgeOriginals({
  db,
  blobs,
  log,
}: Pick<Server, 'db' | 'blobs' | 'log'>): Promise<number> {
  // past visible.ts: a job of the server, for nobody’s eyes
  const due = await db
    .selectFrom('issue_attachments as a')
    .innerJoin('issues', 'issues.id', 'a.issue_id')
    .select(['a.id', 'a.blob_id', 'issues.project_id'])
    .where('a.kind', '=', 'PHOTO')
    .where('a.created_by', 'is', null)
    .where('a.has_original', '=', true)
    .limit(PHOTOS_PER_RUN)
    .execute()
  await runEach(log, 'purge of an original photo', due, async ({ id, blob_id, project_id }) => {
    await blobs.remove(`${buildAttachmentFolder(project_id, blob_id)}/original`)
    await db.updateTable('issue_attachments').set({ has_original: false }).where('id', '=', id).execute()
  })
  return due.length
}
