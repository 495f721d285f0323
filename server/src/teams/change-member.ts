import { teamRoleAtLeast } from '@plumbline/contract/roles'
import type * as api from '@plumbline/contract/teams/teams'
import type { Input, TeamCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { acquaintancesOf, leaveTeam, tellTeam } from './members.ts'
import { readTeamMember } from './reads.ts'
import { lockTeam } from './update-team.ts'

/** What the domains further right must know of somebody who lost standing in a company. */
export interface StandingLost {
  user_id: string
  /** who did it */
  by: string
  /** no longer in the company at all */
  has_left: boolean
}

/** Both as they are now, under the company's lock: what `admit` read may have changed in the meantime. */
async function lockedRoles(ctx: TeamCtx, userId: string) {
  const { team_id, user_id } = ctx.team
  await lockTeam(ctx.tx, team_id)
  const rows = await ctx.tx
    .selectFrom('team_members')
    .select(['user_id', 'role'])
    .where('team_id', '=', team_id)
    .where('user_id', 'in', [user_id, userId])
    .execute()
  const mine = rows.find((row) => row.user_id === user_id)?.role
  const theirs = rows.find((row) => row.user_id === userId)?.role
  if (!mine || !theirs) throw new Refusal('not_found')
  return { mine, theirs }
}

const setRole = (ctx: TeamCtx, userId: string, role: 'MEMBER' | 'ADMIN' | 'OWNER') =>
  ctx.tx
    .updateTable('team_members')
    .set({ role })
    .where('team_id', '=', ctx.team.team_id)
    .where('user_id', '=', userId)
    .execute()

export async function changeTeamMember(ctx: TeamCtx, { params, body }: Input<typeof api.updateTeamMember>) {
  const { team_id, user_id } = ctx.team
  const { mine, theirs } = await lockedRoles(ctx, params.userId)
  if (!teamRoleAtLeast(mine, 'ADMIN')) throw new Refusal('forbidden')
  if (body.role === 'OWNER' && mine !== 'OWNER') throw new Refusal('forbidden')
  if (theirs === 'OWNER' && body.role !== 'OWNER') {
    if (mine !== 'OWNER') throw new Refusal('forbidden')
    throw new Refusal('wrong_state', { message: 'Hand the company over to somebody else first.' })
  }
  if (body.role === 'OWNER' && params.userId !== user_id) await setRole(ctx, user_id, 'ADMIN')
  await setRole(ctx, params.userId, body.role)
  const lost: StandingLost = { user_id: params.userId, by: user_id, has_left: false }
  await tellTeam(ctx, team_id, { facts: body.role === 'MEMBER' ? { lost } : {} })
  return readTeamMember(ctx.tx, team_id, params.userId)
}

export async function dismissTeamMember(
  ctx: TeamCtx,
  { params }: Input<typeof api.removeTeamMember>,
): Promise<void> {
  const { team_id, user_id } = ctx.team
  const { mine, theirs } = await lockedRoles(ctx, params.userId)
  const leaves = params.userId === user_id
  if (!leaves && (!teamRoleAtLeast(mine, 'ADMIN') || theirs === 'OWNER')) throw new Refusal('forbidden')
  if (theirs === 'OWNER')
    throw new Refusal('wrong_state', {
      message: 'The owner cannot leave. Hand the company over to somebody else first, or delete it.',
    })
  const others = await acquaintancesOf(ctx.tx, [params.userId])
  await leaveTeam(ctx.tx, team_id, [params.userId])
  const lost: StandingLost = { user_id: params.userId, by: user_id, has_left: true }
  await tellTeam(ctx, team_id, { others, facts: { lost } })
}
