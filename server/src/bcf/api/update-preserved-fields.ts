import type { ProjectCtx } from '../../context.ts'
import { canonical } from '../../issues/log.ts'
import { demand } from '../../issues/may.ts'
import { partChanged } from '../../issues/part-changed.ts'
import type { FoundIssue } from '../../issues/visible.ts'
import { getPreservedFields, type PreservedFields, setPreservedFields } from '../preserved-fields.ts'
import { lockTopic } from './topic-rows.ts'

/** Locks the issue of a topic. @throws Refusal if the caller may not edit it */
export async function lockTopicForEdit(ctx: ProjectCtx, topicGuid: string): Promise<FoundIssue> {
  const issue = await lockTopic(ctx, topicGuid)
  demand(ctx.member, issue, 'EDIT')
  return issue
}

/** Updates the preserved fields of a locked issue and logs the names of those that changed. */
export async function updatePreservedFields(
  ctx: ProjectCtx,
  issue: FoundIssue,
  change: Partial<PreservedFields>,
): Promise<void> {
  const before = await getPreservedFields(ctx.tx, issue.id)
  const changed = Object.entries(change)
    .filter(([field, to]) => canonical(before[field as keyof PreservedFields]) !== canonical(to))
    .map(([field]) => field)
  if (changed.length === 0) return
  await setPreservedFields(ctx.tx, issue.id, { ...before, ...change })
  await partChanged(ctx, issue, {
    kind: 'CHANGED',
    data: { changes: [{ field: 'bcf', from: null, to: changed }] },
  })
}
