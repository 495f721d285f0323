import type { pinProject as pin } from '@plumbline/contract/projects/projects'
import type { Input, ProjectCtx } from '../context.ts'
import { mark, tellMe } from './marks.ts'
import { readProject } from './reads.ts'

export async function pinProject(ctx: ProjectCtx, { body }: Input<typeof pin>) {
  await mark(ctx, { pinned_at: body.pinned ? ctx.now().toISOString() : null })
  await tellMe(ctx)
  return readProject(ctx, ctx.member.project_id)
}
