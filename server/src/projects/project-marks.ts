import type { ProjectCtx } from '../context.ts'
/** What a person keeps about projects for themself. Nobody else hears of it. */

export const publishProjectToSelf = (ctx: ProjectCtx) =>
  ctx.tell('project.updated', {
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
