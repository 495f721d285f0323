import type { ConnectedProgram } from '@plumbline/contract/auth/oauth'
import { sql } from 'kysely'
import type { UserCtx } from '../../context.ts'

export async function listConnections(
  ctx: Pick<UserCtx, 'tx' | 'actor' | 'now'>,
): Promise<ConnectedProgram[]> {
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
