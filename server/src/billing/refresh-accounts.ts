import { randomUUID } from 'node:crypto'
import type { Server } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import type { Teller } from '../live/tell.ts'
import {
  getBillingAccount,
  getSubscriptionRow,
  lockAnySubscription,
  type SubscriptionRow,
  syncTeamLimits,
} from './accounts.ts'
import type { BillingProvider, ResultWriter } from './provider.ts'
import { claimProviderLease, releaseProviderLease } from './provider-lease.ts'
import { ABANDON_BEFORE_MS } from './rules.ts'

/** Fetches what a remote provider has, when it says that something happened or when an answer was lost. */

interface RefreshContext {
  server: Server
  teller: Teller
  provider: BillingProvider
}

/** Under the company's lease, so that an older answer never overwrites a newer one. */
async function storeFetchedState(
  { server, teller }: RefreshContext,
  before: SubscriptionRow,
  key: string,
  settle: ResultWriter,
): Promise<void> {
  await inTransaction(server.db, async (tx) => {
    await lockAnySubscription(tx, before.team_id)
    await settle(tx)
    await releaseProviderLease(tx, before.team_id, key)
    await syncTeamLimits({ tx, tell: teller.begin(tx), now: server.now }, before)
  })
  teller.nudge()
}

async function refreshUnderLease(
  parts: RefreshContext,
  teamId: string,
  key: string,
  isClosed: boolean,
): Promise<void> {
  const { server, provider } = parts
  const row = await getSubscriptionRow(server.db, teamId)
  const account = await getBillingAccount(server.db, row, server.now())
  const settle = isClosed ? await provider.closeAccount(account, key) : await provider.refresh(account)
  await storeFetchedState(parts, row, key, settle)
}

/** For the company of a customer; throws while another call is under way, so that the job tries again. */
export async function refreshCustomer(parts: RefreshContext, customerId: string): Promise<void> {
  const { db, now } = parts.server
  const row = await db
    .selectFrom('subscriptions')
    .innerJoin('teams', 'teams.id', 'subscriptions.team_id')
    .select(['team_id', 'deleted_at'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  if (!row) return
  const key = await claimProviderLease(db, row.team_id, now())
  try {
    await refreshUnderLease(parts, row.team_id, key, row.deleted_at !== null)
  } catch (error) {
    await releaseProviderLease(db, row.team_id, key)
    throw error
  }
}

/** What nothing there tells of: calls whose end is not known, the last hour of what waits, and closed companies. */
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
        // they may still be charged there, or pay what waits to be confirmed
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

/** Each under a lease of its own, which one server takes. */
export async function refreshUnsettledTeams(parts: RefreshContext): Promise<void> {
  const { db, now, log } = parts.server
  const rows = await listUnsettledTeams(parts.server)
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
    // what fails keeps its lease, which runs out again
    await refreshUnderLease(parts, team_id, key, deleted_at !== null).catch((err: unknown) =>
      log.warn({ err }, 'billing'),
    )
  }
}
