import type { UserCtx } from '../context.ts'
/** Undefined for all projects, which callers write as 0. */
export const parseProjectFilter = (projectId: string | undefined) =>
  projectId === '0' ? undefined : projectId

/** The caller's notifications that the application shows. */
export function selectOwnNotifications(ctx: UserCtx, projectId?: string) {
  const rows = ctx.tx
    .selectFrom('notifications')
    .where('user_id', '=', ctx.actor.user_id)
    .where('in_app', '=', true)
  return projectId ? rows.where('project_id', '=', projectId) : rows
}
