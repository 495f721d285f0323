import { createHmac, type KeyObject } from 'node:crypto'
import type { PublicCtx } from '../context.ts'
import { returnHit } from '../http/rate-limit.ts'
import { listSecrets } from '../secret.ts'
import { isEqualInConstantTime } from './constant-time.ts'

/**
 * Sign-in attempts are limited per network and account, per account, and per network. The last two count only failed
 * attempts, so that an office behind one address can sign in at once; known devices are exempt from the limit per account,
 * so that an attacker elsewhere cannot lock them out.
 */

/** failed attempts on an account, as a multiple of the configured limit */
const ACCOUNT_LIMIT = { times: 10, window_s: 3600 }
const NETWORK_LIMIT = { times: 20, window_s: 600 }
export const DEVICE_COOKIE = 'plumbline_device'
const YEAR_S = 365 * 24 * 3600

const computeDeviceProof = (secret: KeyObject, userId: string) =>
  createHmac('sha256', secret).update(`device:${userId}`).digest('base64url')

/** Marks this browser as known to the account until the user signs out; an expired session does not end it. */
export const rememberDevice = ({ http, secret }: Pick<PublicCtx, 'http' | 'secret'>, userId: string) =>
  http.setCookie(DEVICE_COOKIE, computeDeviceProof(secret, userId), { http_only: true, max_age_s: YEAR_S })

const isKnownDevice = (ctx: PublicCtx, userId: string) =>
  listSecrets(ctx).some((secret) =>
    isEqualInConstantTime(ctx.http.cookie(DEVICE_COOKIE) ?? '', computeDeviceProof(secret, userId)),
  )

/** Counts an attempt before it is checked, so that concurrent ones count; the returned function uncounts a successful one. */
export async function countSignInAttempt(
  ctx: PublicCtx,
  email: string,
  userId: string | null,
): Promise<() => Promise<void>> {
  const { network } = ctx.http
  const limit = ctx.config.limits.signIn
  await ctx.limit(`login:${network}:${email}`, limit, 60)
  const everybody = `login-from:${network}`
  await ctx.limit(everybody, limit * NETWORK_LIMIT.times, NETWORK_LIMIT.window_s)
  const isKnown = userId !== null && isKnownDevice(ctx, userId)
  const account = isKnown ? null : `login-to:${email}`
  if (account) await ctx.limit(account, limit * ACCOUNT_LIMIT.times, ACCOUNT_LIMIT.window_s)
  return async () => {
    for (const key of account ? [everybody, account] : [everybody]) await returnHit(ctx.db, key)
  }
}
