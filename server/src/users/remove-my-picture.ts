import type * as api from '@plumbline/contract/users/profile'
import type { Input, UserCtx } from '../context.ts'
import { changePicture } from './pictures.ts'

export const removeMyPicture = (ctx: UserCtx, _input: Input<typeof api.removeMyPicture>) =>
  changePicture(ctx, null)
