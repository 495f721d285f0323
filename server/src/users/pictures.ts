import type * as api from '@plumbline/contract/users/profile'
import { forgetPicture, sendPicture, storePicture } from '../blobs/pictures.ts'
import type { Handler, Input, UserCtx } from '../context.ts'
import { readMe } from './me.ts'
import { connectedIds } from './reads.ts'
import { tellUser } from './update-me.ts'

const SQUARE = { width: 256, height: 256, fit: 'cover' } as const

async function changePicture(ctx: UserCtx, picture_id: string | null) {
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

export const takeMyPicture: Handler<typeof api.setMyPicture, string> = {
  prepare: (ctx, { file }) => storePicture(ctx, file, SQUARE),
  handle: (ctx, _input, pictureId) => changePicture(ctx, pictureId),
}

export const dropMyPicture = (ctx: UserCtx, _input: Input<typeof api.removeMyPicture>) =>
  changePicture(ctx, null)

/** Somebody the caller does not know has no picture, as if there were no such person. */
export async function showPicture(ctx: UserCtx, userId: string, query: { v?: string | undefined }) {
  const user = await ctx.tx
    .selectFrom('users')
    .select('picture_id')
    .where('id', '=', userId)
    .where('id', 'in', connectedIds(ctx.tx, ctx.actor.user_id))
    .executeTakeFirst()
  return sendPicture(ctx, user?.picture_id, query)
}
