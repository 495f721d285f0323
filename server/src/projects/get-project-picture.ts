import type * as api from '@plumbline/contract/projects/projects'
import { sendPicture } from '../blobs/pictures.ts'
import type { Input, ProjectCtx } from '../context.ts'
import { readProject } from './reads.ts'

export async function getProjectPicture(ctx: ProjectCtx, { query }: Input<typeof api.getProjectPicture>) {
  const project = await readProject(ctx, ctx.member.project_id)
  return sendPicture(ctx, project.picture_id, query)
}
