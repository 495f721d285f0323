import { randomUUID } from 'node:crypto'
import type { Server } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import type { Teller } from '../live/tell.ts'
import { accountOf, type Row, readRow, reflect } from './accounts.ts'
import { endLease, takeLease } from './lease.ts'
import type { Provider, Settle } from './provider.ts'

/** Fetches what a remote provider has, when it says that something happened or when an answer was lost. */

interface Parts {
  server: Server
  teller: Teller
  provider: Provider
}

/** Under the company's lease, so that an older answer never overwrites a newer one. */
async function store({ server, teller }: Parts, before: Row, key: string, settle: Settle): Promise<void> {
  await inTransaction(server.db, async (tx) => {
    await tx
      .selectFrom('subscriptions')
      .select('team_id')
      .where('team_id', '=', before.team_id)
      .forUpdate()
      .execute()
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

/** Calls whose end is not known, and companies that were closed and may still be charged there. */
export async function refreshUnsettled(parts: Parts): Promise<void> {
  const { db, now, log } = parts.server
  const rows = await db
    .selectFrom('subscriptions as s')
    .innerJoin('teams', 'teams.id', 's.team_id')
    .select(['s.team_id', 's.lease_key', 'teams.deleted_at'])
    .where((eb) =>
      eb.or([
        eb('s.lease_until', '<=', now().toISOString()),
        eb.and([
          eb('teams.deleted_at', 'is not', null),
          eb('s.subscription_id', 'is not', null),
          eb('s.lease_until', 'is', null),
        ]),
      ]),
    )
    .limit(100)
    .execute()
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
