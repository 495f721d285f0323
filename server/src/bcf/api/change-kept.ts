import type { ProjectCtx } from '../../context.ts'
import { checkIssueAction } from '../../issues/check-issue-action.ts'
import { formatCanonicalJson } from '../../issues/log.ts'
import { recordAndTellPartChange } from '../../issues/part-changes.ts'
import type { FoundIssue } from '../../issues/visible.ts'
import { type Kept, readKept, writeKept } from '../kept.ts'
import { holdTopic } from './find.ts'

/** The issue of a topic, held, for who may edit it. */
export async function editTopic(ctx: ProjectCtx, topicGuid: string): Promise<FoundIssue> {
  const issue = await holdTopic(ctx, topicGuid)
  checkIssueAction(ctx.member, issue, 'EDIT')
  return issue
}

/** Writes what is kept of an issue that is held, and says so as a change of the issue. */
export async function changeKept(ctx: ProjectCtx, issue: FoundIssue, change: Partial<Kept>): Promise<void> {
  const before = await readKept(ctx.tx, issue.id)
  const changed = Object.entries(change)
    .filter(([field, to]) => formatCanonicalJson(before[field as keyof Kept]) !== formatCanonicalJson(to))
    .map(([field]) => field)
  if (changed.length === 0) return
  await writeKept(ctx.tx, issue.id, { ...before, ...change })
  await recordAndTellPartChange(ctx, issue, {
    kind: 'CHANGED',
    data: { changes: [{ field: 'bcf', from: null, to: changed }] },
  })
}
