import { sql } from 'kysely'
import type { Server } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import type { Teller } from '../../live/tell.ts'
import type { BillingProvider } from '../provider.ts'
import { refreshCustomer } from '../refresh-accounts.ts'

/** Processes webhook events: one fetch of the customer's state handles all events received until then. */

const DAY_MS = 24 * 3600 * 1000
/** Events are kept to deduplicate redeliveries, which Stripe attempts for three days. */
const RETENTION_MS = 30 * DAY_MS
/** An event unprocessed for this long gets a new job. */
const RETRY_AFTER_MS = 60_000

interface Parts {
  server: Server
  teller: Teller
  provider: BillingProvider
}

/** Stores the id of a customer whose creation response was lost with its company. */
async function linkCustomer({ server, provider }: Parts, customer_id: string): Promise<void> {
  const known = await server.db
    .selectFrom('subscriptions')
    .select('team_id')
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()
  if (known || !provider.findTeamByCustomer) return
  const team_id = await provider.findTeamByCustomer(customer_id)
  if (!team_id) return
  await server.db
    .updateTable('subscriptions')
    .set({ customer_id })
    .where('team_id', '=', team_id)
    .where('customer_id', 'is', null)
    .execute()
}

/** Locked while an event is recorded and while events are marked as processed, so that no event is missed between. */
export const lockCustomer = (tx: Tx, customer_id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${customer_id}, 0))`.execute(tx)

export async function listPendingEvents(tx: Tx, customer_id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('stripe_events')
    .select('id')
    .where('customer_id', '=', customer_id)
    .where('handled_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Marks events as processed; returns those received in the meantime. */
const markProcessed = ({ db, now }: Server, customer_id: string, events: string[]) =>
  inTransaction(db, async (tx) => {
    await lockCustomer(tx, customer_id)
    await tx
      .updateTable('stripe_events')
      .set({ handled_at: now().toISOString() })
      .where('id', 'in', events)
      .execute()
    return listPendingEvents(tx, customer_id)
  })

/** Refreshes a customer until no event is pending. Throws while a change of the company is under way; the job retries. */
export async function processCustomerEvents(parts: Parts, customer_id: string): Promise<void> {
  const { server } = parts
  let events = await listPendingEvents(server.db, customer_id)
  while (events.length > 0) {
    await linkCustomer(parts, customer_id)
    await refreshCustomer(parts, customer_id)
    events = await markProcessed(server, customer_id, events)
  }
}

export async function sweepStripeEvents({ db, jobs, now }: Server): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms).toISOString()
  await db.deleteFrom('stripe_events').where('received_at', '<', before(RETENTION_MS)).execute()
  const pending = await db
    .selectFrom('stripe_events')
    .select('customer_id')
    .distinct()
    .where('handled_at', 'is', null)
    .where('received_at', '<', before(RETRY_AFTER_MS))
    .limit(1000)
    .execute()
  await jobs.addMissing(db, 'stripe', pending)
}
