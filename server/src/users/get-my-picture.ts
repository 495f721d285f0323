import type * as api from '@plumbline/contract/users/profile'
import type { Input, UserCtx } from '../context.ts'
import { sendUserPicture } from './user-pictures.ts'

export const getMyPicture = (ctx: UserCtx, { query }: Input<typeof api.getMyPicture>) =>
  sendUserPicture(ctx, ctx.actor.user_id, query)
