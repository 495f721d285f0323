import { randomUUIDv7 } from 'node:crypto'
import type { EventType } from '@plumbline/contract/events'
import type { Delivery, WebhookEvent } from '@plumbline/contract/webhooks/webhooks'
import { sql } from 'kysely'
import type { Server } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { CommentFact } from '../issues/comments.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Reaction, Told } from '../live/tell.ts'

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

/** A change of many names all of its issues in its first frame, and none in the others. */
const changedIn = ({ facts, data }: Told) =>
  (facts?.changed as string[] | undefined) ?? [(data as { issue_id: string }).issue_id]

async function issueMessages(tx: Tx, event: WebhookEvent, told: Told): Promise<Message[]> {
  const issues = await issuesIn(tx, told.project_id, changedIn(told))
  const messages: Message[] = []
  for (let from = 0; from < issues.length; from += BATCH)
    messages.push({ event, data: { issues: issues.slice(from, from + BATCH) } })
  return messages
}

async function commentMessages(tx: Tx, told: Told): Promise<Message[]> {
  const comment = told.facts?.comment as CommentFact | undefined
  if (!comment?.is_new) return []
  const issues = await issuesIn(tx, told.project_id, [(told.data as { issue_id: string }).issue_id])
  return issues.map((issue) => ({
    event: 'comment.added',
    data: { comment_id: comment.id, issues: [issue] },
  }))
}

async function variantMessages(tx: Tx, { facts, data }: Told): Promise<Message[]> {
  if (!facts?.processed) return []
  const variant = await tx
    .selectFrom('bim_file_variants as v')
    .innerJoin('bim_file_headers as h', 'h.id', 'v.header_id')
    .select(['v.id as variant_id', 'v.version', 'v.state', 'h.id as header_id', 'h.name'])
    .where('v.id', '=', (data as { variant_id: string }).variant_id)
    .executeTakeFirst()
  if (variant?.state !== 'COMPLETED' && variant?.state !== 'FAILED') return []
  const { state, ...rest } = variant
  return [{ event: state === 'COMPLETED' ? 'variant.completed' : 'variant.failed', data: rest }]
}

/** Told twice when somebody goes: once to those who stay, which is the one that counts. */
const memberMessages = (event: WebhookEvent, { audience, data }: Told): Message[] =>
  'level' in audience ? [{ event, data: { user_id: (data as { user_id: string }).user_id } }] : []

const messagesOf: Partial<Record<EventType, (tx: Tx, told: Told) => Promise<Message[]> | Message[]>> = {
  'issue.created': (tx, told) => issueMessages(tx, 'issue.created', told),
  'issue.deleted': (tx, told) => issueMessages(tx, 'issue.deleted', told),
  'issue.updated': async (tx, told) => [
    ...(await issueMessages(tx, 'issue.updated', told)),
    ...(await commentMessages(tx, told)),
  ],
  'comment.updated': commentMessages,
  'variant.updated': variantMessages,
  'member.added': (_tx, told) => memberMessages('member.added', told),
  'member.updated': (_tx, told) => memberMessages('member.updated', told),
  'member.removed': (_tx, told) => memberMessages('member.removed', told),
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
  async (tx, type, told) => {
    const { project_id } = told
    const read = messagesOf[type]
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
    const messages = await read(tx, told)
    const at = now()
    for (const { id, events } of hooks) {
      const wanted = messages.filter(({ event }) => events.includes(event))
      const rows = wanted.map(({ event, data }) => newDelivery(id, event, at, { project_id, ...data }))
      if (rows.length > 0 && (await write(tx, rows, id))) await jobs.add(tx, 'webhook', { webhook_id: id })
    }
  }
