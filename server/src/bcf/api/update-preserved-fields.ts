import type { ProjectCtx } from '../../context.ts'
import { formatCanonicalJson } from '../../db/hash-chain.ts'
import { checkIssueAction } from '../../issues/check-issue-action.ts'
import { recordAndTellPartChange } from '../../issues/part-changes.ts'
import type { FoundIssue } from '../../issues/visible.ts'
import { getPreservedFields, type PreservedFields, setPreservedFields } from '../preserved-fields.ts'
import { lockTopic } from './topic-rows.ts'

/** Locks the issue of a topic. @throws Refusal if the caller may not edit it */
export async function lockTopicForEdit(ctx: ProjectCtx, topicGuid: string): Promise<FoundIssue> {
  const issue = await lockTopic(ctx, topicGuid)
  checkIssueAction(ctx.member, issue, 'EDIT')
  return issue
}

/** Updates the preserved fields of a locked issue and logs the names of the changed ones. */
export async function updatePreservedFields(
  ctx: ProjectCtx,
  issue: FoundIssue,
  change: Partial<PreservedFields>,
): Promise<void> {
  const before = await getPreservedFields(ctx.tx, issue.id)
  const changed = Object.entries(change)
    .filter(
      ([field, to]) =>
        formatCanonicalJson(before[field as keyof PreservedFields]) !== formatCanonicalJson(to),
    )
    .map(([field]) => field)
  if (changed.length === 0) return
  await setPreservedFields(ctx.tx, issue.id, { ...before, ...change })
  await recordAndTellPartChange(ctx, issue, {
    kind: 'CHANGED',
    data: { changes: [{ field: 'bcf', from: null, to: changed }] },
  })
}
