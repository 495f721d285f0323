import type * as api from '@plumbline/contract/teams/teams'
import type { Input, TeamCtx } from '../context.ts'
import { decideTeamInvite } from './team-invites.ts'

export async function cancelTeamInvite(
  ctx: TeamCtx,
  { params }: Input<typeof api.cancelTeamInvite>,
): Promise<void> {
  await decideTeamInvite(ctx, params, 'CANCELLED')
}
