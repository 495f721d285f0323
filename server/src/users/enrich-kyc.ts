import type * as api from '@plumbline/contract/users/profile'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../context.ts'
import { getProfile } from './get-profile.ts'
import { publishUserChanged } from './update-me.ts'

/** Merges the given details into the stored ones; null deletes one. */
export async function enrichKyc(ctx: UserCtx, { body }: Input<typeof api.enrichKyc>) {
  await ctx.tx
    .updateTable('users')
    .set({ kyc: sql`jsonb_strip_nulls(kyc || ${JSON.stringify(body)}::jsonb)` })
    .where('id', '=', ctx.actor.user_id)
    .execute()
  await publishUserChanged(ctx)
  return getProfile(ctx.tx, ctx.actor.user_id)
}
