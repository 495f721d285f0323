import type * as api from '@plumbline/contract/users/account'
import { Secret, TOTP } from 'otpauth'
import type { Handler, Input, PublicCtx, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { type SealOptions, seal, unseal } from '../seal.ts'
import { readMe } from '../users/me.ts'
import { tellSelf } from '../users/update-me.ts'
import { mailTo, readerOfUser } from './mails.ts'
import { provePassword } from './passwords.ts'
import { createRecoveryCodes, redeemRecoveryCode } from './recovery-codes.ts'

/** Two-step sign-in: codes of an authenticator app (RFC 6238) beside the password. */

/** Tries of the second factor that one account has in ten minutes. */
const TRIES = 10
const TRIES_S = 600
/** Clocks may differ by one step of 30 s. */
const WINDOW = 1

const sealed = (userId: string): SealOptions => ({ purpose: 'totp', owner: userId })

function unsealSecret(ctx: PublicCtx, userId: string, text: string): Secret {
  const plain = unseal(ctx, sealed(userId), text)
  if (!plain) throw new Error('The secret of two-step sign-in was encrypted with another SECRET_KEY')
  return new Secret({ buffer: new Uint8Array(plain).buffer })
}

const wrongCode = (field: string) => new Refusal('bad_key', { fields: { [field]: 'This code is not right' } })

const limitTries = (ctx: PublicCtx, userId: string) => ctx.limit(`second:${userId}`, TRIES, TRIES_S)

const isOn = async ({ tx }: Pick<PublicCtx, 'tx'>, userId: string) =>
  (await tx
    .selectFrom('user_totp')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('is_confirmed', '=', true)
    .executeTakeFirst()) !== undefined

/** Uses a code of the app up: no code, and none older than it, is accepted again. */
async function redeemAppCode(ctx: PublicCtx, userId: string, code: string, confirmed: boolean) {
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
  const delta = totp.validate({ token: code, timestamp, window: WINDOW })
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

/** In a transaction: uses up a code of the app or a recovery code, or refuses at `second_factor`. */
async function redeemSecondFactor(ctx: PublicCtx, userId: string, code: string): Promise<void> {
  const fits = /^\d{6}$/.test(code)
    ? await redeemAppCode(ctx, userId, code, true)
    : await redeemRecoveryCode(ctx, userId, code)
  if (!fits) throw wrongCode('second_factor')
}

/** In `prepare` of a sign-in with a right password: says that a code is missing, and counts tries. */
export async function expectSecondFactor(ctx: PublicCtx, userId: string, code: string | undefined) {
  if (!(await isOn(ctx, userId))) return
  if (code === undefined) throw new Refusal('second_factor_required')
  await limitTries(ctx, userId)
}

/** In the transaction of a sign-in: nothing to do for those without a second step. */
export async function passSecondFactor(ctx: PublicCtx, userId: string, code: string | undefined) {
  if (!(await isOn(ctx, userId))) return
  if (code === undefined) throw new Refusal('second_factor_required')
  await redeemSecondFactor(ctx, userId, code)
}

export const beginTotp: Handler<typeof api.startTotp, void> = {
  prepare: (ctx, { body }) => provePassword(ctx, body.password, 'password'),
  handle: async (ctx) => {
    const { user_id, email } = ctx.actor
    const secret = new Secret({ size: 20 })
    const begun = await ctx.tx
      .insertInto('user_totp')
      .values({ user_id, secret: seal(ctx, sealed(user_id), secret.bytes) })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ secret: (eb) => eb.ref('excluded.secret'), last_step: 0 })
          .where('user_totp.is_confirmed', '=', false),
      )
      .returning('user_id')
      .executeTakeFirst()
    if (!begun) throw new Refusal('wrong_state', { message: 'Two-step sign-in is on already' })
    const totp = new TOTP({ issuer: 'Plumbline', label: email, secret })
    return { secret: secret.base32, uri: totp.toString() }
  },
}

async function switchOn(ctx: UserCtx, { body }: Input<typeof api.confirmTotp>) {
  const { user_id } = ctx.actor
  const row = await ctx.tx
    .selectFrom('user_totp')
    .select('is_confirmed')
    .where('user_id', '=', user_id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('wrong_state', { message: 'Ask for a secret first' })
  if (row.is_confirmed) throw new Refusal('wrong_state', { message: 'Two-step sign-in is on already' })
  if (!(await redeemAppCode(ctx, user_id, body.code, false))) throw wrongCode('code')
  const recovery_codes = await createRecoveryCodes(ctx, user_id)
  await mailTo(ctx, await readerOfUser(ctx, user_id), (texts) => texts.totpOn, '/me')
  await tellSelf(ctx)
  return { recovery_codes }
}

export const turnTotpOn: Handler<typeof api.confirmTotp, void> = {
  prepare: (ctx) => limitTries(ctx, ctx.actor.user_id),
  handle: switchOn,
}

async function switchOff(ctx: UserCtx, { body }: Input<typeof api.stopTotp>) {
  const { user_id } = ctx.actor
  await redeemSecondFactor(ctx, user_id, body.second_factor)
  await ctx.tx.deleteFrom('user_totp').where('user_id', '=', user_id).execute()
  await ctx.tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  await mailTo(ctx, await readerOfUser(ctx, user_id), (texts) => texts.totpOff, '/me')
  await tellSelf(ctx)
  return readMe(ctx.tx, user_id)
}

export const turnTotpOff: Handler<typeof api.stopTotp, void> = {
  prepare: async (ctx, { body }) => {
    await provePassword(ctx, body.password, 'password')
    if (!(await isOn(ctx, ctx.actor.user_id)))
      throw new Refusal('wrong_state', { message: 'Two-step sign-in is off already' })
    await limitTries(ctx, ctx.actor.user_id)
  },
  handle: switchOff,
}
