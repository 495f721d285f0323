import { randomUUIDv7 } from 'node:crypto'
import type { EventData, EventType } from '@plumbline/contract/events'
import type { PermissionLevel } from '@plumbline/contract/roles'
import { json, type Tx } from '../db/database.ts'

/** Who may hear of an event: members of its project from a level up, or named users. */
export type Audience = { level: PermissionLevel } | { users: string[] }

export interface Told<T extends EventType = EventType> {
  project_id: string | null
  data: EventData<T>
  audience: Audience
  /** what reactions need and the socket must not carry */
  facts?: Record<string, unknown>
}

/** Says that something happened; it is heard after the transaction committed, or never. */
export type Tell = <T extends EventType>(type: T, told: Told<T>) => Promise<void>

/** What else must happen in the same transaction, in a domain further right. */
export type Reaction = (tx: Tx, type: EventType, told: Told, tell: Tell) => Promise<void>

export interface Teller {
  /** the `tell` of one transaction */
  begin: (tx: Tx) => Tell
  /** after commit: there may be something to send */
  nudge: () => void
}

export function createTeller(reactions: Reaction[], nudge: () => void): Teller {
  const begin = (tx: Tx): Tell => {
    const tell: Tell = async (type, told) => {
      await tx
        .insertInto('outbox')
        .values({
          id: randomUUIDv7(),
          type,
          project_id: told.project_id,
          audience: json(told.audience),
          data: json(told.data),
        })
        .execute()
      for (const react of reactions) await react(tx, type, told as Told, tell)
    }
    return tell
  }
  return { begin, nudge }
}
