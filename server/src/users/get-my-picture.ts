import type * as api from '@plumbline/contract/users/profile'
import type { Input, UserCtx } from '../context.ts'
import { sendPictureOf } from './pictures.ts'

export const getMyPicture = (ctx: UserCtx, { query }: Input<typeof api.getMyPicture>) =>
  sendPictureOf(ctx, ctx.actor.user_id, query)
