import type * as api from '@plumbline/contract/teams/teams'
import type { Input, UserCtx } from '../context.ts'
import { decideTeamInvite, getTeamInvite } from './team-invites.ts'

export async function declineTeamInvite(ctx: UserCtx, { params }: Input<typeof api.declineTeamInvite>) {
  const { id } = await decideTeamInvite(ctx, params, 'REJECTED')
  return getTeamInvite(ctx, id)
}
