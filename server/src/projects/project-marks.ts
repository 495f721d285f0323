import type { ProjectCtx } from '../context.ts'

/** Pins and visits of a user's own project list; published to that user only. */

export const publishProjectMark = (ctx: ProjectCtx) =>
  ctx.tell('project.marked', {
    project_id: ctx.member.project_id,
    data: {},
    audience: { users: [ctx.actor.user_id] },
  })

export async function setProjectMark(
  ctx: ProjectCtx,
  values: { pinned_at?: string | null; visited_at?: string },
) {
  const row = { project_id: ctx.member.project_id, user_id: ctx.actor.user_id }
  await ctx.tx
    .insertInto('project_marks')
    .values({ ...row, ...values })
    .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doUpdateSet(values))
    .execute()
}
