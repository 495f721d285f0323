import type * as api from '@plumbline/contract/teams/teams'
import type { Input, UserCtx } from '../context.ts'
import { decide, readInvite } from './invites.ts'

export async function declineTeamInvite(ctx: UserCtx, { params }: Input<typeof api.declineTeamInvite>) {
  const { id } = await decide(ctx, params, 'REJECTED')
  return readInvite(ctx, id)
}
