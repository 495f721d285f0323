import { hash, verify } from '@node-rs/argon2'
import { reason } from '@plumbline/contract/reasons'
import type { UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { holdSession } from './sessions.ts'

/** OWASP's setting: argon2id (the library's default), 19 MiB, 2 passes, 1 lane. */
const OPTIONS = { memoryCost: 19456, timeCost: 2, parallelism: 1 }
/** concurrent hashes, which bounds their memory */
const MAX_CONCURRENT = 4

let running = 0
const waiting: (() => void)[] = []

async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  while (running >= MAX_CONCURRENT) await new Promise<void>((resolve) => waiting.push(resolve))
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

export function hashPassword(password: string): Promise<string> {
  return limitConcurrency(() => hash(password.normalize('NFKC'), OPTIONS))
}

let decoy: Promise<string> | null = null

/** Verifies a password; takes the same time if there is no such user (`null`). */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const storedHash = stored ?? (await decoy)
  const isRight = await limitConcurrency(() => verify(storedHash, password.normalize('NFKC')))
  return isRight && stored !== null
}

const buildWrongPasswordRefusal = (field: string) =>
  new Refusal('bad_password', { fields: { [field]: reason('wrong_password') } })

/**
 * Called in `prepare`, since hashing is slow: confirms the password of the signed-in user, or refuses at the given field.
 * Returns the hash that it was compared with, for `checkStillConfirmed`.
 */
export async function getConfirmedHash(ctx: UserCtx, password: string, field: string): Promise<string> {
  const { user_id } = ctx.actor
  await ctx.limit(`password:${user_id}`, ctx.config.limits.signIn, 60)
  const user = await ctx.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user_id)
    .executeTakeFirst()
  const isRight = await verifyPassword(user?.password_hash ?? null, password)
  if (!user || !isRight) throw buildWrongPasswordRefusal(field)
  return user.password_hash
}

/**
 * Called in the transaction: refuses if the password was changed after it was confirmed, or the session was ended. Locks
 * both, so that a concurrent change either completes before this or waits for it.
 */
export async function checkStillConfirmed(ctx: UserCtx, confirmedHash: string, field: string): Promise<void> {
  const { user_id } = ctx.actor
  const user = await ctx.tx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (user?.password_hash !== confirmedHash) throw buildWrongPasswordRefusal(field)
  await holdSession(ctx)
}
