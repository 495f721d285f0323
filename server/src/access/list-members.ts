import type * as api from '@plumbline/contract/access/access'
import type { Invite, Member } from '@plumbline/contract/access/access'
import type { Input, ProjectCtx } from '../context.ts'
import { prepareQuery } from '../db/prepared-query.ts'
import { MAX_MEMBERS_READ, selectProjectMembers } from './member-reads.ts'
import { listPendingInvites } from './project-invites.ts'

const readMembers = prepareQuery<{ project_id: string }, Member>((db, parameter) =>
  selectProjectMembers(db, parameter('project_id'))
    .orderBy('users.first_name')
    .orderBy('users.last_name')
    .orderBy('m.user_id')
    .limit(MAX_MEMBERS_READ),
)

/** Includes pending invitations if an administrator asks for them. */
export async function listMembers(
  ctx: ProjectCtx,
  { query }: Input<typeof api.listMembers>,
): Promise<(Member | Invite)[]> {
  const { project_id } = ctx.member
  const members = await readMembers(ctx.tx, { project_id })
  if (!query.show_invites || ctx.member.permission_level !== 'ADMIN') return members
  return [...members, ...(await listPendingInvites(ctx, project_id))]
}
