import type { pinProject as pin } from '@plumbline/contract/projects/projects'
import type { Input, ProjectCtx } from '../context.ts'
import { readProject } from './reads.ts'

/** What a person keeps about projects for themself. Nobody else hears of it. */

const tellMe = (ctx: ProjectCtx) =>
  ctx.tell('project.updated', {
    project_id: ctx.member.project_id,
    data: {},
    audience: { users: [ctx.actor.user_id] },
  })

async function mark(ctx: ProjectCtx, values: { pinned_at?: string | null; visited_at?: string }) {
  const row = { project_id: ctx.member.project_id, user_id: ctx.actor.user_id }
  await ctx.tx
    .insertInto('project_marks')
    .values({ ...row, ...values })
    .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doUpdateSet(values))
    .execute()
}

export async function pinProject(ctx: ProjectCtx, { body }: Input<typeof pin>) {
  await mark(ctx, { pinned_at: body.pinned ? ctx.now().toISOString() : null })
  await tellMe(ctx)
  return readProject(ctx, ctx.member.project_id)
}

/** as long as one visit counts once: moving between tabs and windows is no news */
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
  await mark(ctx, { visited_at: ctx.now().toISOString() })
  await tellMe(ctx)
}
