import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/auth/oauth'
import { oauthScope } from '@plumbline/contract/auth/oauth'
import type { BodyOf } from '@plumbline/contract/http'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Handler, PublicCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { getMailRecipient, queueAccountMail } from '../account-mails.ts'
import { createAccessToken, hashToken } from '../tokens/authenticate-token.ts'
import { authenticateClient, type OauthClient } from './clients.ts'
import { publishUserUpdated } from './publish-user-updated.ts'

/**
 * Codes and refresh tokens are valid once. A reused one may have been stolen, and thief and client cannot be told apart,
 * so the whole grant is revoked.
 */

type TokenForm = BodyOf<typeof api.exchangeToken>

const ACCESS_S = 3600

const REFRESH_MS = 30 * 24 * 3600 * 1000

/** The grant of a code or refresh token that was exchanged before; null if it is unused. */
async function findGrantOfReused({ db }: PublicCtx, client: OauthClient, { code, refresh_token }: TokenForm) {
  if (code !== undefined) {
    const used = await db
      .selectFrom('oauth_codes')
      .select('grant_id')
      .where('code_hash', '=', hashToken(code))
      .where('client_id', '=', client.id)
      .where('used_at', 'is not', null)
      .executeTakeFirst()
    return used?.grant_id ?? null
  }
  if (refresh_token === undefined) return null
  const used = await db
    .selectFrom('oauth_tokens as t')
    .innerJoin('oauth_grants as g', 'g.id', 't.grant_id')
    .select('t.grant_id')
    .where('t.token_hash', '=', hashToken(refresh_token))
    .where('t.kind', '=', 'REFRESH')
    .where('t.used_at', 'is not', null)
    .where('g.client_id', '=', client.id)
    .executeTakeFirst()
  return used?.grant_id ?? null
}

/** Runs outside of the transaction, so that the revocation survives the refusal. */
async function deleteGrantIfReused(ctx: PublicCtx, client: OauthClient, form: TokenForm): Promise<void> {
  const id = await findGrantOfReused(ctx, client, form)
  if (id !== null) await ctx.db.deleteFrom('oauth_grants').where('id', '=', id).execute()
}

/** A concurrent second use is detected only after the first has committed, so the grant is revoked after the refusal. */
function refuseReused(ctx: PublicCtx, client: OauthClient, form: TokenForm): never {
  ctx.onFailure(() => {
    deleteGrantIfReused(ctx, client, form).catch((err: unknown) => ctx.log.error({ err }, 'reused token'))
  })
  throw new Refusal('invalid_grant')
}

async function issueTokens(ctx: PublicCtx, grant_id: string) {
  const now = ctx.now().getTime()
  const access_token = createAccessToken()
  const refresh_token = `plr_${randomBytes(32).toString('base64url')}`
  const until = (ms: number) => new Date(now + ms).toISOString()
  await ctx.tx
    .insertInto('oauth_tokens')
    .values([
      {
        token_hash: hashToken(access_token),
        grant_id,
        kind: 'ACCESS',
        expires_at: until(ACCESS_S * 1000),
      },
      { token_hash: hashToken(refresh_token), grant_id, kind: 'REFRESH', expires_at: until(REFRESH_MS) },
    ])
    .execute()
  return {
    access_token,
    token_type: 'Bearer' as const,
    expires_in: ACCESS_S,
    refresh_token,
    scope: oauthScope,
  }
}

const computeGrantEnd = (ctx: PublicCtx) => new Date(ctx.now().getTime() + REFRESH_MS).toISOString()

/** Verifies by PKCE and redirect URI that the code is redeemed by the client that requested it. */
function isSameProgram(
  code: { code_challenge: string | null; redirect_uri: string },
  form: TokenForm,
): boolean {
  if (form.redirect_uri !== undefined && form.redirect_uri !== code.redirect_uri) return false
  // a verifier without a challenge: the challenge was stripped in transit
  if (code.code_challenge === null) return form.code_verifier === undefined && form.redirect_uri !== undefined
  if (!/^[\w.~-]{43,128}$/.test(form.code_verifier ?? '')) return false
  const challenge = createHash('sha256')
    .update(form.code_verifier ?? '')
    .digest('base64url')
  return challenge === code.code_challenge
}

async function exchangeCode(ctx: PublicCtx, client: OauthClient, form: TokenForm) {
  if (form.code === undefined) throw new Refusal('invalid_request')
  const now = ctx.now().toISOString()
  const code = await ctx.tx
    .updateTable('oauth_codes')
    .set({ used_at: now })
    .where('code_hash', '=', hashToken(form.code))
    .where('client_id', '=', client.id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['code_hash', 'user_id', 'redirect_uri', 'code_challenge'])
    .executeTakeFirst()
  if (!code) return refuseReused(ctx, client, form)
  if (!isSameProgram(code, form)) throw new Refusal('invalid_grant')
  const { user_id } = code
  const id = randomUUIDv7()
  await ctx.tx
    .insertInto('oauth_grants')
    .values({ id, user_id, client_id: client.id, created_at: now, expires_at: computeGrantEnd(ctx) })
    .execute()
  await ctx.tx
    .updateTable('oauth_codes')
    .set({ grant_id: id })
    .where('code_hash', '=', code.code_hash)
    .execute()
  const reader = await getMailRecipient(ctx, user_id)
  await queueAccountMail(ctx, reader, (texts) => texts.programConnected(client.name), '/me#api-access')
  await publishUserUpdated(ctx, user_id)
  await recordAudit(
    ctx,
    { user_id },
    { kind: 'PROGRAM_CONNECTED', by: user_id, data: { program: client.name } },
  )
  return issueTokens(ctx, id)
}

async function exchangeRefreshToken(ctx: PublicCtx, client: OauthClient, form: TokenForm) {
  if (form.refresh_token === undefined) throw new Refusal('invalid_request')
  const now = ctx.now().toISOString()
  const tokenHash = hashToken(form.refresh_token)
  // the grant before its token, like its deletion; what was exchanged meanwhile is found out by the token's own update
  const grant = await ctx.tx
    .updateTable('oauth_grants')
    .set({ expires_at: computeGrantEnd(ctx) })
    .where('client_id', '=', client.id)
    .where('id', '=', (eb) =>
      eb.selectFrom('oauth_tokens').select('grant_id').where('token_hash', '=', tokenHash),
    )
    .returning('id')
    .executeTakeFirst()
  if (!grant) return refuseReused(ctx, client, form)
  const { numUpdatedRows } = await ctx.tx
    .updateTable('oauth_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', 'REFRESH')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return refuseReused(ctx, client, form)
  return issueTokens(ctx, grant.id)
}

export const exchangeToken: Handler<typeof api.exchangeToken, OauthClient> = {
  prepare: async (ctx, { body }) => {
    const client = await authenticateClient(ctx, body)
    await deleteGrantIfReused(ctx, client, body)
    return client
  },
  handle: async (ctx, { body }, client) => {
    if (body.grant_type === undefined) throw new Refusal('invalid_request')
    if (body.grant_type === 'authorization_code') return exchangeCode(ctx, client, body)
    if (body.grant_type === 'refresh_token') return exchangeRefreshToken(ctx, client, body)
    throw new Refusal('unsupported_grant_type')
  },
}
