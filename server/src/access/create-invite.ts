import type * as api from '@plumbline/contract/access/access'
import type { Handler } from '../context.ts'
import { limitInvites } from '../teams/invites.ts'
import { createProjectInvite } from './project-invites.ts'

export const createInvite: Handler<typeof api.createInvite, void> = {
  prepare: limitInvites,
  handle: (ctx, { body }) => createProjectInvite(ctx, { ...body, project_id: ctx.member.project_id }),
}
