import type { ProjectCtx } from '../context.ts'
import { changePicture } from './update-project.ts'

export const removeProjectPicture = (ctx: ProjectCtx) => changePicture(ctx, null)
