import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/auth/tokens'
import type { ApiToken } from '@plumbline/contract/auth/tokens'
import { reason } from '@plumbline/contract/reasons'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Handler, Input, UserCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { publishUserToSelf } from '../../users/update-me.ts'
import { getMailRecipient, queueAccountMail } from '../account-mails.ts'
import { checkStillConfirmed, getConfirmedHash } from '../passwords.ts'
import { createApiToken, hashToken } from './authenticate-token.ts'
import { type TokenProjects, tokenColumns } from './token-columns.ts'

const MAX_TOKENS = 50

const DAY_MS = 24 * 3600 * 1000

/** The check of the password has locked the user, so that concurrent calls cannot exceed the limit. */
async function checkTokenCount({ tx, actor }: UserCtx) {
  const { count } = await tx
    .selectFrom('api_tokens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', actor.user_id)
    .executeTakeFirstOrThrow()
  if (count >= MAX_TOKENS) throw new Refusal('conflict', reason('too_many_tokens', { count }))
}

async function insertToken(ctx: UserCtx, { body }: Input<typeof api.createToken>, projects: TokenProjects) {
  const { user_id } = ctx.actor
  if (body.project_id && !(await projects.findMember(ctx.tx, user_id, body.project_id)))
    throw new Refusal('not_found')
  await projects.checkTokenPlan(ctx, body.project_id)
  await checkTokenCount(ctx)
  const token = createApiToken()
  const { name, scope, project_id, expires_in_days: days } = body
  const now = ctx.now()
  const created = await ctx.tx
    .insertInto('api_tokens')
    .values({
      id: randomUUIDv7(),
      user_id,
      name,
      scope,
      project_id,
      token_hash: hashToken(token),
      ends_with: token.slice(-4),
      created_at: now.toISOString(),
      expires_at: days === null ? null : new Date(now.getTime() + days * DAY_MS).toISOString(),
    })
    .returning(tokenColumns)
    .executeTakeFirstOrThrow()
  await queueAccountMail(
    ctx,
    await getMailRecipient(ctx, user_id),
    (texts) => texts.tokenCreated(name),
    '/me#api-access',
  )
  await publishUserToSelf(ctx)
  await recordAudit(
    ctx,
    { user_id },
    { kind: 'TOKEN_CREATED', data: { scope, days }, ...(project_id ? { project_id } : {}) },
  )
  return { ...(created as ApiToken), token }
}

/** Requires the password, because a token outlives the session that created it. */
export const createToken = (projects: TokenProjects): Handler<typeof api.createToken, string> => ({
  prepare: (ctx, { body }) => getConfirmedHash(ctx, body.password, 'password'),
  handle: async (ctx, input, confirmedHash) => {
    await checkStillConfirmed(ctx, confirmedHash, 'password')
    return insertToken(ctx, input, projects)
  },
})
