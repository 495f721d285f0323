import type * as api from '@plumbline/contract/access/access'
import type { Input, ProjectCtx } from '../context.ts'
import { getProjectMember } from './member-reads.ts'

export const getMember = (ctx: ProjectCtx, { params }: Input<typeof api.getMember>) =>
  getProjectMember(ctx.tx, ctx.member.project_id, params.userId)
