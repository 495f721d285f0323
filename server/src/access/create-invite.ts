import type * as api from '@plumbline/contract/access/access'
import type { Handler } from '../context.ts'
import { checkInviteLimit } from '../teams/team-invites.ts'
import { createProjectInvite } from './project-invites.ts'

export const createInvite: Handler<typeof api.createInvite, void> = {
  prepare: checkInviteLimit,
  handle: (ctx, { body }) => createProjectInvite(ctx, { ...body, project_id: ctx.member.project_id }),
}
