import type * as api from '@plumbline/contract/teams/teams'
import { sendPicture } from '../blobs/pictures.ts'
import type { Input, TeamCtx } from '../context.ts'
import { getTeam } from './team-reads.ts'

export async function getTeamPicture(ctx: TeamCtx, { query }: Input<typeof api.getTeamPicture>) {
  const team = await getTeam(ctx, ctx.team.team_id)
  return sendPicture(ctx, team.picture_id, query)
}
