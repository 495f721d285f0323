import { sql } from 'kysely'
import type { Server } from '../context.ts'
import { inTransaction, type Tx } from '../db/database.ts'
import type { Teller } from '../live/tell.ts'
import { mailWebhookStopped } from './mail-webhook-stopped.ts'
import { type DeliveryOutcome, postDelivery } from './post-delivery.ts'
import { buildSignatureHeaders, unsealWebhookSecret } from './sign.ts'
import { cancelWaitingDeliveries } from './webhooks.ts'

/** seconds until the next attempt; after the last one, about a day after the event, the delivery has failed */
const RETRY_PAUSES_S = [60, 300, 1800, 7200, 18_000, 28_800, 28_800]
/** seconds of backoff of a webhook after a failure, doubled with each up to the maximum, to keep workers free */
const BACKOFF_S = 10
const MAX_BACKOFF_S = 300
/** longer than an attempt can take */
const LEASE_MS = 30_000
const STOPPED_AFTER_MS = 3 * 24 * 3600 * 1000
/** deliveries of one webhook per job, and the time in which another is begun, so that other webhooks get their turn */
const DELIVERIES_PER_JOB = 20
const JOB_MS = 10_000
/** number and age of the finished deliveries kept per webhook */
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

/** Whether the project of a webhook is not in the trash: deliveries wait there, and are sent if it is restored. */
const isOfLiveProject = (webhook: string) =>
  sql<boolean>`exists (select from projects p where p.id = ${sql.ref(`${webhook}.project_id`)} and p.deleted_at is null)`

/** Claims the lease of a webhook and its next due delivery; null if leased, in backoff or nothing is due. */
function claimDelivery({ db, now }: Server, webhook_id: string): Promise<ClaimedDelivery | null> {
  const at = now().toISOString()
  const until = addMs(now(), LEASE_MS)
  return inTransaction(db, async (tx) => {
    const hook = await tx
      .updateTable('webhooks')
      .set({ held_until: until })
      .where('id', '=', webhook_id)
      .where('is_active', '=', true)
      .where(isOfLiveProject('webhooks'))
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

/** Records an attempt: delivered, to be retried, or failed. */
async function updateDelivery(tx: Tx, delivery: ClaimedDelivery, outcome: DeliveryOutcome, now: Date) {
  const isSuccess = isDelivered(outcome)
  const pause = RETRY_PAUSES_S[delivery.attempts]
  const attempt = { ...outcome, attempts: delivery.attempts + 1, held_until: null }
  const finished = { next_at: null, finished_at: now.toISOString() }
  const next =
    isSuccess || pause === undefined
      ? { ...finished, state: isSuccess ? ('DELIVERED' as const) : ('FAILED' as const) }
      : { next_at: addMs(now, pause * 1000) }
  await tx
    .updateTable('webhook_deliveries')
    .set({ ...attempt, ...next })
    .where('id', '=', delivery.id)
    // if the webhook was switched off in the meantime, only a successful delivery is recorded
    .$if(!isSuccess, (query) => query.where('state', '=', 'WAITING'))
    .execute()
}

/**
 * Releases the webhook's lease or starts its backoff. Undefined if it was deleted or got another address meanwhile, to which
 * the result does not apply.
 */
async function updateFailures(
  tx: Tx,
  { webhook_id, url }: ClaimedDelivery,
  outcome: DeliveryOutcome,
  now: Date,
) {
  const backoffEnd = sql<string>`${now.toISOString()}::timestamptz
    + least(${MAX_BACKOFF_S}::int, ${BACKOFF_S}::int * 2 ^ least(failures, 10)) * interval '1 second'`
  return tx
    .updateTable('webhooks')
    .set(
      isDelivered(outcome)
        ? { failures: 0, failing_since: null, held_until: null }
        : {
            failures: sql<number>`failures + 1`,
            failing_since: sql<string>`coalesce(failing_since, ${now.toISOString()})`,
            held_until: backoffEnd,
          },
    )
    .where('id', '=', webhook_id)
    .where('url', '=', url)
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

const isDead = ({ failing_since }: { failing_since: string | null }, outcome: DeliveryOutcome, now: Date) =>
  outcome.status_code === 410 ||
  (failing_since !== null && now.getTime() - Date.parse(failing_since) > STOPPED_AFTER_MS)

async function findProjectId(tx: Tx, webhookId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('webhooks')
    .select('project_id')
    .where('id', '=', webhookId)
    .executeTakeFirst()
  return row?.project_id
}

/**
 * Records the result of an attempt. Switches off a webhook that has failed for days, or whose address replies 410 Gone, and
 * notifies its creator.
 */
async function recordOutcome(
  server: Server,
  teller: Teller,
  delivery: ClaimedDelivery,
  outcome: DeliveryOutcome,
): Promise<void> {
  const now = server.now()
  await inTransaction(server.db, async (tx) => {
    const hook = await updateFailures(tx, delivery, outcome, now)
    await updateDelivery(tx, delivery, outcome, now)
    if (hook?.is_active && isDead(hook, outcome, now)) {
      await stopWebhook(tx, delivery.webhook_id, now)
      await mailWebhookStopped({ ...server, tx }, hook)
    }
    const project_id = hook?.project_id ?? (await findProjectId(tx, delivery.webhook_id))
    if (!project_id) return
    await deleteOldDeliveries(tx, delivery.webhook_id)
    const audience = { level: 'ADMIN' as const }
    await teller.begin(tx)('webhook.updated', { project_id, data: {}, audience })
  })
  teller.nudge()
}

async function sendDelivery(
  server: Server,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const { config, log, now } = server
  const secret = unsealWebhookSecret(server, delivery.webhook_id, delivery.secret)
  if (secret === null) {
    log.error(
      { webhook: delivery.webhook_id },
      'the secret of a webhook cannot be read: SECRET_KEY is another',
    )
    return { status_code: null, duration_ms: 0, error: 'secret_lost' }
  }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Plumbline-Webhook/1',
    ...buildSignatureHeaders(secret, delivery.id, now(), delivery.body),
  }
  return postDelivery(delivery.url, {
    headers,
    body: delivery.body,
    mayBePrivate: config.webhooksAllowPrivate,
    signal,
  })
}

/** Creates the job handler that sends a webhook's due deliveries, one at a time, the longest due first. */
export function createWebhookSender(server: Server, teller: Teller) {
  return async (webhookId: string, signal: AbortSignal): Promise<void> => {
    const end = server.now().getTime() + JOB_MS
    for (let turn = 0; turn < DELIVERIES_PER_JOB && server.now().getTime() < end; turn++) {
      if (signal.aborted) return
      const delivery = await claimDelivery(server, webhookId)
      if (!delivery) return
      const outcome = await sendDelivery(server, delivery, signal)
      // aborted because this server stops: another server retries
      if (signal.aborted && outcome.status_code === null) return
      await recordOutcome(server, teller, delivery, outcome)
    }
    await server.jobs.add(server.db, 'webhook', { webhook_id: webhookId })
  }
}

/** Queues a job for each webhook with a due delivery, including webhooks whose server stopped during one. */
export async function queueDueWebhooks({ db, jobs, now }: Server): Promise<void> {
  const at = now().toISOString()
  const { rows } = await sql<{ id: string }>`
    select id from webhooks w where is_active and (held_until is null or held_until <= ${at}) and ${isOfLiveProject('w')} and exists (
      select from webhook_deliveries d where d.webhook_id = w.id and d.state = 'WAITING' and d.next_at <= ${at})
    limit 1000`.execute(db)
  const subjects = rows.map(({ id }) => ({ webhook_id: id }))
  await jobs.addMissing(db, 'webhook', subjects)
}

/** Deletes deliveries that finished over a month ago. */
export async function sweepDeliveries({ db, now }: Server): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('state', '<>', 'WAITING')
    .where('finished_at', '<', addMs(now(), -KEPT_MS))
    .execute()
}
