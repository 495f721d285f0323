import { Id } from '@plumbline/contract/fields'
import type * as api from '@plumbline/contract/users/users'
import { maxListedPeople } from '@plumbline/contract/users/users'
import * as z from 'zod/mini'
import type { Input, UserCtx } from '../context.ts'
import { hasNameWords, selectConnectedUsers } from './connected-users.ts'

/** People who share a company or project with the caller, including the caller: there is no global directory. */
export async function listUsers(ctx: UserCtx, { query }: Input<typeof api.listUsers>) {
  const ids = query.ids?.split(',').flatMap((id) => z.safeParse(Id, id).data ?? [])
  if (ids?.length === 0) return []
  return ctx.tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'picture_id'])
    .where('id', 'in', selectConnectedUsers(ctx.tx, ctx.actor.user_id))
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .where(hasNameWords(query.q ?? ''))
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .limit(maxListedPeople)
    .execute()
}
