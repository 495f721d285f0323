import type { ProjectCtx } from '../context.ts'
import { publishProjectMark, setProjectMark } from './project-marks.ts'

/** repeated visits within this time, such as from several tabs, count as one */
const SAME_VISIT_MS = 60_000

export async function visitProject(ctx: ProjectCtx) {
  const since = new Date(ctx.now().getTime() - SAME_VISIT_MS).toISOString()
  const recent = await ctx.tx
    .selectFrom('project_marks')
    .select('visited_at')
    .where('project_id', '=', ctx.member.project_id)
    .where('user_id', '=', ctx.actor.user_id)
    .where('visited_at', '>', since)
    .executeTakeFirst()
  if (recent) return
  await setProjectMark(ctx, { visited_at: ctx.now().toISOString() })
  await publishProjectMark(ctx)
}
