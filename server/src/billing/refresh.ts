import { randomUUID } from 'node:crypto'
import type { Server } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import type { Teller } from '../live/tell.ts'
import { accountOf, holdAny, type Row, readRow, reflect } from './accounts.ts'
import { endLease, takeLease } from './lease.ts'
import type { Provider, Settle } from './provider.ts'
import { GIVEN_UP_MS } from './rules.ts'

/** Fetches what a remote provider has, when it says that something happened or when an answer was lost. */

interface Parts {
  server: Server
  teller: Teller
  provider: Provider
}

/** Under the company's lease, so that an older answer never overwrites a newer one. */
async function store({ server, teller }: Parts, before: Row, key: string, settle: Settle): Promise<void> {
  await inTransaction(server.db, async (tx) => {
    await holdAny(tx, before.team_id)
    await settle(tx)
    await endLease(tx, before.team_id, key)
    await reflect({ tx, tell: teller.begin(tx), now: server.now }, before)
  })
  teller.nudge()
}

async function fetchUnder(parts: Parts, teamId: string, key: string, isClosed: boolean): Promise<void> {
  const { server, provider } = parts
  const row = await readRow(server.db, teamId)
  const account = await accountOf(server.db, row, server.now())
  const settle = isClosed ? await provider.close(account, key) : await provider.refresh(account)
  await store(parts, row, key, settle)
}

/** For the company of a customer; throws while another call is under way, so that the job tries again. */
export async function refreshCustomer(parts: Parts, customerId: string): Promise<void> {
  const { db, now } = parts.server
  const row = await db
    .selectFrom('subscriptions')
    .innerJoin('teams', 'teams.id', 'subscriptions.team_id')
    .select(['team_id', 'deleted_at'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  if (!row) return
  const key = await takeLease(db, row.team_id, now())
  try {
    await fetchUnder(parts, row.team_id, key, row.deleted_at !== null)
  } catch (error) {
    await endLease(db, row.team_id, key)
    throw error
  }
}

/** What nothing there tells of: calls whose end is not known, the last hour of what waits, and closed companies. */
function unsettled({ db, now }: Server) {
  const at = now()
  const soon = new Date(at.getTime() + GIVEN_UP_MS).toISOString()
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
export async function refreshUnsettled(parts: Parts): Promise<void> {
  const { db, now, log } = parts.server
  const rows = await unsettled(parts.server)
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
    await fetchUnder(parts, team_id, key, deleted_at !== null).catch((err: unknown) =>
      log.warn({ err }, 'billing'),
    )
  }
}
