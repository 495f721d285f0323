import { createHmac, randomInt } from 'node:crypto'
import type { PublicCtx } from '../context.ts'

/** Codes for the day on which the phone is lost: shown once, each good for one sign-in. */

const COUNT = 10
/** Crockford's letters: none that are taken for another. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 10

const createRecoveryCode = () =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
const formatCode = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`

/** As typed: case, spaces and dashes do not matter, nor letters that look like another. */
const normalizeCode = (typed: string) =>
  typed.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1')

/** 50 bits are random enough for a fast hash; with the server's key it says nothing without it. */
const hashRecoveryCode = ({ secret }: Pick<PublicCtx, 'secret'>, userId: string, code: string) =>
  createHmac('sha256', secret).update(`recovery:${userId}:${code}`).digest('base64url')

/** New codes in place of the old ones, for showing. */
export async function createRecoveryCodes(ctx: PublicCtx, user_id: string): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < COUNT) codes.add(createRecoveryCode())
  await ctx.tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  await ctx.tx
    .insertInto('recovery_codes')
    .values([...codes].map((code) => ({ user_id, code_hash: hashRecoveryCode(ctx, user_id, code) })))
    .execute()
  return [...codes].map(formatCode)
}

/** Uses a code up: of several tries at once exactly one gets true. */
export async function redeemRecoveryCode(ctx: PublicCtx, userId: string, typed: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashRecoveryCode(ctx, userId, normalizeCode(typed)))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
