import type * as api from '@plumbline/contract/access/access'
import type { Input, ProjectCtx } from '../context.ts'
import { readMember } from './reads.ts'

export const getMember = (ctx: ProjectCtx, { params }: Input<typeof api.getMember>) =>
  readMember(ctx.tx, ctx.member.project_id, params.userId)
