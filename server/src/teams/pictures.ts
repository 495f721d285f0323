import { forgetPicture } from '../blobs/pictures.ts'
import type { TeamCtx } from '../context.ts'
import { tellTeam } from './members.ts'
import { readTeam } from './reads.ts'
import { lockTeam } from './update-team.ts'

export async function changePicture(ctx: TeamCtx, picture_id: string | null) {
  const before = await lockTeam(ctx.tx, ctx.team.team_id)
  await ctx.tx.updateTable('teams').set({ picture_id }).where('id', '=', before.id).execute()
  forgetPicture(ctx, before.picture_id)
  await tellTeam(ctx, before.id)
  return readTeam(ctx, before.id)
}
