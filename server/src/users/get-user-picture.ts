import type * as api from '@plumbline/contract/users/profile'
import type { Input, UserCtx } from '../context.ts'
import { sendUserPicture } from './user-pictures.ts'

export const getUserPicture = (ctx: UserCtx, { params, query }: Input<typeof api.getUserPicture>) =>
  sendUserPicture(ctx, params.userId, query)
