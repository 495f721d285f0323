import type { UserCtx } from '../context.ts'
import { getProfile } from '../users/get-profile.ts'
import { renewXsrfCookie } from './sessions.ts'

/** Belongs to auth instead of users because it renews the session's anti-forgery cookie. */
export function getMe(ctx: UserCtx) {
  if (ctx.actor.session_id !== null) renewXsrfCookie(ctx, ctx.actor.session_id)
  return getProfile(ctx.tx, ctx.actor.user_id)
}
