import type { ProjectCtx } from '../context.ts'
import { setProjectPictureId } from './update-project.ts'

export const removeProjectPicture = (ctx: ProjectCtx) => setProjectPictureId(ctx, null)
