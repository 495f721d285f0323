import { reason } from '@plumbline/contract/reasons'
import type * as usersApi from '@plumbline/contract/users/users'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../context.ts'
import { toJsonb } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { getUserAudience } from './connected-users.ts'
import { getProfile } from './get-profile.ts'

/** Publishes a change of the public profile to the user and everyone who sees them. */
export async function publishUserChanged(ctx: UserCtx): Promise<void> {
  const { user_id } = ctx.actor
  const audience = await getUserAudience(ctx.tx, user_id)
  await ctx.tell('user.updated', {
    project_id: null,
    data: { user_id },
    audience,
    cause: { kind: 'CHANGED' },
  })
}

/** Publishes a change of private data to the user only. */
export async function publishUserToSelf(ctx: UserCtx): Promise<void> {
  const { user_id } = ctx.actor
  await ctx.tell('user.updated', {
    project_id: null,
    data: { user_id },
    audience: { users: [user_id] },
    cause: { kind: 'CHANGED' },
  })
}

/** Finishing the onboarding requires a company, a project or a pending access request. */
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
  const request =
    project ??
    (await ctx.tx
      .selectFrom('access_requests')
      .select('id')
      .where('user_id', '=', user_id)
      .where('state', '=', 'PENDING')
      .executeTakeFirst())
  if (!request) throw new Refusal('wrong_state', reason('no_company_or_project'))
}

/** Sets the caller's default company. */
async function setDefaultTeam(ctx: UserCtx, team_id: string) {
  const { user_id } = ctx.actor
  // the same lock as joining and leaving companies, which also change the default
  await ctx.tx.selectFrom('users').select('id').where('id', '=', user_id).forNoKeyUpdate().execute()
  const chosen = await ctx.tx
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .select('team_id')
    .where('user_id', '=', user_id)
    .where('team_id', '=', team_id)
    .where('teams.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!chosen) throw new Refusal('not_found')
  const choose = (is_default: boolean, operator: '=' | '<>') =>
    ctx.tx
      .updateTable('team_members')
      .set({ is_default })
      .where('user_id', '=', user_id)
      .where('team_id', operator, team_id)
      .execute()
  await choose(false, '<>')
  await choose(true, '=')
  await ctx.tell('team.updated', {
    project_id: null,
    data: { team_id },
    audience: { users: [user_id] },
    cause: { kind: 'CHANGED' },
  })
}

export async function updateMe(ctx: UserCtx, { body }: Input<typeof usersApi.updateMe>) {
  const { default_team_id, preferences, ...fields } = body
  const { user_id } = ctx.actor
  if (body.mandatory_onboarding_passed) await checkOnboarding(ctx)
  if (default_team_id) await setDefaultTeam(ctx, default_team_id)
  if (preferences || Object.keys(fields).length > 0)
    await ctx.tx
      .updateTable('users')
      .set({
        ...fields,
        ...(preferences ? { preferences: sql`preferences || ${toJsonb(preferences)}` } : {}),
      })
      .where('id', '=', user_id)
      .execute()
  await publishUserChanged(ctx)
  return getProfile(ctx.tx, ctx.actor.user_id)
}
