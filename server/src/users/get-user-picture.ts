import type * as api from '@plumbline/contract/users/profile'
import type { Input, UserCtx } from '../context.ts'
import { sendPictureOf } from './pictures.ts'

export const getUserPicture = (ctx: UserCtx, { params, query }: Input<typeof api.getUserPicture>) =>
  sendPictureOf(ctx, params.userId, query)
