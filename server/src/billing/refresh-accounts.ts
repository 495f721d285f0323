import { randomUUID } from 'node:crypto'
import type { Server } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import type { Teller } from '../live/tell.ts'
import {
  getBillingAccount,
  getSubscriptionRow,
  lockAnySubscription,
  type SubscriptionRow,
  syncTeamLimits,
} from './accounts.ts'
import type { BillingAccount, BillingProvider, ResultWriter } from './provider.ts'
import { claimProviderLease, releaseProviderLease } from './provider-lease.ts'
import { ABANDON_BEFORE_MS } from './rules.ts'

/** Refreshes accounts from a remote provider after a webhook or a lost response. */

interface RefreshContext {
  server: Server
  teller: Teller
  provider: BillingProvider
}

/** Stores a fetched state under the company's lease, so that an older response never overwrites a newer one. */
async function storeFetchedState(
  { server, teller }: RefreshContext,
  before: SubscriptionRow,
  key: string,
  writeResult: ResultWriter,
): Promise<void> {
  await inTransaction(server.db, async (tx) => {
    await lockAnySubscription(tx, before.team_id)
    await writeResult(tx)
    await releaseProviderLease(tx, before.team_id, key)
    await syncTeamLimits({ tx, tell: teller.begin(tx), now: server.now }, before)
  })
  teller.nudge()
}

type Refresh = (account: BillingAccount, key: string) => Promise<ResultWriter>

async function refreshUnderLease(
  context: RefreshContext,
  teamId: string,
  key: string,
  refresh: Refresh,
): Promise<void> {
  const { server } = context
  const row = await getSubscriptionRow(server.db, teamId)
  const account = await getBillingAccount(server.db, row, server.now())
  await storeFetchedState(context, row, key, await refresh(account, key))
}

/**
 * Refreshes an account after a call without an answer. If that call set a billing address, the provider has the new address
 * and our rows the old one: the provider is set back to the old one, which users see.
 */
const refreshAfterLostCall =
  ({ server, provider }: RefreshContext): Refresh =>
  async (account, key) => {
    const writeResult = await provider.refresh(account)
    if (!account.customer_id) return writeResult
    try {
      return await provider.updateBillingInfo(account, key)
    } catch (err) {
      if (!(err instanceof Refusal) || err.code === 'unavailable') throw err
      server.log.warn({ err, team_id: account.team_id }, 'billing address')
      return writeResult
    }
  }

/** Refreshes the company of a customer; throws while another call holds the lease, so that the job retries. */
export async function refreshCustomer(context: RefreshContext, customerId: string): Promise<void> {
  const { db, now } = context.server
  const row = await db
    .selectFrom('subscriptions')
    .innerJoin('teams', 'teams.id', 'subscriptions.team_id')
    .select(['team_id', 'deleted_at'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  if (!row) return
  const key = await claimProviderLease(db, row.team_id, now())
  try {
    await refreshUnderLease(
      context,
      row.team_id,
      key,
      row.deleted_at === null ? context.provider.refresh : context.provider.closeAccount,
    )
  } catch (error) {
    await releaseProviderLease(db, row.team_id, key)
    throw error
  }
}

/** Accounts that no webhook will report: expired leases, pending payments near the period end, and closed companies. */
function listUnsettledTeams({ db, now }: Server) {
  const at = now()
  const soon = new Date(at.getTime() + ABANDON_BEFORE_MS).toISOString()
  return db
    .selectFrom('subscriptions as s')
    .innerJoin('teams', 'teams.id', 's.team_id')
    .select(['s.team_id', 's.lease_key', 'teams.deleted_at'])
    .where(({ and, or, eb, exists, selectFrom }) =>
      or([
        eb('s.lease_until', '<=', at.toISOString()),
        and([
          eb('s.lease_until', 'is', null),
          eb('s.confirm', 'is not', null),
          eb('s.next', 'is not', null),
          eb('s.period_end', '<=', soon),
        ]),
        // a closed company may still be charged, or confirm a pending payment
        and([
          eb('s.lease_until', 'is', null),
          eb('teams.deleted_at', 'is not', null),
          eb('s.customer_id', 'is not', null),
          or([
            eb('s.subscription_id', 'is not', null),
            eb('s.confirm', 'is not', null),
            exists(
              selectFrom('payment_methods as m').select('m.team_id').whereRef('m.team_id', '=', 's.team_id'),
            ),
          ]),
        ]),
      ]),
    )
    .limit(100)
    .execute()
}

/** Refreshes each account under a new lease, so that only one server does it. */
export async function refreshUnsettledTeams(context: RefreshContext): Promise<void> {
  const { db, now, log } = context.server
  const { refresh, closeAccount } = context.provider
  const rows = await listUnsettledTeams(context.server)
  for (const { team_id, lease_key, deleted_at } of rows) {
    const key = randomUUID()
    const until = new Date(now().getTime() + 60_000).toISOString()
    const { numUpdatedRows } = await db
      .updateTable('subscriptions')
      .set({ lease_key: key, lease_until: until })
      .where('team_id', '=', team_id)
      .where('lease_key', 'is not distinct from', lease_key)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) continue
    // after a failure the lease stays and expires, so a later run retries
    const refreshOpen = lease_key === null ? refresh : refreshAfterLostCall(context)
    await refreshUnderLease(context, team_id, key, deleted_at === null ? refreshOpen : closeAccount).catch(
      (err: unknown) => log.warn({ err }, 'billing'),
    )
  }
}
