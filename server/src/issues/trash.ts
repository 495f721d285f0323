import { sql } from 'kysely'
import type { ProjectCtx, Server } from '../context.ts'
import { runEach } from '../jobs/run-each.ts'
import { type FoundIssue, isVisibleInTrashTo } from './visible.ts'

const TRASH_PERIOD_MS = 30 * 24 * 3600 * 1000
/** issues per read */
const PURGE_BATCH = 500

const getTrashLimit = (now: Date) => new Date(now.getTime() - TRASH_PERIOD_MS).toISOString()
/** Deleted issues that the member may see and that can still be restored. */
export const selectRestorableIssues = (ctx: ProjectCtx) =>
  ctx.tx
    .selectFrom('issues')
    .where('issues.project_id', '=', ctx.member.project_id)
    .where('issues.deleted_at', '>', getTrashLimit(ctx.now()))
    .where(isVisibleInTrashTo(ctx.member))
type PurgeServices = Pick<Server, 'db' | 'blobs' | 'now' | 'log'>

/** Removes blobs first and the row last: an interrupted purge is repeated by the next run. */
async function purgeIssue(
  { db, blobs }: PurgeServices,
  { id, project_id }: { id: string; project_id: string },
) {
  const views = await db.selectFrom('issue_viewpoints').select('id').where('issue_id', '=', id).execute()
  const files = await db
    .selectFrom('issue_attachments')
    .select('blob_id')
    .where('issue_id', '=', id)
    .execute()
  for (const view of views)
    for (const key of [`${view.id}.png`, view.id]) await blobs.remove(`snapshots/${project_id}/${key}`)
  const snippet = await db
    .selectFrom('issue_bcf')
    .select('snippet_blob_id as blob_id')
    .where('issue_id', '=', id)
    .where('snippet_blob_id', 'is not', null)
    .execute()
  // reference models imported with a BCF file
  const { rows: models } = await sql<{ blob_id: string }>`
    select b.value as blob_id from issue_bcf, jsonb_each_text(topic->'blobs') b where issue_id = ${id}`.execute(
    db,
  )
  for (const file of [...files, ...snippet, ...models])
    await blobs.remove(`attachments/${project_id}/${file.blob_id}`)
  await db.deleteFrom('issues').where('id', '=', id).where('deleted_at', 'is not', null).execute()
}

type DueIssue = Pick<FoundIssue, 'id' | 'project_id' | 'deleted_at'>

/** Issues that were deleted too long ago to be restored. */
async function* listDueIssues({ db, now }: PurgeServices): AsyncGenerator<DueIssue> {
  for (let last: DueIssue | undefined; ; ) {
    // past visible.ts: a job of the server, for nobody’s eyes
    const page: DueIssue[] = await db
      .selectFrom('issues')
      .select(['id', 'project_id', 'deleted_at'])
      .where('deleted_at', '<=', getTrashLimit(now()))
      .$if(last !== undefined, (query) =>
        query.where(sql<boolean>`(deleted_at, id) > (${last?.deleted_at}::timestamptz, ${last?.id}::uuid)`),
      )
      .orderBy('deleted_at')
      .orderBy('id')
      .limit(PURGE_BATCH)
      .execute()
    yield* page
    last = page.at(-1)
    if (page.length < PURGE_BATCH) return
  }
}

/** Purges issues that were deleted too long ago to be restored; returns how many. */
export async function purgeIssues(machines: PurgeServices): Promise<number> {
  let count = 0
  await runEach(machines.log, 'purge of an issue', listDueIssues(machines), async (issue) => {
    await purgeIssue(machines, issue)
    count++
  })
  return count
}
