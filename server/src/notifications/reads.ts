import type { UserCtx } from '../context.ts'
/** The project id of a query; undefined for all projects, which clients send as 0. */
export const parseProjectFilter = (projectId: string | undefined) =>
  projectId === '0' ? undefined : projectId

/** The caller's notifications that are shown in the app. */
export function selectOwnNotifications(ctx: UserCtx, projectId?: string) {
  const rows = ctx.tx
    .selectFrom('notifications')
    .where('user_id', '=', ctx.actor.user_id)
    .where('in_app', '=', true)
  return projectId ? rows.where('project_id', '=', projectId) : rows
}
