import type * as api from '@plumbline/contract/users/profile'
import type { Input, UserCtx } from '../context.ts'
import { setUserPictureId } from './user-pictures.ts'

export const removeMyPicture = (ctx: UserCtx, _input: Input<typeof api.removeMyPicture>) =>
  setUserPictureId(ctx, null)
