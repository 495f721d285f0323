import { randomUUIDv7 } from 'node:crypto'
import type { EventCauses } from '@plumbline/contract/event-causes'
import type { EventData, EventType } from '@plumbline/contract/events'
import type { PermissionLevel } from '@plumbline/contract/roles'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { type Ending, executePart, leaveToEnd } from '../db/endings.ts'
import { type FilledRead, holdTogether, readTogether } from '../db/read-together.ts'
import type { OutboxRow } from './sequencer.ts'

/** The recipients of an event: members of its project from a level up, or named users. */
export type Audience = { level: PermissionLevel } | { users: string[] }

/** Recipients of an event without a project may also be everybody who is connected. */
export type EventAudience = Audience | { everybody: true }

/** The content of an event; `cause` is not sent to clients. */
type EventBody<T extends EventType> = {
  project_id: string | null
  data: EventData<T>
  audience: EventAudience
} & (T extends keyof EventCauses ? { cause: EventCauses[T] } : unknown)

/** An event of a given type, or of any: `type` narrows `data` and `cause`. */
export type PublishedEvent<T extends EventType = EventType> = {
  [Type in T]: { type: Type } & EventBody<Type>
}[T]

/** Facts that the reactions to an event need, read before the event is published. */
export interface ForeseenFacts {
  facts: Promise<unknown[]>
}

export interface Tell {
  /** Publishes an event; it is sent if and when the transaction commits. */
  <T extends EventType>(type: T, body: EventBody<T>, foreseen?: ForeseenFacts): Promise<void>
  /**
   * Reads the facts that the event's reactions need together with the next statement of the transaction, which saves a round
   * trip under locks. The body must equal the event's in all fields that reactions read.
   */
  foresee: <T extends EventType>(type: T, body: EventBody<T>) => Promise<ForeseenFacts>
}

/** Handles an event in the same transaction, in a domain further right. */
export interface Reaction {
  (tx: Tx, event: PublishedEvent, tell: Tell, facts: unknown): Promise<void>
  /**
   * the reads that the reaction needs for the event; the reads of all reactions are one statement, before the first reaction
   */
  reads?: (tx: Tx, event: PublishedEvent) => Promise<FilledRead | null>
}

/** A reaction that gets its facts as an argument; null for events without reads. */
export const reactWithFacts = <F>(
  reads: NonNullable<Reaction['reads']>,
  react: (tx: Tx, event: PublishedEvent, tell: Tell, facts: F | null) => Promise<void>,
): Reaction => Object.assign(react as Reaction, { reads })

/** Id of the user who caused the event; null for events without an actor, and for events that notify nobody. */
export const actorOf = (event: PublishedEvent): string | null =>
  'cause' in event && 'by' in event.cause ? event.cause.by : null

/** Id of the user whose account is being deleted, if that is the event; the row still exists. */
export const deletedUser = (event: PublishedEvent): string | null =>
  event.type === 'user.updated' && event.cause.kind === 'DELETED' ? event.data.user_id : null

interface OutboxInsert extends Pick<OutboxRow, 'type' | 'project_id' | 'audience' | 'data'> {
  id: string
}

export interface Teller {
  /** creates the `tell` of a transaction */
  begin: (tx: Tx) => Tell
  /** announces new outbox rows, after the commit */
  nudge: () => void
}

/** Outbox rows are inserted at the end of their transaction. */
const outboxEnding: Ending<OutboxInsert> = {
  finish: async (_tx, rows) => ({
    ctes: {
      told: sql`insert into outbox (id, type, project_id, audience, data)
        select id, type, project_id, audience, data from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as t (id uuid, type text, project_id uuid, audience jsonb, data jsonb)`,
    },
  }),
}

async function insertOutboxRows(tx: Tx, rows: OutboxInsert[]): Promise<void> {
  if (leaveToEnd(tx, outboxEnding, ...rows)) return
  const part = await outboxEnding.finish(tx, rows)
  if (part) await executePart(tx, part)
}

const buildEvent = (type: EventType, body: object) => ({ ...body, type }) as PublishedEvent

export function createTeller(reactions: Reaction[], nudge: () => void): Teller {
  const listReads = async (tx: Tx, event: PublishedEvent) => {
    const reads: (FilledRead | null)[] = []
    for (const react of reactions) reads.push(react.reads ? await react.reads(tx, event) : null)
    return reads
  }
  const begin = (tx: Tx): Tell => {
    let rows: OutboxInsert[] = []
    let depth = 0
    // reactions publish more events: the rows of all are inserted in one statement
    const tell = async <T extends EventType>(type: T, body: EventBody<T>, foreseen?: ForeseenFacts) => {
      const { project_id, audience, data } = body
      rows.push({ id: randomUUIDv7(), type, project_id, audience, data })
      const event = buildEvent(type, body)
      depth++
      try {
        const facts = await (foreseen?.facts ?? readTogether(tx, await listReads(tx, event)))
        for (const [index, react] of reactions.entries()) await react(tx, event, whole, facts[index])
      } finally {
        depth--
      }
      if (depth > 0) return
      const told = rows
      rows = []
      if (told.length > 0) await insertOutboxRows(tx, told)
    }
    const foresee: Tell['foresee'] = async (type, body) => {
      const facts = holdTogether(tx, await listReads(tx, buildEvent(type, body)))
      // a failure also fails the statement that it is sent with
      facts.catch(() => {})
      return { facts }
    }
    const whole = Object.assign(tell as Tell, { foresee })
    return whole
  }
  return { begin, nudge }
}
