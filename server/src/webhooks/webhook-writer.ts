import { randomUUIDv7 } from 'node:crypto'
import type { EventComment } from '@plumbline/contract/event-causes'
import type { EventType } from '@plumbline/contract/events'
import type { Delivery, WebhookEvent } from '@plumbline/contract/webhooks/webhooks'
import { sql } from 'kysely'
import type { Server } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { fillRead, type JsonRead } from '../db/read-together.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { type PublishedEvent, type Reaction, reactWithFacts } from '../live/tell.ts'

/** a change of more issues becomes several deliveries */
const ISSUES_PER_DELIVERY = 1000
/** waiting deliveries per webhook; further ones are listed as failed and not sent */
const MAX_WAITING = 1000

interface WebhookMessage {
  event: WebhookEvent
  data: object
}

/** The issues visible to all project members: webhooks send nothing about hidden issues. */
async function readPublicIssues(tx: Tx, projectId: string | null, ids: string[]) {
  // past visible.ts: a webhook has no user; the query selects issues that all members may see
  return tx
    .selectFrom('issues')
    .select(['id', 'number', 'name', 'status', 'type', 'priority'])
    .where('project_id', '=', projectId)
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .where('visibility', '=', 'ALL')
    .orderBy('number')
    .execute()
}

type IssueEvent = PublishedEvent<'issue.created' | 'issue.updated' | 'issue.deleted'>

/** Ids of the changed issues; a bulk change lists all in its first event and none in later ones. */
const listChangedIds = ({ cause, data }: IssueEvent) => ('changed' in cause ? cause.changed : [data.issue_id])

async function buildIssueMessages(tx: Tx, event: IssueEvent): Promise<WebhookMessage[]> {
  const issues = await readPublicIssues(tx, event.project_id, listChangedIds(event))
  const messages: WebhookMessage[] = []
  for (let from = 0; from < issues.length; from += ISSUES_PER_DELIVERY)
    messages.push({ event: event.type, data: { issues: issues.slice(from, from + ISSUES_PER_DELIVERY) } })
  return messages
}

async function buildCommentMessages(
  tx: Tx,
  { project_id, data }: PublishedEvent<'comment.updated' | 'issue.updated'>,
  comment: EventComment | null,
): Promise<WebhookMessage[]> {
  if (!comment?.is_new) return []
  const issues = await readPublicIssues(tx, project_id, [data.issue_id])
  return issues.map((issue) => ({
    event: 'comment.added',
    data: { comment_id: comment.id, issues: [issue] },
  }))
}

async function buildVariantMessages(
  tx: Tx,
  { cause, data }: PublishedEvent<'variant.updated'>,
): Promise<WebhookMessage[]> {
  if (cause.kind !== 'PROCESSED') return []
  const variant = await tx
    .selectFrom('bim_file_variants as v')
    .innerJoin('bim_file_headers as h', 'h.id', 'v.header_id')
    .select(['v.id as variant_id', 'v.version', 'v.state', 'h.id as header_id', 'h.name'])
    .where('v.id', '=', data.variant_id)
    .executeTakeFirst()
  if (variant?.state !== 'COMPLETED' && variant?.state !== 'FAILED') return []
  const { state, ...rest } = variant
  return [{ event: state === 'COMPLETED' ? 'variant.completed' : 'variant.failed', data: rest }]
}

/** Messages about members; a removal is published twice, so only the event to the remaining members counts. */
const buildMemberMessages = ({
  type,
  audience,
  data,
}: PublishedEvent<'member.added' | 'member.updated' | 'member.removed'>): WebhookMessage[] =>
  'level' in audience ? [{ event: type, data: { user_id: data.user_id } }] : []

type Messages = Promise<WebhookMessage[]> | WebhookMessage[]

const messageRules: { [T in EventType]?: (tx: Tx, event: PublishedEvent<T>) => Messages } = {
  'issue.created': buildIssueMessages,
  'issue.deleted': buildIssueMessages,
  'issue.updated': async (tx, event) => [
    ...(await buildIssueMessages(tx, event)),
    ...(await buildCommentMessages(tx, event, event.cause.kind === 'CHANGED' ? event.cause.comment : null)),
  ],
  'comment.updated': (tx, event) =>
    buildCommentMessages(tx, event, event.cause.kind === 'WRITTEN' ? event.cause.comment : null),
  'variant.updated': buildVariantMessages,
  'member.added': (_tx, event) => buildMemberMessages(event),
  'member.updated': (_tx, event) => buildMemberMessages(event),
  'member.removed': (_tx, event) => buildMemberMessages(event),
}

/** A delivery with its JSON body. */
export function buildDelivery(webhook_id: string, event: Delivery['event'], at: Date, data: object) {
  const timestamp = at.toISOString()
  return {
    id: randomUUIDv7(),
    webhook_id,
    event,
    body: JSON.stringify({ type: event, timestamp, data }),
    next_at: timestamp,
    created_at: timestamp,
  }
}

type Row = ReturnType<typeof buildDelivery>

/** Inserts deliveries; those beyond the limit as failed, so that they are listed and can be sent again. */
async function insertDeliveries(tx: Tx, rows: Row[], webhookId: string): Promise<boolean> {
  const { count } = await tx
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'WAITING')
    .executeTakeFirstOrThrow()
  const room = Math.max(0, MAX_WAITING - count)
  const limited = rows.map((row, index) =>
    index < room
      ? row
      : { ...row, state: 'FAILED' as const, error: 'too_many', next_at: null, finished_at: row.created_at },
  )
  for (const row of limited) await tx.insertInto('webhook_deliveries').values(row).execute()
  return room > 0
}

interface Listener {
  id: string
  events: string[]
}

const readListeners: JsonRead<{ project_id: string }> = {
  // a webhook deleted concurrently would fail this transaction by its foreign key
  build: (_db, parameter) => sql`select coalesce(json_agg(w), '[]') from (select id, events from webhooks
    where project_id = ${parameter('project_id')}::uuid and is_active order by id for key share) w`,
}

/** Creates the reaction that queues deliveries in the event's transaction: they are sent if and only if it commits. */
export const createWebhookWriter = (jobs: Pick<Jobs, 'add'>, { now }: Pick<Server, 'now'>): Reaction =>
  reactWithFacts<Listener[]>(
    async (_tx, { project_id, type }) =>
      project_id !== null && type in messageRules ? fillRead(readListeners, { project_id }) : null,
    async (tx, event, _tell, listeners) => {
      if (!listeners || listeners.length === 0) return
      const read = messageRules[event.type] as (tx: Tx, event: PublishedEvent) => Messages
      const messages = await read(tx, event)
      const at = now()
      for (const { id, events } of listeners) {
        const subscribed = messages.filter(({ event }) => events.includes(event))
        const rows = subscribed.map(({ event: subject, data }) =>
          buildDelivery(id, subject, at, { project_id: event.project_id, ...data }),
        )
        if (rows.length > 0 && (await insertDeliveries(tx, rows, id)))
          await jobs.add(tx, 'webhook', { webhook_id: id })
      }
    },
  )
