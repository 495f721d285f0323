import type { TeamMember } from '../context.ts'
import type { Tx } from '../db/database.ts'

/** The caller's standing in a team; null when the team does not exist for the caller. */
export async function findTeamMember(tx: Tx, userId: string, teamId: string): Promise<TeamMember | null> {
  const row = await tx
    .selectFrom('team_members')
    .select(['team_id', 'user_id', 'role'])
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}
