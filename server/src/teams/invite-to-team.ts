import type * as api from '@plumbline/contract/teams/teams'
import type { Handler } from '../context.ts'
import { createTeamInvite, limitInvites } from './invites.ts'

export const inviteToTeam: Handler<typeof api.inviteToTeam, void> = {
  prepare: limitInvites,
  handle: (ctx, { body }) => createTeamInvite(ctx, ctx.team.team_id, body),
}
