import type { Frame } from '@plumbline/contract/events'
import { levelAtLeast, type PermissionLevel } from '@plumbline/contract/roles'
import type { FastifyBaseLogger } from 'fastify'
import type { WebSocket } from 'ws'
import type { Db } from '../db/database.ts'
import type { Bus } from './bus.ts'
import { sequence } from './sequencer.ts'
import type { Audience } from './tell.ts'

/** Holds the open sockets and sends each frame to those who may hear it, in the order of the outbox. */

const BATCH = 500
const SLOW_BYTES = 1_000_000

interface Row {
  seq: number
  type: string
  project_id: string | null
  audience: Audience
  data: Record<string, unknown>
}

interface Reader {
  socket: WebSocket
  user_id: string
  session_id: string
  /** the reader's level by project, renewed when a membership event passes */
  levels: Map<string, PermissionLevel>
  /** the last frame sent */
  seen: number
}

export interface Hub {
  /** `after`: the last frame the client has; null for a first connection */
  join: (socket: WebSocket, userId: string, sessionId: string, after: number | null) => Promise<void>
  /** there may be new rows in the outbox */
  nudge: () => void
  /** a frame that need not arrive (progress, typing): sent with id 0 and not kept */
  hint: (frame: Omit<Frame, 'id'>, audience: Audience) => void
  /** ends the sockets of a session that is over */
  endSession: (sessionId: string) => void
  close: () => Promise<void>
}

export interface HubOptions {
  db: Db
  bus: Bus
  log: FastifyBaseLogger
  /** projects the user is a member of, with the level there */
  levelsOf: (db: Db, userId: string) => Promise<Map<string, PermissionLevel>>
}

function mayHear(reader: Reader, row: Pick<Row, 'audience' | 'project_id'>): boolean {
  if ('users' in row.audience) return row.audience.users.includes(reader.user_id)
  const level = row.project_id && reader.levels.get(row.project_id)
  return level ? levelAtLeast(level, row.audience.level) : false
}

const frameOf = (row: Row): Frame => ({
  id: row.seq,
  type: row.type,
  project_id: row.project_id,
  data: row.data,
})

function send(reader: Reader, text: string) {
  if (reader.socket.bufferedAmount > SLOW_BYTES) reader.socket.close(1013, 'too slow')
  else if (reader.socket.readyState === reader.socket.OPEN) reader.socket.send(text)
}

/** Those whose rights an event may have changed: the person it names, or all who hear it; nobody by most events. */
export function concernedBy({ type, data, audience }: Pick<Row, 'type' | 'data' | 'audience'>): string[] {
  const isMembership = type.startsWith('member.')
  if (isMembership && typeof data.user_id === 'string') return [data.user_id]
  const isBroad = ['project.created', 'project.deleted', 'team.updated'].includes(type)
  return isBroad && 'users' in audience ? audience.users : []
}

const sameLevels = (a: Map<string, PermissionLevel>, b: Map<string, PermissionLevel>) =>
  a.size === b.size && [...a].every(([project, level]) => b.get(project) === level)

/** Asks the browser to fetch all that it shows again: what it may see has changed. */
const reloadFrame = (id: number): Frame => ({ id, type: 'reload', project_id: null, data: {} })

async function readRows(db: Db, after: number): Promise<Row[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['seq', 'type', 'project_id', 'audience', 'data'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(BATCH)
    .execute()
  return rows as Row[]
}

async function seqRange(db: Db): Promise<{ first: number; last: number }> {
  const row = await db
    .selectFrom('outbox')
    .select((eb) => [eb.fn.min('seq').as('first'), eb.fn.max('seq').as('last')])
    .executeTakeFirst()
  return { first: Number(row?.first ?? 0), last: Number(row?.last ?? 0) }
}

class SocketHub implements Hub {
  private readers = new Set<Reader>()
  private position = 0
  private running: Promise<void> | null = null
  private again = false
  private timer: NodeJS.Timeout
  private options: HubOptions

  constructor(options: HubOptions, position: number) {
    this.options = options
    this.position = position
    options.bus.subscribe('outbox', () => this.wake())
    options.bus.subscribe('hint', (message) =>
      this.sendHint(message as { frame: Frame; audience: Audience }),
    )
    options.bus.subscribe('session', (message) => this.dropSession(message as string))
    // finds what a process that died after its commit left in the outbox
    this.timer = setInterval(() => this.wake(), 5000)
    this.timer.unref()
  }

  nudge = () => {
    void this.options.bus.publish('outbox', 1)
  }

  hint = (frame: Omit<Frame, 'id'>, audience: Audience) => {
    void this.options.bus.publish('hint', { frame: { id: 0, ...frame }, audience })
  }

  endSession = (sessionId: string) => {
    void this.options.bus.publish('session', sessionId)
  }

  join = async (socket: WebSocket, userId: string, sessionId: string, after: number | null) => {
    const { db, levelsOf } = this.options
    const reader: Reader = {
      socket,
      user_id: userId,
      session_id: sessionId,
      levels: await levelsOf(db, userId),
      seen: 0,
    }
    socket.on('close', () => this.readers.delete(reader))
    const { first, last } = await seqRange(db)
    reader.seen = after ?? last
    const gone = after !== null && (after > last || after < first - 1)
    if (gone) {
      reader.seen = last
      send(reader, JSON.stringify(reloadFrame(last)))
    } else if (after === null)
      send(reader, JSON.stringify({ id: last, type: 'hello', project_id: null, data: {} }))
    await this.catchUp(reader)
    this.readers.add(reader)
    this.wake()
  }

  /** What the reader has missed, up to where the hub stands. */
  private async catchUp(reader: Reader) {
    while (reader.seen < this.position) {
      const rows = await readRows(this.options.db, reader.seen)
      if (rows.length === 0) return
      for (const row of rows) {
        this.sendRow(reader, row, JSON.stringify(frameOf(row)))
        if (concernedBy(row).includes(reader.user_id)) send(reader, JSON.stringify(reloadFrame(0)))
      }
    }
  }

  private sendRow(reader: Reader, row: Row, text: string) {
    if (row.seq <= reader.seen) return
    reader.seen = row.seq
    if (mayHear(reader, row)) send(reader, text)
  }

  private wake() {
    this.again = true
    this.running ??= this.drain().finally(() => {
      this.running = null
      if (this.again) this.wake()
    })
  }

  private async drain() {
    while (this.again) {
      this.again = false
      try {
        while ((await sequence(this.options.db)) > 0);
        await this.dispatch()
      } catch (error) {
        this.options.log.warn({ err: error }, 'live updates: could not read the outbox')
        return
      }
    }
  }

  private async dispatch() {
    for (;;) {
      const rows = await readRows(this.options.db, this.position)
      if (rows.length === 0) return
      for (const row of rows) {
        const text = JSON.stringify(frameOf(row))
        // first: a reader that joins during the await below catches up to here by itself
        this.position = row.seq
        const changed = await this.renewLevels(row)
        for (const reader of this.readers) this.sendRow(reader, row, text)
        for (const reader of changed) send(reader, JSON.stringify(reloadFrame(0)))
      }
    }
  }

  /** The levels of those whose rights the event may have changed; answers whose did. */
  private async renewLevels(row: Row): Promise<Reader[]> {
    const concerned = concernedBy(row)
    const changed: Reader[] = []
    for (const reader of this.readers) {
      if (!concerned.includes(reader.user_id)) continue
      const before = reader.levels
      reader.levels = await this.options.levelsOf(this.options.db, reader.user_id)
      if (!sameLevels(before, reader.levels)) changed.push(reader)
    }
    return changed
  }

  private sendHint({ frame, audience }: { frame: Frame; audience: Audience }) {
    const text = JSON.stringify(frame)
    for (const reader of this.readers)
      if (mayHear(reader, { project_id: frame.project_id, audience })) send(reader, text)
  }

  private dropSession(sessionId: string) {
    for (const reader of this.readers)
      if (reader.session_id === sessionId) reader.socket.close(4401, 'signed out')
  }

  close = async () => {
    clearInterval(this.timer)
    for (const reader of this.readers) reader.socket.close(1001, 'server stops')
    this.again = false
    await this.running
  }
}

/** A hub that starts at the outbox's present end. */
export async function createHub(options: HubOptions): Promise<Hub> {
  const { last } = await seqRange(options.db)
  return new SocketHub(options, last)
}

/** Forgets events older than a day: who was away longer reloads. */
export async function sweepOutbox(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 24 * 3600 * 1000).toISOString()
  await db.deleteFrom('outbox').where('created_at', '<', before).where('seq', 'is not', null).execute()
}
