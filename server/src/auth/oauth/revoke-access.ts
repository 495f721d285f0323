import type * as api from '@plumbline/contract/auth/oauth'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Handler } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { hashToken } from '../tokens/authenticate-token.ts'
import { authenticateClient, type OauthClient } from './clients.ts'
import { publishUserUpdated } from './publish-user-updated.ts'

/** Unknown tokens and tokens of other clients get the same empty reply (RFC 7009). */
export const revokeAccess: Handler<typeof api.revokeAccess, OauthClient> = {
  prepare: (ctx, { body }) => authenticateClient(ctx, body),
  handle: async (ctx, { body: { token } }, client) => {
    if (token === undefined) throw new Refusal('invalid_request')
    const found = await ctx.tx
      .selectFrom('oauth_tokens as t')
      .innerJoin('oauth_grants as g', 'g.id', 't.grant_id')
      .select(['t.kind', 't.grant_id', 'g.user_id'])
      .where('t.token_hash', '=', hashToken(token))
      .where('g.client_id', '=', client.id)
      .executeTakeFirst()
    if (!found) return
    if (found.kind === 'ACCESS') {
      await ctx.tx.deleteFrom('oauth_tokens').where('token_hash', '=', hashToken(token)).execute()
      return
    }
    await ctx.tx.deleteFrom('oauth_grants').where('id', '=', found.grant_id).execute()
    await publishUserUpdated(ctx, found.user_id)
    const { user_id } = found
    await recordAudit(
      ctx,
      { user_id },
      { kind: 'PROGRAM_DISCONNECTED', by: user_id, data: { program: client.name } },
    )
  },
}
