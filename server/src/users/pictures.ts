import { forgetPicture, sendPicture } from '../blobs/pictures.ts'
import type { UserCtx } from '../context.ts'
import { readMe } from './me.ts'
import { connectedIds } from './reads.ts'
import { tellUser } from './update-me.ts'

export async function changePicture(ctx: UserCtx, picture_id: string | null) {
  const { user_id } = ctx.actor
  const before = await ctx.tx
    .selectFrom('users')
    .select('picture_id')
    .where('id', '=', user_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await ctx.tx.updateTable('users').set({ picture_id }).where('id', '=', user_id).execute()
  forgetPicture(ctx, before.picture_id)
  await tellUser(ctx)
  return readMe(ctx.tx, user_id)
}

/** 404 for a user the caller shares no company or project with, as for an unknown one. */
export async function sendPictureOf(ctx: UserCtx, userId: string, query: { v?: string | undefined }) {
  const user = await ctx.tx
    .selectFrom('users')
    .select('picture_id')
    .where('id', '=', userId)
    .where('id', 'in', connectedIds(ctx.tx, ctx.actor.user_id))
    .executeTakeFirst()
  return sendPicture(ctx, user?.picture_id, query)
}
