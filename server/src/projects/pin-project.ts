import type { pinProject as pin } from '@plumbline/contract/projects/projects'
import type { Input, ProjectCtx } from '../context.ts'
import { getVisibleProject } from './get-visible-project.ts'
import { publishProjectMark, setProjectMark } from './project-marks.ts'

export async function pinProject(ctx: ProjectCtx, { body }: Input<typeof pin>) {
  await setProjectMark(ctx, { pinned_at: body.pinned ? ctx.now().toISOString() : null })
  await publishProjectMark(ctx)
  return getVisibleProject(ctx, ctx.member.project_id)
}
