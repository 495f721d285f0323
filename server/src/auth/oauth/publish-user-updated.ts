import type { PublicCtx } from '../../context.ts'

/** Publishes a change of the grants of a user who is not the caller of an authenticated session. */
export const publishUserUpdated = (ctx: PublicCtx, user_id: string) =>
  ctx.tell('user.updated', {
    project_id: null,
    data: { user_id },
    audience: { users: [user_id] },
    cause: { kind: 'CHANGED' },
  })
