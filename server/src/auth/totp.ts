import { reason } from '@plumbline/contract/reasons'
import { Secret, TOTP } from 'otpauth'
import { recordFailedSignIn } from '../audit/record-audit.ts'
import type { PublicCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { type SealOptions, unseal } from '../seal.ts'
import { redeemRecoveryCode } from './recovery-codes.ts'

/** Two-step sign-in with the codes of an authenticator app (RFC 6238). */

/** Attempts at the second factor per account within ten minutes. */
const MAX_ATTEMPTS = 10
const ATTEMPTS_WINDOW_S = 600
/** Accepted clock drift, in steps of 30 s. */
const CLOCK_DRIFT_STEPS = 1

export const getTotpSealOptions = (userId: string): SealOptions => ({ purpose: 'totp', owner: userId })

function unsealSecret(ctx: PublicCtx, userId: string, text: string): Secret {
  const plain = unseal(ctx, getTotpSealOptions(userId), text)
  if (!plain) throw new Error('The secret of two-step sign-in was encrypted with another SECRET_KEY')
  return new Secret({ buffer: new Uint8Array(plain).buffer })
}

export const buildWrongCodeRefusal = (field: string) =>
  new Refusal('bad_key', { fields: { [field]: reason('wrong_code') } })

export const checkTotpLimit = (ctx: PublicCtx, userId: string) =>
  ctx.limit(`second:${userId}`, MAX_ATTEMPTS, ATTEMPTS_WINDOW_S)

export const hasTotp = async ({ tx }: Pick<PublicCtx, 'tx'>, userId: string) =>
  (await tx
    .selectFrom('user_totp')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('is_confirmed', '=', true)
    .executeTakeFirst()) !== undefined

/** Consumes a code of the app: neither it nor an older one is accepted again. */
export async function redeemTotpCode(ctx: PublicCtx, userId: string, code: string, confirmed: boolean) {
  const row = await ctx.tx
    .selectFrom('user_totp')
    .select(['secret', 'last_step'])
    .where('user_id', '=', userId)
    .where('is_confirmed', '=', confirmed)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  const totp = new TOTP({ secret: unsealSecret(ctx, userId, row.secret) })
  const timestamp = ctx.now().getTime()
  const delta = totp.validate({ token: code, timestamp, window: CLOCK_DRIFT_STEPS })
  if (delta === null) return false
  const step = totp.counter({ timestamp }) + delta
  if (step <= row.last_step) return false
  await ctx.tx
    .updateTable('user_totp')
    .set({ last_step: step, is_confirmed: true })
    .where('user_id', '=', userId)
    .execute()
  return true
}

/** Consumes a code of the app or a recovery code within a transaction; refuses at `second_factor`. */
export async function redeemSecondFactor(ctx: PublicCtx, userId: string, code: string): Promise<void> {
  const isRight = /^\d{6}$/.test(code)
    ? await redeemTotpCode(ctx, userId, code, true)
    : await redeemRecoveryCode(ctx, userId, code)
  if (!isRight) throw buildWrongCodeRefusal('second_factor')
}

/** Called in `prepare` after the password was verified: refuses if a required code is missing, and counts the attempt. */
export async function checkSecondFactorGiven(ctx: PublicCtx, userId: string, code: string | undefined) {
  if (!(await hasTotp(ctx, userId))) return
  if (code === undefined) throw new Refusal('second_factor_required')
  await checkTotpLimit(ctx, userId)
}

/** Consumes the second factor in the transaction of a sign-in; does nothing for users without one. */
export async function redeemSignInFactor(ctx: PublicCtx, userId: string, code: string | undefined) {
  if (!(await hasTotp(ctx, userId))) return
  if (code === undefined) throw new Refusal('second_factor_required')
  // recorded after the transaction, which the refusal rolls back
  await redeemSecondFactor(ctx, userId, code).catch((error: unknown) => {
    ctx.onFailure(() => recordFailedSignIn(ctx, userId, 'SECOND_FACTOR'))
    throw error
  })
}
