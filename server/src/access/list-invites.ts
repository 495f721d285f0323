import type { Invite } from '@plumbline/contract/access/access'
import type { ProjectCtx } from '../context.ts'
import { selectProjectInvites } from './project-invites.ts'

export const listInvites = (ctx: ProjectCtx): Promise<Invite[]> =>
  selectProjectInvites(ctx).where('i.project_id', '=', ctx.member.project_id).limit(1000).execute()
