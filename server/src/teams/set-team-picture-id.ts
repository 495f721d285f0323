import { removeStoredPicture } from '../blobs/pictures.ts'
import type { TeamCtx } from '../context.ts'
import { publishTeamUpdated } from './team-members.ts'
import { getTeam } from './team-reads.ts'
import { lockTeam } from './update-team.ts'

export async function setTeamPictureId(ctx: TeamCtx, picture_id: string | null) {
  const before = await lockTeam(ctx.tx, ctx.team.team_id)
  await ctx.tx.updateTable('teams').set({ picture_id }).where('id', '=', before.id).execute()
  removeStoredPicture(ctx, before.picture_id)
  await publishTeamUpdated(ctx, before.id)
  return getTeam(ctx, before.id)
}
