import type * as api from '@plumbline/contract/projects/projects'
import type { Input, UserCtx } from '../context.ts'
import { getVisibleProject } from './get-visible-project.ts'

export const getProject = (ctx: UserCtx, { params }: Input<typeof api.getProject>) =>
  getVisibleProject(ctx, params.id)
