import { sql } from 'kysely'
import type { ProjectCtx, WriteContext } from '../context.ts'
import { type NewEntry, recordIssues } from './log.ts'
import { type FoundIssue, readIssueAudience } from './visible.ts'

/** Project, author and time of a log entry. */
export const buildLogStamp = (ctx: WriteContext) => ({
  project_id: ctx.member.project_id,
  by: ctx.member.user_id,
  at: ctx.now().toISOString(),
})

/** Increments of the counters in the issue's row. */
export type CountChanges = Partial<Record<'comments' | 'attachments', number>>

/** Records a change of an issue's part and touches `updated_at`; `version` counts changes of fields only. */
export async function recordPartChange(
  ctx: ProjectCtx,
  issue: Pick<FoundIssue, 'id'>,
  entry: Omit<NewEntry, 'issue_id'>,
  { comments = 0, attachments = 0 }: CountChanges = {},
): Promise<void> {
  await ctx.tx
    .updateTable('issues')
    .set({
      updated_at: ctx.now().toISOString(),
      comments: sql`comments + ${comments}::int`,
      attachments: sql`attachments + ${attachments}::int`,
    })
    .where('id', '=', issue.id)
    .execute()
  await recordIssues(ctx.tx, buildLogStamp(ctx), [{ issue_id: issue.id, ...entry }])
}

/** Records a change of an issue's part and publishes it to the issue's audience; new attachments notify its followers. */
export async function recordAndTellPartChange(
  ctx: ProjectCtx,
  issue: FoundIssue,
  entry: Omit<NewEntry, 'issue_id'>,
  counts: CountChanges = {},
): Promise<void> {
  await recordPartChange(ctx, issue, entry, counts)
  const attached = entry.kind === 'ATTACHED' ? entry.data?.subject : undefined
  await ctx.tell('issue.updated', {
    project_id: issue.project_id,
    data: { issue_id: issue.id },
    audience: await readIssueAudience(ctx.tx, issue, ctx.member),
    cause: attached
      ? { kind: 'ATTACHED', by: ctx.member.user_id, issue, file_name: String(attached) }
      : { kind: 'PART_CHANGED' },
  })
}
