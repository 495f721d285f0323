import type { TeamCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { lockTeam } from './update-team.ts'

/** The roles of caller and member, reread under the company's lock, since they may have changed after the access check. */
export async function lockTeamRoles(ctx: TeamCtx, userId: string) {
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
