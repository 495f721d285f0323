import type * as api from '@plumbline/contract/issues/issues'
import type { Issue } from '@plumbline/contract/issues/issues'
import { sql } from 'kysely'
import type { Input, ProjectCtx, Server } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { recordIssues } from './log.ts'
import { demand } from './may.ts'
import { recording } from './part-changed.ts'
import { evidenceOf, issueWithParts } from './read-issue.ts'
import { findIssue, issueAudience, seenInTrashTooBy } from './visible.ts'

/** A deleted issue is gone for everybody at once; for a while whoever deleted it, or an editor, can take it back. */

const KEPT_MS = 30 * 24 * 3600 * 1000
/** shown of what was deleted */
const MOST = 500
/** issues that one run removes: the next one goes on */
const BATCH = 500

const trashLimit = (now: Date) => new Date(now.getTime() - KEPT_MS).toISOString()

export async function removeIssue(
  ctx: ProjectCtx,
  { params }: Pick<Input<typeof api.deleteIssue>, 'params'>,
): Promise<void> {
  const issue = await findIssue(ctx, params.issueId, true)
  demand(ctx.member, { ...issue, ...(await evidenceOf(ctx.tx, issue)) }, 'DELETE')
  const audience = await issueAudience(ctx.tx, issue)
  await ctx.tx
    .updateTable('issues')
    .set({ deleted_at: ctx.now().toISOString(), deleted_by: ctx.member.user_id })
    .where('id', '=', issue.id)
    .execute()
  await recordIssues(ctx.tx, recording(ctx), [{ issue_id: issue.id, kind: 'DELETED' }])
  await ctx.tell('issue.deleted', {
    project_id: issue.project_id,
    data: { issue_id: issue.id },
    audience,
    facts: { by: ctx.member.user_id, issue },
  })
}

/** What the member would see, of what is in the trash and can still be taken back. */
const restorable = (ctx: ProjectCtx) =>
  ctx.tx
    .selectFrom('issues')
    .where('issues.project_id', '=', ctx.member.project_id)
    .where('issues.deleted_at', '>', trashLimit(ctx.now()))
    .where(seenInTrashTooBy(ctx.member))

export async function recoverIssue(
  ctx: ProjectCtx,
  { params }: Input<typeof api.restoreIssue>,
): Promise<Issue> {
  const issue = await restorable(ctx)
    .where('issues.id', '=', params.issueId)
    .selectAll('issues')
    .forUpdate('issues')
    .executeTakeFirst()
  if (!issue) throw new Refusal('not_found')
  demand(ctx.member, issue, 'RESTORE')
  await ctx.tx
    .updateTable('issues')
    .set({ deleted_at: null, deleted_by: null })
    .where('id', '=', issue.id)
    .execute()
  await recordIssues(ctx.tx, recording(ctx), [{ issue_id: issue.id, kind: 'RESTORED' }])
  await ctx.tell('issue.created', {
    project_id: issue.project_id,
    data: { issue_id: issue.id },
    audience: await issueAudience(ctx.tx, issue),
  })
  ctx.http.etag(issue.version)
  return issueWithParts(ctx, issue.id)
}

export function deletedIssues(ctx: ProjectCtx, _input: Input<typeof api.listDeletedIssues>) {
  return restorable(ctx)
    .select(['id', 'number', 'name', 'deleted_by'])
    .select((eb) => eb.ref('deleted_at').$notNull().as('deleted_at'))
    .orderBy('deleted_at', 'desc')
    .limit(MOST)
    .execute()
}

type Machines = Pick<Server, 'db' | 'blobs' | 'now'>

/** Bytes first, row last: what is broken off in between is found and done again by the next run. */
async function purgeOne({ db, blobs }: Machines, { id, project_id }: { id: string; project_id: string }) {
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
  // models that came with a BCF file
  const { rows: models } = await sql<{ blob_id: string }>`
    select b.value as blob_id from issue_bcf, jsonb_each_text(topic->'blobs') b where issue_id = ${id}`.execute(
    db,
  )
  for (const file of [...files, ...snippet, ...models])
    await blobs.remove(`attachments/${project_id}/${file.blob_id}`)
  await db.deleteFrom('issues').where('id', '=', id).where('deleted_at', 'is not', null).execute()
}

/** Removes for good what has been in the trash for too long to be restored. Answers how many issues. */
export async function purgeIssues(machines: Machines): Promise<number> {
  const due = await machines.db
    .selectFrom('issues')
    .select(['id', 'project_id'])
    .where('deleted_at', '<=', trashLimit(machines.now()))
    .orderBy('deleted_at')
    .limit(BATCH)
    .execute()
  for (const issue of due) await purgeOne(machines, issue)
  return due.length
}
