import type { enrichKyc, updateMe } from '@plumbline/contract/users'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { readMe } from './me.ts'
import { audienceOfUser } from './reads.ts'

async function tellUser(ctx: UserCtx) {
  const { user_id } = ctx.actor
  const audience = await audienceOfUser(ctx.tx, user_id)
  await ctx.tell('user.updated', { project_id: null, data: { user_id }, audience })
}

/** Onboarding counts as passed only with a company or a project to work in. */
async function checkOnboarding(ctx: UserCtx) {
  const { user_id } = ctx.actor
  const team = await ctx.tx
    .selectFrom('team_members')
    .select('team_id')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  const project =
    team ??
    (await ctx.tx
      .selectFrom('project_members')
      .select('project_id')
      .where('user_id', '=', user_id)
      .executeTakeFirst())
  if (!project) throw new Refusal('wrong_state', { message: 'Create a company or join a project first' })
}

export async function changeMe(ctx: UserCtx, { body }: Input<typeof updateMe>) {
  if (body.mandatory_onboarding_passed) await checkOnboarding(ctx)
  await ctx.tx.updateTable('users').set(body).where('id', '=', ctx.actor.user_id).execute()
  await tellUser(ctx)
  return readMe(ctx.tx, ctx.actor.user_id)
}

/** Keeps what is given beside what was there. */
export async function saveKyc(ctx: UserCtx, { body }: Input<typeof enrichKyc>) {
  await ctx.tx
    .updateTable('users')
    .set({ kyc: sql`kyc || ${JSON.stringify(body)}::jsonb` })
    .where('id', '=', ctx.actor.user_id)
    .execute()
  await tellUser(ctx)
  return readMe(ctx.tx, ctx.actor.user_id)
}
