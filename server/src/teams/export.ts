import type { ExportPart } from '../users/export-parts.ts'
import { listMyTeamInvites } from './list-my-team-invites.ts'

/** Data export: the user's companies and company invitations. */
export const teamParts: ExportPart[] = [
  {
    name: 'companies',
    rows: ({ tx, actor }) =>
      tx
        .selectFrom('team_members as m')
        .innerJoin('teams', 'teams.id', 'm.team_id')
        .select([
          'teams.id',
          'teams.name',
          'teams.country',
          'm.role',
          'm.is_default',
          'm.created_at as joined_at',
        ])
        .where('m.user_id', '=', actor.user_id)
        .where('teams.deleted_at', 'is', null)
        .orderBy('m.created_at')
        .execute(),
  },
  { name: 'company-invitations', rows: async (ctx) => listMyTeamInvites(ctx) },
]
