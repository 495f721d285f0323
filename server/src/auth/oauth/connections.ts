import type * as api from '@plumbline/contract/auth/oauth'
import type { Connection } from '@plumbline/contract/auth/oauth'
import { sql } from 'kysely'
import type { Handler, Input, UserCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { tellSelf } from '../../users/update-me.ts'
import { tokenHash } from '../tokens/token-actor.ts'
import { type Client, provenClient } from './clients.ts'
import { tellOwner } from './exchange.ts'

/** The programs that somebody agreed to, and the end of that from either side. */

export async function readConnections(ctx: Pick<UserCtx, 'tx' | 'actor' | 'now'>): Promise<Connection[]> {
  return ctx.tx
    .selectFrom('oauth_grants as g')
    .innerJoin('oauth_clients as c', 'c.id', 'g.client_id')
    .select(['c.id as client_id', 'c.name', 'c.url'])
    .select([
      sql<string>`min(g.created_at)`.as('created_at'),
      sql<string | null>`max(g.used_at)`.as('used_at'),
    ])
    .where('g.user_id', '=', ctx.actor.user_id)
    .where('g.expires_at', '>', ctx.now().toISOString())
    .groupBy(['c.id', 'c.name', 'c.url'])
    .orderBy('created_at', 'desc')
    .orderBy('c.id')
    .execute()
}

export async function disconnect(
  ctx: UserCtx,
  { params: { clientId } }: Input<typeof api.disconnectProgram>,
) {
  const { user_id } = ctx.actor
  await ctx.tx
    .deleteFrom('oauth_codes')
    .where('user_id', '=', user_id)
    .where('client_id', '=', clientId)
    .execute()
  const { numDeletedRows } = await ctx.tx
    .deleteFrom('oauth_grants')
    .where('user_id', '=', user_id)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('not_found')
  await tellSelf(ctx)
}

/** A token that is none, or another program's, is answered the same: there is nothing left to give back. */
export const giveBack: Handler<typeof api.revokeAccess, Client> = {
  prepare: (ctx, { body }) => provenClient(ctx, body),
  handle: async (ctx, { body: { token } }, client) => {
    if (token === undefined) throw new Refusal('invalid_request')
    const found = await ctx.tx
      .selectFrom('oauth_tokens as t')
      .innerJoin('oauth_grants as g', 'g.id', 't.grant_id')
      .select(['t.kind', 't.grant_id', 'g.user_id'])
      .where('t.token_hash', '=', tokenHash(token))
      .where('g.client_id', '=', client.id)
      .executeTakeFirst()
    if (!found) return
    if (found.kind === 'ACCESS') {
      await ctx.tx.deleteFrom('oauth_tokens').where('token_hash', '=', tokenHash(token)).execute()
      return
    }
    await ctx.tx.deleteFrom('oauth_grants').where('id', '=', found.grant_id).execute()
    await tellOwner(ctx, found.user_id)
  },
}
