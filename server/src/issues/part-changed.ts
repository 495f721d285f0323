import { sql } from 'kysely'
import type { ProjectCtx, WriteContext } from '../context.ts'
import { type NewEntry, recordIssues } from './log.ts'
import { type FoundIssue, issueAudience } from './visible.ts'

/** Who writes, and when, as the log wants it. */
export const recording = (ctx: WriteContext) => ({
  project_id: ctx.member.project_id,
  by: ctx.member.user_id,
  at: ctx.now().toISOString(),
})

/** What a write adds to the counts on the issue's row. */
export type Counts = Partial<Record<'comments' | 'attachments', number>>

/** The issue is newer and the log has it; its `version` is of its fields only and stays. */
export async function partRecorded(
  ctx: ProjectCtx,
  issue: Pick<FoundIssue, 'id'>,
  entry: Omit<NewEntry, 'issue_id'>,
  { comments = 0, attachments = 0 }: Counts = {},
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
  await recordIssues(ctx.tx, recording(ctx), [{ issue_id: issue.id, ...entry }])
}

/** A part of an issue changed: recorded, and told to those who see the issue; new files notify who follows it. */
export async function partChanged(
  ctx: ProjectCtx,
  issue: FoundIssue,
  entry: Omit<NewEntry, 'issue_id'>,
  counts: Counts = {},
): Promise<void> {
  await partRecorded(ctx, issue, entry, counts)
  const attached = entry.kind === 'ATTACHED' ? entry.data?.subject : undefined
  await ctx.tell('issue.updated', {
    project_id: issue.project_id,
    data: { issue_id: issue.id },
    audience: await issueAudience(ctx.tx, issue),
    cause: attached
      ? { kind: 'ATTACHED', by: ctx.member.user_id, issue, file_name: String(attached) }
      : { kind: 'PART_CHANGED' },
  })
}
