import type { TeamCtx } from '../context.ts'
import { setTeamPictureId } from './set-team-picture-id.ts'

export const removeTeamPicture = (ctx: TeamCtx) => setTeamPictureId(ctx, null)
