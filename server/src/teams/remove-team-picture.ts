import type { TeamCtx } from '../context.ts'
import { changePicture } from './pictures.ts'

export const removeTeamPicture = (ctx: TeamCtx) => changePicture(ctx, null)
