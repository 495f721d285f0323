import type * as api from '@plumbline/contract/projects/projects'
import type { Input, UserCtx } from '../context.ts'
import { readProject } from './reads.ts'

export const getProject = (ctx: UserCtx, { params }: Input<typeof api.getProject>) =>
  readProject(ctx, params.id)
