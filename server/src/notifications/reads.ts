import type { NotificationPayload } from '@plumbline/contract/notifications/notifications'
import { sql } from 'kysely'
import type { UserCtx } from '../context.ts'
import { selectInviteState } from '../teams/team-invites.ts'

/** The project id of a query; undefined for all projects, which clients send as 0. */
export const parseProjectFilter = (projectId: string | undefined) =>
  projectId === '0' ? undefined : projectId

/** The caller's notifications in the app, without snoozed ones. */
export function selectOwnNotifications(ctx: UserCtx, projectId?: string) {
  const rows = ctx.tx
    .selectFrom('notifications')
    .where('user_id', '=', ctx.actor.user_id)
    .where('in_app', '=', true)
    .where('snoozed_until', 'is', null)
  return projectId ? rows.where('project_id', '=', projectId) : rows
}

/** Adds the current state of the invitation to notifications of invitations; a deleted invitation counts as cancelled. */
export async function addInvitationStates<Row extends { type: string; payload: NotificationPayload }>(
  ctx: UserCtx,
  rows: Row[],
): Promise<Row[]> {
  const ids = rows.flatMap(({ payload }) => payload.invitation_id ?? [])
  if (ids.length === 0) return rows
  const invites = await ctx.tx
    .selectFrom('project_invites as i')
    .innerJoin('projects', 'projects.id', 'i.project_id')
    .select(['i.id', 'i.decided_at', selectInviteState('i', ctx.now()).as('state')])
    .where('i.id', '=', sql<string>`any (${ids}::uuid[])`)
    .where('projects.deleted_at', 'is', null)
    .execute()
  const known = new Map(invites.map((invite) => [invite.id, invite]))
  return rows.map((row) => {
    const { invitation_id } = row.payload
    if (!invitation_id) return row
    const { state = 'CANCELLED', decided_at = null } = known.get(invitation_id) ?? {}
    return { ...row, payload: { ...row.payload, invitation_state: state, invitation_decided_at: decided_at } }
  })
}
