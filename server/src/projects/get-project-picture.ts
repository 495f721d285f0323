import type * as api from '@plumbline/contract/projects/projects'
import { sendPicture } from '../blobs/pictures.ts'
import type { Input, ProjectCtx } from '../context.ts'
import { getVisibleProject } from './get-visible-project.ts'

export async function getProjectPicture(ctx: ProjectCtx, { query }: Input<typeof api.getProjectPicture>) {
  const project = await getVisibleProject(ctx, ctx.member.project_id)
  return sendPicture(ctx, project.picture_id, query)
}
