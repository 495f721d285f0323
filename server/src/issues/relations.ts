import type { LogKind } from '@plumbline/contract/issues/timeline'
import type { ProjectCtx } from '../context.ts'
import { checkIssueAction } from './check-issue-action.ts'
import { recordIssues } from './log.ts'
import { buildLogStamp } from './part-changes.ts'
import { type FoundIssue, findIssue, readIssueAudience } from './visible.ts'

interface IssuePair {
  issue: FoundIssue
  other: FoundIssue
  ids: { a_id: string; b_id: string }
}

/** Locks both issues in id order, against deadlocks; the caller must see both and may edit the first. */
export async function lockIssuePair(
  ctx: ProjectCtx,
  { issueId, otherId }: { issueId: string; otherId: string },
): Promise<IssuePair> {
  // ids in a path may be upper case, which sorts differently
  const [a_id = '', b_id = ''] = [issueId.toLowerCase(), otherId.toLowerCase()].sort()
  const first = await findIssue(ctx, a_id, true)
  const second = await findIssue(ctx, b_id, true)
  const [issue, other] = first.id === issueId.toLowerCase() ? [first, second] : [second, first]
  checkIssueAction(ctx.member, issue, 'EDIT')
  return { issue, other, ids: { a_id, b_id } }
}

/** Touches both issues, records the change in both logs and publishes it to the audience of each. */
export async function recordRelationChange(ctx: ProjectCtx, { issue, other, ids }: IssuePair, kind: LogKind) {
  await ctx.tx
    .updateTable('issues')
    .set({ updated_at: ctx.now().toISOString() })
    .where('id', 'in', [ids.a_id, ids.b_id])
    .execute()
  await recordIssues(ctx.tx, buildLogStamp(ctx), [
    { issue_id: issue.id, kind, data: { other_id: other.id } },
    { issue_id: other.id, kind, data: { other_id: issue.id } },
  ])
  for (const end of [issue, other])
    await ctx.tell('issue.updated', {
      project_id: end.project_id,
      data: { issue_id: end.id },
      audience: await readIssueAudience(ctx.tx, end, ctx.member),
      cause: { kind: 'PART_CHANGED' },
    })
}
