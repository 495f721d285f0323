import type { ExportPart } from '../users/export-parts.ts'
import { listMyInvites } from './list-my-invites.ts'

/** Data export: invitations addressed to the user and their access requests. */
export const accessParts: ExportPart[] = [
  { name: 'invitations', rows: (ctx) => listMyInvites(ctx) },
  {
    name: 'access-requests',
    rows: ({ tx, actor }) =>
      tx
        .selectFrom('access_requests as r')
        .innerJoin('projects', 'projects.id', 'r.project_id')
        .select(['r.id', 'projects.name as project_name', 'r.role', 'r.state', 'r.message', 'r.reason'])
        .select(['r.created_at', 'r.decided_at'])
        .where('r.user_id', '=', actor.user_id)
        .where('projects.deleted_at', 'is', null)
        .orderBy('r.created_at')
        .execute(),
  },
]
