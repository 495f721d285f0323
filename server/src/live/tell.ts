import { randomUUIDv7 } from 'node:crypto'
import type { EventCauses } from '@plumbline/contract/event-causes'
import type { EventData, EventType } from '@plumbline/contract/events'
import type { PermissionLevel } from '@plumbline/contract/roles'
import type { Insertable } from 'kysely'
import { type Tx, toJsonb } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

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

/** Publishes an event; it is sent if and when the transaction commits. */
export type Tell = <T extends EventType>(type: T, body: EventBody<T>) => Promise<void>

/** Handles an event in the same transaction, in a domain further right. */
export type Reaction = (tx: Tx, event: PublishedEvent, tell: Tell) => Promise<void>

/** Id of the user who caused the event; null for events without an actor, and for those that notify nobody. */
export const actorOf = (event: PublishedEvent): string | null =>
  'cause' in event && 'by' in event.cause ? event.cause.by : null

/** Id of the user whose account is being deleted, if the event is about that; the row still exists. */
export const deletedUser = (event: PublishedEvent): string | null =>
  event.type === 'user.updated' && event.cause.kind === 'DELETED' ? event.data.user_id : null

export interface Teller {
  /** creates the `tell` of a transaction */
  begin: (tx: Tx) => Tell
  /** announces new outbox rows, after the commit */
  nudge: () => void
}

export function createTeller(reactions: Reaction[], nudge: () => void): Teller {
  const begin = (tx: Tx): Tell => {
    let rows: Insertable<Tables['outbox']>[] = []
    let depth = 0
    // reactions tell more events: the rows of all are inserted in one statement
    const tell: Tell = async (type, body) => {
      rows.push({
        id: randomUUIDv7(),
        type,
        project_id: body.project_id,
        audience: toJsonb(body.audience),
        data: toJsonb(body.data),
      })
      const event = { ...body, type } as PublishedEvent
      depth++
      try {
        for (const react of reactions) await react(tx, event, tell)
      } finally {
        depth--
      }
      if (depth > 0) return
      const told = rows
      rows = []
      if (told.length > 0) await tx.insertInto('outbox').values(told).execute()
    }
    return tell
  }
  return { begin, nudge }
}
