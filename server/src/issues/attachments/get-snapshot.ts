import type * as issuesApi from '@plumbline/contract/issues/issues'
import type { BytesReply, Input, ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { findIssue } from '../visible.ts'
import { buildPictureReply } from './replies.ts'

export async function getSnapshot(
  ctx: ProjectCtx,
  { params, query }: Pick<Input<typeof issuesApi.getSnapshot>, 'params' | 'query'>,
): Promise<BytesReply> {
  const issue = await findIssue(ctx, params.issueId)
  const view = await ctx.tx
    .selectFrom('issue_viewpoints')
    .select(['id', 'snapshot_key', 'markup', 'version', 'created_by'])
    .where('id', '=', params.viewpointId)
    .where('issue_id', '=', issue.id)
    .executeTakeFirst()
  if (!view?.snapshot_key) throw new Refusal('not_found')
  const picture = view.snapshot_key
  const folder = `snapshots/${issue.project_id}/${view.id}`
  const bare = view.created_by === ctx.member.user_id
  return buildPictureReply(ctx, { ...view, picture, thumbnail: null, folder }, query.as ?? 'picture', {
    bare,
    v: query.v,
  })
}
