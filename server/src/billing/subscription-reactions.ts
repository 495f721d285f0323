import { GRACE_DAYS, TRIAL_DAYS, TRIAL_PLAN } from '@plumbline/contract/billing/plans'
import { reason } from '@plumbline/contract/reasons'
import { sql } from 'kysely'
import type { Server } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import type { Reaction } from '../live/tell.ts'
import { computeWriteBlock, DAY_MS } from './rules.ts'
import { assignSignupCodeToTeam, redeemSignupCodeForUser } from './signup-codes.ts'

/** Event reactions that start trials of new companies and end subscriptions of closed ones. */

type Parts = Pick<Server, 'config' | 'now'>

/** Reserves the code that a new user signed up with for the company they will create. */
export const redeemCodeOfNewUser =
  ({ config, now }: Parts): Reaction =>
  async (tx, event) => {
    if (event.type !== 'user.updated' || event.cause.kind !== 'SIGNED_UP' || !event.cause.signup_code) return
    if (config.billing.provider === 'none') return
    if (await redeemSignupCodeForUser(tx, event.cause.signup_code, event.data.user_id, now())) return
    const why = reason('signup_code_expired')
    throw new Refusal('bad_request', { reason: why, fields: { custom_signup_code: why } })
  }

/** Starts the trial of a new company, with the terms of its founder's sign-up code if there is one. */
export const startTrialOfNewTeam =
  ({ config, now }: Parts): Reaction =>
  async (tx, event) => {
    if (event.type !== 'team.updated' || event.cause.kind !== 'CREATED') return
    if (config.billing.provider === 'none') return
    const { team_id } = event.data
    const code = await assignSignupCodeToTeam(tx, event.cause.by, team_id)
    const days = code?.trial_days ?? TRIAL_DAYS
    const row = await tx
      .insertInto('subscriptions')
      .values({
        team_id,
        slug: code?.plan_slug ?? TRIAL_PLAN,
        told_status: 'TRIALING',
        trial_ends_at: new Date(now().getTime() + days * DAY_MS).toISOString(),
        ...(code ? { code_id: code.id, discount_percent: code.discount_percent } : {}),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('teams')
      .set({ blocks_at: computeWriteBlock(row) })
      .where('id', '=', team_id)
      .execute()
  }

/** Ends the subscription of a closed company; the billing schedule closes its account at a remote provider. */
export const endSubscriptionOfClosedTeam =
  ({ now }: Parts): Reaction =>
  async (tx, event) => {
    if (event.type !== 'team.updated' || event.cause.kind !== 'CLOSED') return
    await tx
      .updateTable('subscriptions')
      .set({ ended_at: now().toISOString(), next: null })
      .where('team_id', '=', event.data.team_id)
      .where('ended_at', 'is', null)
      .execute()
  }

/** Starts a trial for companies that are older than the billing of this server. */
export async function startMissingTrials({ config, db, now }: Parts & Pick<Server, 'db'>): Promise<void> {
  if (config.billing.provider === 'none') return
  const ends = new Date(now().getTime() + TRIAL_DAYS * DAY_MS).toISOString()
  await sql`with opened as (
      insert into subscriptions (team_id, slug, trial_ends_at, told_status)
      select id, ${TRIAL_PLAN}, ${ends}::timestamptz, 'TRIALING' from teams t
      where deleted_at is null and not exists (select from subscriptions s where s.team_id = t.id)
      on conflict do nothing returning team_id)
    update teams set blocks_at = ${ends}::timestamptz + make_interval(days => ${GRACE_DAYS}) where id in (select team_id from opened)`.execute(
    db,
  )
}
