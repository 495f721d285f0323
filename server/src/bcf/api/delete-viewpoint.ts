import type { ProjectCtx } from '../../context.ts'
import { deleteViewpoint as deleteViewpointOfIssue } from '../../issues/delete-viewpoint.ts'
import { findViewpoint, holdTopic } from './find.ts'
import { demandMatch } from './tags.ts'
import { readViewpoint, type ViewpointRef } from './viewpoints.ts'

/** Only BCF API 3.0 has this service. */
export async function deleteViewpoint(ctx: ProjectCtx, { params }: ViewpointRef): Promise<void> {
  const issue = await holdTopic(ctx, params.topicGuid)
  const viewpointId = await findViewpoint(ctx, issue.id, params.viewpointGuid)
  await demandMatch(ctx.http, () => readViewpoint(ctx, { params }, '3.0'))
  await deleteViewpointOfIssue(ctx, { params: { id: issue.project_id, issueId: issue.id, viewpointId } })
}
