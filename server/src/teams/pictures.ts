import type * as api from '@plumbline/contract/teams/teams'
import { forgetPicture, sendPicture, storePicture } from '../blobs/pictures.ts'
import type { Handler, TeamCtx } from '../context.ts'
import { tellTeam } from './members.ts'
import { readTeam } from './reads.ts'
import { lockTeam } from './update-team.ts'

const LOGO = { width: 256, height: 256, fit: 'inside' } as const

async function changePicture(ctx: TeamCtx, picture_id: string | null) {
  const before = await lockTeam(ctx.tx, ctx.team.team_id)
  await ctx.tx.updateTable('teams').set({ picture_id }).where('id', '=', before.id).execute()
  forgetPicture(ctx, before.picture_id)
  await tellTeam(ctx, before.id)
  return readTeam(ctx, before.id)
}

export const takeTeamPicture: Handler<typeof api.setTeamPicture, string> = {
  prepare: (ctx, { file }) => storePicture(ctx, file, LOGO),
  handle: (ctx, _input, pictureId) => changePicture(ctx, pictureId),
}

export const dropTeamPicture = (ctx: TeamCtx) => changePicture(ctx, null)

export async function showTeamPicture(ctx: TeamCtx, query: { v?: string | undefined }) {
  const team = await readTeam(ctx, ctx.team.team_id)
  return sendPicture(ctx, team.picture_id, query)
}
