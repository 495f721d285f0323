import { removeStoredPicture, sendPicture } from '../blobs/pictures.ts'
import type { UserCtx } from '../context.ts'
import { selectConnectedUsers } from './connected-users.ts'
import { getProfile } from './get-profile.ts'
import { publishUserChanged } from './update-me.ts'

export async function setUserPictureId(ctx: UserCtx, picture_id: string | null) {
  const { user_id } = ctx.actor
  const before = await ctx.tx
    .selectFrom('users')
    .select('picture_id')
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await ctx.tx.updateTable('users').set({ picture_id }).where('id', '=', user_id).execute()
  removeStoredPicture(ctx, before.picture_id)
  await publishUserChanged(ctx)
  return getProfile(ctx.tx, user_id)
}

/** Sends a user's picture; 404 for unconnected and unknown users alike. */
export async function sendUserPicture(ctx: UserCtx, userId: string, query: { v?: string | undefined }) {
  const user = await ctx.tx
    .selectFrom('users')
    .select('picture_id')
    .where('id', '=', userId)
    .where('id', 'in', selectConnectedUsers(ctx.tx, ctx.actor.user_id))
    .executeTakeFirst()
  return sendPicture(ctx, user?.picture_id, query)
}
