import type { BillingInfo } from '@plumbline/contract/billing/billing'
import { planLimits } from '@plumbline/contract/billing/plans'
import type { SubscriptionStatus } from '@plumbline/contract/billing/subscription'
import type { Locale } from '@plumbline/contract/users/users'
import type { Selectable } from 'kysely'
import type { PublicCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { publishTeamUpdated } from '../teams/team-members.ts'
import { lockTeam } from '../teams/update-team.ts'
import type { BillingAccount } from './provider.ts'
import { computeSeatLimit, computeStatus, computeWriteBlock, getPaidTerms } from './rules.ts'

/** Reads and locks subscription rows, and copies their limits to the company. */

export type SubscriptionRow = Selectable<Tables['subscriptions']>

export const getSubscriptionRow = (tx: Tx, teamId: string): Promise<SubscriptionRow> =>
  tx.selectFrom('subscriptions').selectAll().where('team_id', '=', teamId).executeTakeFirstOrThrow()

/** Locks the company and its subscription, also of a closed company, which may still owe or be charged at Stripe. */
export async function lockAnySubscription(tx: Tx, teamId: string): Promise<SubscriptionRow> {
  await tx.selectFrom('teams').select('id').where('id', '=', teamId).forNoKeyUpdate().execute()
  return tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('team_id', '=', teamId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Locks an open company, then its subscription: the lock order of every caller, so none deadlocks. */
export async function lockSubscription(tx: Tx, teamId: string): Promise<SubscriptionRow> {
  await lockTeam(tx, teamId)
  return lockAnySubscription(tx, teamId)
}

/** The billing address, by default the company's name and its owner's e-mail, and the owner's language. */
export async function getBuyer(tx: Tx, teamId: string): Promise<{ info: BillingInfo; locale: Locale }> {
  const { locale, team_name, team_country, owner_email, ...own } = await tx
    .selectFrom('teams')
    .leftJoin('billing_infos as i', 'i.team_id', 'teams.id')
    .leftJoin('team_members as m', (join) =>
      join.onRef('m.team_id', '=', 'teams.id').on('m.role', '=', 'OWNER'),
    )
    .leftJoin('users as owner', 'owner.id', 'm.user_id')
    .select(['teams.name as team_name', 'teams.country as team_country'])
    .select(['owner.email as owner_email', 'owner.locale'])
    .select(['i.name', 'i.email', 'i.address', 'i.postal_code', 'i.city', 'i.country', 'i.tax_id'])
    .where('teams.id', '=', teamId)
    .executeTakeFirstOrThrow()
  const hasOwn = own.name !== null
  const info = {
    name: own.name ?? team_name,
    email: own.email ?? owner_email ?? '',
    address: own.address ?? '',
    postal_code: own.postal_code ?? '',
    city: own.city ?? '',
    country: hasOwn ? own.country : team_country,
    tax_id: own.tax_id,
  }
  return { info, locale: locale ?? 'en' }
}

export async function getBillingAccount(tx: Tx, row: SubscriptionRow, now: Date): Promise<BillingAccount> {
  const { team_id, customer_id, subscription_id, anchored_at, period_start, period_end } = row
  const terms = computeStatus(row, now) === 'EXPIRED' ? null : getPaidTerms(row)
  return {
    ...(await getBuyer(tx, team_id)),
    team_id,
    customer_id,
    subscription_id,
    anchored_at,
    period_start,
    period_end,
    terms,
    now,
  }
}

/** The OWNER and ADMINs of a company: only they receive billing events. */
async function listPayerIds(tx: Tx, teamId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('team_members')
    .select('user_id')
    .where('team_id', '=', teamId)
    .where('role', 'in', ['OWNER', 'ADMIN'])
    .execute()
  return rows.map((row) => row.user_id)
}

export async function publishBillingUpdated({ tx, tell }: Pick<PublicCtx, 'tx' | 'tell'>, team_id: string) {
  const users = await listPayerIds(tx, team_id)
  await tell('billing.updated', { project_id: null, data: { team_id }, audience: { users } })
}

/** Statuses that the billing schedule mails; until then `told_status` holds the previous one. */
export const isToldByMail = (status: SubscriptionStatus): boolean =>
  status === 'PAST_DUE' || status === 'EXPIRED'

/** Recomputes the seat limit and write block of a company after its subscription changed, and publishes the change. */
export async function syncTeamLimits(
  ctx: Pick<PublicCtx, 'tx' | 'tell' | 'now'>,
  before: SubscriptionRow,
): Promise<SubscriptionRow> {
  const { tx } = ctx
  const { team_id } = before
  const row = await getSubscriptionRow(tx, team_id)
  const status = computeStatus(row, ctx.now())
  if (status !== row.told_status && !isToldByMail(status))
    await tx
      .updateTable('subscriptions')
      .set({ told_status: status })
      .where('team_id', '=', team_id)
      .execute()
  const limits = {
    seat_limit: computeSeatLimit(row, planLimits.free.team_members),
    blocks_at: computeWriteBlock(row),
  }
  const { numUpdatedRows } = await tx
    .updateTable('teams')
    .set(limits)
    .where('id', '=', team_id)
    .where((eb) =>
      eb.or([
        eb('seat_limit', 'is distinct from', limits.seat_limit),
        eb('blocks_at', 'is distinct from', limits.blocks_at),
      ]),
    )
    .executeTakeFirst()
  await publishBillingUpdated(ctx, team_id)
  if (numUpdatedRows > 0n || row.slug !== before.slug) await publishTeamUpdated(ctx, team_id)
  return row
}
