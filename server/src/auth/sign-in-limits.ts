import { createHmac, type KeyObject } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { PublicCtx } from '../context.ts'
import { returnHit } from '../http/rate-limit.ts'
import { listSecrets } from '../secret.ts'
import { isEqualInConstantTime } from './constant-time.ts'

/**
 * Sign-in attempts are limited per IP address and account, per account, and per network. The last two count only failed
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

/** The /64 network of an IPv6 address, since one subscriber owns all of its addresses; IPv4 addresses stay as they are. */
export function getNetwork(ip: string): string {
  if (!isIPv6(ip)) return ip
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip) ?? []
  if (mapped) return mapped
  const plain = new URL(`http://[${ip.split('%')[0]}]`).hostname.slice(1, -1)
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length
  return [...groups, ...Array<string>(zeros).fill('0'), ...rest].slice(0, 4).join(':')
}

/** Counts an attempt before it is checked, so that concurrent ones count; the returned function uncounts a successful one. */
export async function countSignInAttempt(
  ctx: PublicCtx,
  email: string,
  userId: string | null,
): Promise<() => Promise<void>> {
  const { ip } = ctx.http
  const limit = ctx.config.limits.signIn
  await ctx.limit(`login:${ip}:${email}`, limit, 60)
  const network = `login-from:${getNetwork(ip)}`
  await ctx.limit(network, limit * NETWORK_LIMIT.times, NETWORK_LIMIT.window_s)
  const isKnown = userId !== null && isKnownDevice(ctx, userId)
  const account = isKnown ? null : `login-to:${email}`
  if (account) await ctx.limit(account, limit * ACCOUNT_LIMIT.times, ACCOUNT_LIMIT.window_s)
  return async () => {
    for (const key of account ? [network, account] : [network]) await returnHit(ctx.db, key)
  }
}
