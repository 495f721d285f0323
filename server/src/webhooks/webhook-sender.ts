import { sql } from 'kysely'
import type { Server } from '../context.ts'
import { inTransaction, type Tx } from '../db/database.ts'
import type { Teller } from '../live/tell.ts'
import { mailWebhookStopped } from './mail-webhook-stopped.ts'
import { type DeliveryOutcome, postDelivery } from './post-delivery.ts'
import { buildSignatureHeaders, unsealWebhookSecret } from './sign.ts'
import { cancelWaitingDeliveries } from './webhooks.ts'

/** Sends what waits: of one webhook one delivery at a time, the longest due first, by whichever server comes first. */

/** Seconds until the next try; after the last it has failed, about a day after it happened. */
const RETRY_PAUSES_S = [60, 300, 1800, 7200, 18_000, 28_800, 28_800]
/** Seconds that a webhook rests after a failure, doubled with each: one that answers nobody keeps no worker busy. */
const [REST_S, LONGEST_REST_S] = [10, 300]
/** longer than a try may take */
const LEASE_MS = 30_000
const STOPPED_AFTER_MS = 3 * 24 * 3600 * 1000
/** deliveries of one webhook in one job: then others have their turn */
const DELIVERIES_PER_JOB = 20
/** finished deliveries of one webhook that are kept, and for how long */
const MAX_KEPT = 100
const KEPT_MS = 30 * 24 * 3600 * 1000

const addMs = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString()

interface ClaimedDelivery {
  id: string
  body: string
  attempts: number
  webhook_id: string
  url: string
  secret: string
}

/** Takes the next delivery that is due, unless a server is at this webhook or it rests. */
function claimDelivery({ db, now }: Server, webhook_id: string): Promise<ClaimedDelivery | null> {
  const [at, until] = [now().toISOString(), addMs(now(), LEASE_MS)]
  return inTransaction(db, async (tx) => {
    const hook = await tx
      .updateTable('webhooks')
      .set({ held_until: until })
      .where('id', '=', webhook_id)
      .where('is_active', '=', true)
      .where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '<=', at)]))
      .returning(['url', 'secret'])
      .executeTakeFirst()
    if (!hook) return null
    const { rows } = await sql<Pick<ClaimedDelivery, 'id' | 'body' | 'attempts'>>`
      update webhook_deliveries set held_until = ${until} where id = (
        select id from webhook_deliveries
        where webhook_id = ${webhook_id} and state = 'WAITING' and next_at <= ${at}
          and (held_until is null or held_until <= ${at})
        order by next_at, seq limit 1)
      returning id, body, attempts`.execute(tx)
    if (rows[0]) return { ...rows[0], ...hook, webhook_id }
    await tx.updateTable('webhooks').set({ held_until: null }).where('id', '=', webhook_id).execute()
    return null
  })
}

const isDelivered = ({ status_code }: DeliveryOutcome) =>
  status_code !== null && status_code >= 200 && status_code < 300

/** What a try makes of a delivery: done, again later, or given up. */
async function updateDelivery(tx: Tx, held: ClaimedDelivery, outcome: DeliveryOutcome, now: Date) {
  const arrived = isDelivered(outcome)
  const pause = RETRY_PAUSES_S[held.attempts]
  const tried = { ...outcome, attempts: held.attempts + 1, held_until: null }
  const finished = { next_at: null, finished_at: now.toISOString() }
  const next =
    arrived || pause === undefined
      ? { ...finished, state: arrived ? ('DELIVERED' as const) : ('FAILED' as const) }
      : { next_at: addMs(now, pause * 1000) }
  await tx
    .updateTable('webhook_deliveries')
    .set({ ...tried, ...next })
    .where('id', '=', held.id)
    // switched off meanwhile: only what did arrive is news
    .$if(!arrived, (query) => query.where('state', '=', 'WAITING'))
    .execute()
}

/** What it makes of the webhook: free again, or at rest. Undefined when it was deleted meanwhile. */
async function updateFailures(tx: Tx, { webhook_id }: ClaimedDelivery, outcome: DeliveryOutcome, now: Date) {
  const rest = sql<string>`${now.toISOString()}::timestamptz
    + least(${LONGEST_REST_S}::int, ${REST_S}::int * 2 ^ least(failures, 10)) * interval '1 second'`
  return tx
    .updateTable('webhooks')
    .set(
      isDelivered(outcome)
        ? { failures: 0, failing_since: null, held_until: null }
        : {
            failures: sql<number>`failures + 1`,
            failing_since: sql<string>`coalesce(failing_since, ${now.toISOString()})`,
            held_until: rest,
          },
    )
    .where('id', '=', webhook_id)
    .returning(['project_id', 'failing_since', 'is_active', 'created_by', 'url'])
    .executeTakeFirst()
}

async function stopWebhook(tx: Tx, webhookId: string, now: Date) {
  await tx
    .updateTable('webhooks')
    .set({ is_active: false, stopped_at: now.toISOString() })
    .where('id', '=', webhookId)
    .execute()
  await cancelWaitingDeliveries(tx, webhookId, now)
}

async function deleteOldDeliveries(tx: Tx, webhookId: string) {
  await sql`delete from webhook_deliveries where id in (
    select id from webhook_deliveries where webhook_id = ${webhookId} and state <> 'WAITING'
    order by seq desc offset ${MAX_KEPT})`.execute(tx)
}

/**
 * Keeps what came of a try. A webhook that nothing has reached for days, or whose address says that it is gone for good
 * (410), is switched off, and who added it hears of it.
 */
async function recordOutcome(
  server: Server,
  teller: Teller,
  held: ClaimedDelivery,
  outcome: DeliveryOutcome,
): Promise<void> {
  const now = server.now()
  await inTransaction(server.db, async (tx) => {
    const hook = await updateFailures(tx, held, outcome, now)
    if (!hook) return
    await updateDelivery(tx, held, outcome, now)
    const { project_id, failing_since, is_active } = hook
    const isDead = failing_since !== null && now.getTime() - Date.parse(failing_since) > STOPPED_AFTER_MS
    if (is_active && (isDead || outcome.status_code === 410)) {
      await stopWebhook(tx, held.webhook_id, now)
      await mailWebhookStopped({ ...server, tx }, hook)
    }
    await deleteOldDeliveries(tx, held.webhook_id)
    const audience = { level: 'ADMIN' as const }
    await teller.begin(tx)('webhook.updated', { project_id, data: {}, audience })
  })
  teller.nudge()
}

async function sendDelivery(
  server: Server,
  held: ClaimedDelivery,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const { config, log, now } = server
  const secret = unsealWebhookSecret(server, held.webhook_id, held.secret)
  if (secret === null) {
    log.error({ webhook: held.webhook_id }, 'the secret of a webhook cannot be read: SECRET_KEY is another')
    return { status_code: null, duration_ms: 0, error: 'secret_lost' }
  }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Plumbline-Webhook/1',
    ...buildSignatureHeaders(secret, held.id, now(), held.body),
  }
  return postDelivery(held.url, {
    headers,
    body: held.body,
    mayBePrivate: config.webhooksAllowPrivate,
    signal,
  })
}

export function createWebhookSender(server: Server, teller: Teller) {
  return async (webhookId: string, signal: AbortSignal): Promise<void> => {
    for (let turn = 0; turn < DELIVERIES_PER_JOB; turn++) {
      if (signal.aborted) return
      const held = await claimDelivery(server, webhookId)
      if (!held) return
      const outcome = await sendDelivery(server, held, signal)
      // cut off by the end of this server: the next one sends it
      if (signal.aborted && outcome.status_code === null) return
      await recordOutcome(server, teller, held, outcome)
    }
    await server.jobs.add(server.db, 'webhook', { webhook_id: webhookId })
  }
}

/** Adds a job for each webhook that has something due by time, or that a server left in the middle. */
export async function queueDueWebhooks({ db, jobs, now }: Server): Promise<void> {
  const at = now().toISOString()
  const { rows } = await sql<{ id: string }>`
    select id from webhooks w where is_active and (held_until is null or held_until <= ${at}) and exists (
      select from webhook_deliveries d where d.webhook_id = w.id and d.state = 'WAITING' and d.next_at <= ${at})
    limit 1000`.execute(db)
  for (const { id } of rows) await jobs.add(db, 'webhook', { webhook_id: id })
}

/** Forgets what ended a month ago; of each webhook no more than the newest are there anyway. */
export async function sweepDeliveries({ db, now }: Server): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('state', '<>', 'WAITING')
    .where('finished_at', '<', addMs(now(), -KEPT_MS))
    .execute()
}
