import { createHmac, type KeyObject, randomInt } from 'node:crypto'
import type { PublicCtx } from '../context.ts'
import { listSecrets } from '../secret.ts'

/** Recovery codes replace the authenticator app: shown once, each valid for one sign-in. */

const COUNT = 10
/** Crockford's base 32, without letters that look alike. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 10

const createRecoveryCode = () =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
const formatCode = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`

/** Normalizes a typed code: ignores case, spaces and dashes, and maps letters that look like digits. */
const normalizeCode = (typed: string) =>
  typed.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1')

/** 50 random bits allow a fast hash, keyed with the server's secret so that a leaked table reveals nothing. */
const hashRecoveryCode = (secret: KeyObject, userId: string, code: string) =>
  createHmac('sha256', secret).update(`recovery:${userId}:${code}`).digest('base64url')

/** Replaces the recovery codes of a user; returns them formatted for display. */
export async function createRecoveryCodes(ctx: PublicCtx, user_id: string): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < COUNT) codes.add(createRecoveryCode())
  await ctx.tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  await ctx.tx
    .insertInto('recovery_codes')
    .values([...codes].map((code) => ({ user_id, code_hash: hashRecoveryCode(ctx.secret, user_id, code) })))
    .execute()
  return [...codes].map(formatCode)
}

/** Consumes a code; of concurrent calls exactly one returns true. */
export async function redeemRecoveryCode(ctx: PublicCtx, userId: string, typed: string): Promise<boolean> {
  const hashes = listSecrets(ctx).map((secret) => hashRecoveryCode(secret, userId, normalizeCode(typed)))
  const { numDeletedRows } = await ctx.tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', 'in', hashes)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
