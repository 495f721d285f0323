import { randomUUIDv7 } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { Refusal } from '../http/refusal.ts'

export type SignupCodeRow = Selectable<Tables['signup_codes']>

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

const selectUnexpired = (tx: Tx, now: Date) =>
  tx
    .selectFrom('signup_codes')
    .selectAll()
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now.toISOString())]))

/** Selects an unexpired code by its text, ignoring case, or by its id. */
export const selectSignupCode = (tx: Tx, text: string, now: Date) =>
  isId(text)
    ? selectUnexpired(tx, now).where('id', '=', text)
    : selectUnexpired(tx, now).where(sql<string>`upper(code)`, '=', text.trim().toUpperCase())

/** Counts one redemption; undefined if none remains. The conditional update keeps concurrent callers within the limit. */
async function countRedemption(tx: Tx, id: string, now: Date): Promise<SignupCodeRow | undefined> {
  return tx
    .updateTable('signup_codes')
    .set({ redeemed: sql`redeemed + 1` })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('max_redemptions', 'is', null), eb('redeemed', '<', eb.ref('max_redemptions'))]))
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now.toISOString())]))
    .returningAll()
    .executeTakeFirst()
}

/** Reserves a code for the company that a new user will create; false if the code is not usable. */
export async function redeemSignupCodeForUser(
  tx: Tx,
  text: string,
  user_id: string,
  now: Date,
): Promise<boolean> {
  const found = await selectSignupCode(tx, text, now).executeTakeFirst()
  const code = found && (await countRedemption(tx, found.id, now))
  if (!code) return false
  await tx
    .insertInto('signup_redemptions')
    .values({ id: randomUUIDv7(), code_id: code.id, user_id })
    .execute()
  return true
}

/** Assigns the code that the founder signed up with to their new company. */
export async function assignSignupCodeToTeam(
  tx: Tx,
  userId: string,
  team_id: string,
): Promise<SignupCodeRow | null> {
  const redemption = await tx
    .selectFrom('signup_redemptions')
    .select(['id', 'code_id'])
    .where('user_id', '=', userId)
    .where('team_id', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!redemption) return null
  await tx.updateTable('signup_redemptions').set({ team_id }).where('id', '=', redemption.id).execute()
  return tx
    .selectFrom('signup_codes')
    .selectAll()
    .where('id', '=', redemption.code_id)
    .executeTakeFirstOrThrow()
}

/** The code if this company has redeemed it or could redeem it now; refuses with `link_expired` otherwise. */
export async function getUsableSignupCode(
  tx: Tx,
  id: string,
  teamId: string,
  now: Date,
): Promise<SignupCodeRow> {
  const redeemed = await tx
    .selectFrom('signup_redemptions as r')
    .innerJoin('signup_codes as c', 'c.id', 'r.code_id')
    .selectAll('c')
    .where('r.team_id', '=', teamId)
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (redeemed) return redeemed
  const code = await selectUnexpired(tx, now).where('id', '=', id).executeTakeFirst()
  if (!code || (code.max_redemptions !== null && code.redeemed >= code.max_redemptions))
    throw new Refusal('link_expired')
  return code
}

/** Redeems a code for a company; repeating the call counts no second redemption. */
export async function redeemSignupCodeForTeam(
  tx: Tx,
  id: string,
  team_id: string,
  now: Date,
): Promise<SignupCodeRow> {
  const before = await tx
    .selectFrom('signup_redemptions')
    .select(['id', 'code_id'])
    .where('team_id', '=', team_id)
    .executeTakeFirst()
  if (before?.code_id === id) return getUsableSignupCode(tx, id, team_id, now)
  const code = await countRedemption(tx, id, now)
  if (!code) throw new Refusal('link_expired')
  if (before)
    await tx.updateTable('signup_redemptions').set({ code_id: id }).where('id', '=', before.id).execute()
  else
    await tx.insertInto('signup_redemptions').values({ id: randomUUIDv7(), code_id: id, team_id }).execute()
  return code
}
