import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { PublicCtx } from '../context.ts'
import { returnHit } from '../http/rate-limit.ts'
import { isEqualInConstantTime } from './constant-time.ts'

/**
 * Tries of passwords are counted three times: from one address on one account, on one account from anywhere, and from one
 * address on any account. Of the last two only wrong ones count, so an office behind one address may sign in all at once,
 * and what is tried on an account from elsewhere does not keep out a device from which it was signed in to before.
 */

/** hours in which somebody else's tries keep new devices out */
const ACCOUNT_LIMIT = { times: 10, window_s: 3600 }
const NETWORK_LIMIT = { times: 20, window_s: 600 }
export const DEVICE_COOKIE = 'plumbline_device'
const YEAR_S = 365 * 24 * 3600

const computeDeviceProof = (secret: Uint8Array, userId: string) =>
  createHmac('sha256', secret).update(`device:${userId}`).digest('base64url')

/** Until somebody signs out here, this browser is known to the account, also when its session has ended. */
export const rememberDevice = ({ http, secret }: Pick<PublicCtx, 'http' | 'secret'>, userId: string) =>
  http.setCookie(DEVICE_COOKIE, computeDeviceProof(secret, userId), { http_only: true, max_age_s: YEAR_S })

const isKnownDevice = ({ http, secret }: PublicCtx, userId: string) =>
  isEqualInConstantTime(http.cookie(DEVICE_COOKIE) ?? '', computeDeviceProof(secret, userId))

/** Who has one IPv6 address has the other 2^64 of its network. */
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

/** Counts a try before it is checked, so that many at once count too; answers how to take it back when it was right. */
export async function countSignInAttempt(
  ctx: PublicCtx,
  email: string,
  userId: string | null,
): Promise<() => Promise<void>> {
  const { ip } = ctx.http
  const most = ctx.config.limits.signIn
  await ctx.limit(`login:${ip}:${email}`, most, 60)
  const network = `login-from:${getNetwork(ip)}`
  await ctx.limit(network, most * NETWORK_LIMIT.times, NETWORK_LIMIT.window_s)
  const isKnown = userId !== null && isKnownDevice(ctx, userId)
  const account = isKnown ? null : `login-to:${email}`
  if (account) await ctx.limit(account, most * ACCOUNT_LIMIT.times, ACCOUNT_LIMIT.window_s)
  return async () => {
    for (const key of account ? [network, account] : [network]) await returnHit(ctx.db, key)
  }
}
