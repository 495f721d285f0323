import { randomUUIDv7 } from 'node:crypto'
import type { EventComment } from '@plumbline/contract/event-causes'
import type { EventType } from '@plumbline/contract/events'
import type { Delivery, WebhookEvent } from '@plumbline/contract/webhooks/webhooks'
import { sql } from 'kysely'
import type { Server } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { PublishedEvent, Reaction } from '../live/tell.ts'

/** Which events are told to webhooks, and in which words: what every member of the project sees, by a few fields. */

/** issues in one delivery: a change of more becomes several */
const BATCH = 1000
/** deliveries of one webhook that may wait; what comes then is listed and not sent */
const MOST_WAITING = 1000

interface Message {
  event: WebhookEvent
  data: object
}

/** Only what is for everybody: of a hidden issue nothing is said, not even that it is there. */
async function issuesIn(tx: Tx, projectId: string | null, ids: string[]) {
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

/** One write of many issues names all of them in its first event and none in the others. */
const changedIssues = ({ cause, data }: IssueEvent) => ('changed' in cause ? cause.changed : [data.issue_id])

async function issueMessages(tx: Tx, event: IssueEvent): Promise<Message[]> {
  const issues = await issuesIn(tx, event.project_id, changedIssues(event))
  const messages: Message[] = []
  for (let from = 0; from < issues.length; from += BATCH)
    messages.push({ event: event.type, data: { issues: issues.slice(from, from + BATCH) } })
  return messages
}

async function commentMessages(
  tx: Tx,
  { project_id, data }: PublishedEvent<'comment.updated' | 'issue.updated'>,
  comment: EventComment | null,
): Promise<Message[]> {
  if (!comment?.is_new) return []
  const issues = await issuesIn(tx, project_id, [data.issue_id])
  return issues.map((issue) => ({
    event: 'comment.added',
    data: { comment_id: comment.id, issues: [issue] },
  }))
}

async function variantMessages(
  tx: Tx,
  { cause, data }: PublishedEvent<'variant.updated'>,
): Promise<Message[]> {
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

/** A removal is published twice, and counts once: for the members who stay. */
const memberMessages = ({
  type,
  audience,
  data,
}: PublishedEvent<'member.added' | 'member.updated' | 'member.removed'>): Message[] =>
  'level' in audience ? [{ event: type, data: { user_id: data.user_id } }] : []

type Messages = Promise<Message[]> | Message[]

const messagesOf: { [T in EventType]?: (tx: Tx, event: PublishedEvent<T>) => Messages } = {
  'issue.created': issueMessages,
  'issue.deleted': issueMessages,
  'issue.updated': async (tx, event) => [
    ...(await issueMessages(tx, event)),
    ...(await commentMessages(tx, event, event.cause.kind === 'CHANGED' ? event.cause.comment : null)),
  ],
  'comment.updated': (tx, event) =>
    commentMessages(tx, event, event.cause.kind === 'WRITTEN' ? event.cause.comment : null),
  'variant.updated': variantMessages,
  'member.added': (_tx, event) => memberMessages(event),
  'member.updated': (_tx, event) => memberMessages(event),
  'member.removed': (_tx, event) => memberMessages(event),
}

/** A delivery with its body: what happened, when, where, and to what. */
export function newDelivery(webhook_id: string, event: Delivery['event'], at: Date, data: object) {
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

type Row = ReturnType<typeof newDelivery>

/** What there is no room for is kept as failed, so that it is seen and can be sent again. */
async function write(tx: Tx, rows: Row[], webhookId: string): Promise<boolean> {
  const { count } = await tx
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'WAITING')
    .executeTakeFirstOrThrow()
  const room = Math.max(0, MOST_WAITING - count)
  const given = rows.map((row, index) =>
    index < room
      ? row
      : { ...row, state: 'FAILED' as const, error: 'too_many', next_at: null, finished_at: row.created_at },
  )
  for (const row of given) await tx.insertInto('webhook_deliveries').values(row).execute()
  return room > 0
}

/** Writes deliveries in the transaction that told the event: they are sent if and only if it commits. */
export const webhookWriter =
  (jobs: Pick<Jobs, 'add'>, { now }: Pick<Server, 'now'>): Reaction =>
  async (tx, event) => {
    const { project_id } = event
    const read = messagesOf[event.type] as ((tx: Tx, event: PublishedEvent) => Messages) | undefined
    if (project_id === null || !read) return
    const hooks = await tx
      .selectFrom('webhooks')
      .select(['id', 'events'])
      .where('project_id', '=', project_id)
      .where('is_active', '=', true)
      .orderBy('id')
      // one that is just being deleted would take this write down with it
      .forKeyShare()
      .execute()
    if (hooks.length === 0) return
    const messages = await read(tx, event)
    const at = now()
    for (const { id, events } of hooks) {
      const wanted = messages.filter(({ event }) => events.includes(event))
      const rows = wanted.map(({ event, data }) => newDelivery(id, event, at, { project_id, ...data }))
      if (rows.length > 0 && (await write(tx, rows, id))) await jobs.add(tx, 'webhook', { webhook_id: id })
    }
  }
