import type * as api from '@plumbline/contract/teams/teams'
import type { Handler } from '../context.ts'
import { checkInviteLimit, createTeamInvite } from './team-invites.ts'

export const inviteToTeam: Handler<typeof api.inviteToTeam, void> = {
  prepare: checkInviteLimit,
  handle: (ctx, { body }) => createTeamInvite(ctx, ctx.team.team_id, body),
}
