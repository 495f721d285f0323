import type { ProjectCtx } from '../../context.ts'
import { deleteViewpoint as deleteViewpointOfIssue } from '../../issues/delete-viewpoint.ts'
import { checkIfMatch } from './tags.ts'
import { getViewpointId, lockTopic } from './topic-rows.ts'
import { getViewpointReply, type ViewpointInput } from './viewpoints.ts'

/** BCF API 3.0 only. */
export async function deleteViewpoint(ctx: ProjectCtx, { params }: ViewpointInput): Promise<void> {
  const issue = await lockTopic(ctx, params.topicGuid)
  const viewpointId = await getViewpointId(ctx, issue.id, params.viewpointGuid)
  await checkIfMatch(ctx.http, () => getViewpointReply(ctx, { params }, '3.0'))
  await deleteViewpointOfIssue(ctx, { params: { id: issue.project_id, issueId: issue.id, viewpointId } })
}
