import { sql } from 'kysely'
import type { PublicCtx, UserCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { buildPersonJson } from '../users/person-json.ts'

/** A company of the caller, in the shape of the contract's Team. */
export async function getTeam(ctx: UserCtx, teamId: string) {
  const team = await ctx.tx
    .selectFrom('teams')
    .innerJoin('team_members as me', 'me.team_id', 'teams.id')
    .selectAll('teams')
    .select('me.role as my_role')
    .where('teams.id', '=', teamId)
    .where('me.user_id', '=', ctx.actor.user_id)
    .executeTakeFirst()
  if (!team) throw new Refusal('not_found')
  return team
}

export function selectTeamMembers(tx: Tx, teamId: string) {
  return tx
    .selectFrom('team_members as m')
    .innerJoin('users', 'users.id', 'm.user_id')
    .select(['m.user_id', 'm.role', 'm.created_at', 'users.email', buildPersonJson('users').as('user')])
    .select(
      sql<string | null>`(select max(s.seen_at) from sessions s where s.user_id = m.user_id)`.as(
        'last_seen_at',
      ),
    )
    .where('m.team_id', '=', teamId)
}

export async function getTeamMember(tx: Tx, teamId: string, userId: string) {
  const member = await selectTeamMembers(tx, teamId).where('m.user_id', '=', userId).executeTakeFirst()
  if (!member) throw new Refusal('not_found')
  return member
}

/** Counts members and pending invitations, which take a seat each. */
export async function countSeats(tx: Tx, teamId: string, now: Date) {
  const { rows } = await sql<{ members: number; pending: number }>`select
    (select count(*)::int from team_members where team_id = ${teamId}) as members,
    (select count(*)::int from team_invites where team_id = ${teamId} and state = 'PENDING'
      and expires_at > ${now.toISOString()}) as pending`.execute(tx)
  return rows[0] ?? { members: 0, pending: 0 }
}

/** Number of seats of the plan; null: unlimited. */
export const getPlanSeats = (
  { config }: Pick<PublicCtx, 'config'>,
  { seat_limit }: { seat_limit: number | null },
): number | null => (config.billing.provider === 'none' ? null : seat_limit)
