import type { Writable } from 'node:stream'
import { type EventFrame, socketCloses } from '@plumbline/contract/events'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import type { FastifyBaseLogger } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import type { Db } from '../db/database.ts'
import type { Bus } from './bus.ts'
import { firstKept, frameOf, type Kept, lastGiven, Recent, type Row, readRows } from './outbox.ts'
import { type LevelsOf, People, type Person } from './people.ts'
import { Presence, type Times, usualTimes } from './presence.ts'
import { encode, Reader } from './reader.ts'
import { sequence } from './sequencer.ts'
import type { Audience } from './tell.ts'

/** Holds the open sockets and sends each frame to those who may hear it, in the order of the outbox. */

/** Finds what a process that died after its commit left in the outbox, and what the bus lost. */
const WAKE_MS = 2000
const SESSIONS_MS = 3000
const MOST_SOCKETS = 40
/** Who has missed more fetches everything again, which is less. */
const MOST_MISSED = 3000
/** After so many rows of others a quiet reader is told how far it is. */
const MARK_EVERY = 500
/** A hint to more people goes in parts: the bus carries small messages only. */
const HINT_PEOPLE = 150

/** What concerns people who are not in the project, or not any more. */
const heardOutside = new Set([
  'project.created',
  'project.updated',
  'project.deleted',
  'invite.updated',
  'access.updated',
  'member.removed',
  'notification.updated',
])

export interface Hub {
  /** `after`: the last frame the client has; null for a first connection */
  join: (
    socket: WebSocket,
    stream: Writable,
    who: { user_id: string; session_id: string },
    after: number | null,
  ) => Promise<void>
  /** there may be new rows in the outbox */
  nudge: () => void
  /** a frame that need not arrive (progress, typing): sent with id 0 and not kept */
  hint: (frame: Omit<EventFrame, 'id'>, audience: Audience) => void
  /** ends the sockets of a session that is over */
  endSession: (sessionId: string) => void
  close: () => Promise<void>
}

export interface HubOptions {
  db: Db
  bus: Bus
  log: FastifyBaseLogger
  /** projects these users are members of, with the level there */
  levelsOf: (db: Db, userIds: string[]) => ReturnType<LevelsOf>
  /** those of these sessions that are over */
  endedOf: (db: Db, sessionIds: string[]) => Promise<string[]>
  times?: Times
}

/** Those whose rights an event may have changed: the person it names, or all who hear it; nobody by most events. */
function concernedBy({ type, data, audience }: Pick<Row, 'type' | 'data' | 'audience'>): string[] {
  const isMembership = type.startsWith('member.')
  if (isMembership && typeof data.user_id === 'string') return [data.user_id]
  const isBroad = ['project.created', 'project.deleted', 'team.updated'].includes(type)
  return isBroad && 'users' in audience ? audience.users : []
}

type Heard = Pick<Row, 'audience' | 'project_id' | 'type'>

/** Whether the rights of somebody who is in the audience let them hear it now. */
function mayHear({ levels }: Person, { audience, project_id, type }: Heard): boolean {
  const level = project_id ? levels.get(project_id) : undefined
  if ('level' in audience) return level !== undefined && isLevelAtLeast(level, audience.level)
  return !project_id || level !== undefined || heardOutside.has(type)
}

const isAddressed = ({ user_id }: Person, { audience }: Heard) =>
  'level' in audience || audience.users.includes(user_id)

/** Asks the browser to fetch all that it shows again. */
const reloadFrame = (id: number) => encode({ id, type: 'reload', project_id: null, data: {} })
/** Says how far the reader is. */
const helloFrame = (id: number) => encode({ id, type: 'hello', project_id: null, data: {} })
const RIGHTS_CHANGED = reloadFrame(0)

const send = (reader: Reader, frame: Buffer) => reader.send(frame, socketCloses.tooSlow)

class SocketHub implements Hub {
  private people: People
  private presence: Presence
  private recent: Recent
  private position: number
  private marked: number
  /** taken from the outbox, and not sent because the rights of its readers could not be read */
  private unsent: Kept | null = null
  private running: Promise<void> | null = null
  private again = false
  private waiting: PromiseWithResolvers<void>[] = []
  private timers: NodeJS.Timeout[]
  private options: HubOptions

  constructor(options: HubOptions, position: number, rows: Row[]) {
    const { bus, db } = options
    this.options = options
    this.position = position
    this.marked = position
    this.recent = new Recent((rows[0]?.seq ?? position + 1) - 1)
    for (const row of rows) this.recent.add(row)
    this.people = new People(
      (ids) => options.levelsOf(db, ids),
      (project) => this.presence.changed(project),
    )
    this.presence = new Presence(bus, this.people, this.report, options.times ?? usualTimes).through(send)
    bus.subscribe('outbox', () => this.wake())
    bus.subscribe('hint', (message) => this.sendHint(message as { frame: EventFrame; audience: Audience }))
    bus.subscribe('session', (message) => this.endSockets([message as string]))
    this.timers = [
      setInterval(() => this.wake(), WAKE_MS),
      setInterval(() => void this.checkSessions().catch(this.report), SESSIONS_MS),
    ]
    for (const timer of this.timers) timer.unref()
  }

  private report = (error: unknown) => {
    this.options.log.warn({ err: error }, 'live updates')
  }

  private publish(topic: string, message: unknown) {
    this.options.bus.publish(topic, message).catch(this.report)
  }

  nudge = () => this.publish('outbox', 1)

  endSession = (sessionId: string) => this.publish('session', sessionId)

  hint = (frame: Omit<EventFrame, 'id'>, audience: Audience) => {
    const whole = { id: 0, ...frame }
    if ('level' in audience) return this.publish('hint', { frame: whole, audience })
    for (let from = 0; from < audience.users.length; from += HINT_PEOPLE) {
      const users = audience.users.slice(from, from + HINT_PEOPLE)
      this.publish('hint', { frame: whole, audience: { users } })
    }
  }

  join: Hub['join'] = async (socket, stream, { user_id, session_id }, after) => {
    if (socket.readyState === socket.CLOSED) return
    const person = this.people.hold(user_id)
    person.sockets++
    const reader = new Reader(socket, stream, person, session_id)
    socket.on('close', () => {
      person.sockets--
      if (person.readers.delete(reader)) this.presence.leave(reader)
      this.people.release(user_id)
    })
    socket.on('message', (data, isBinary) => this.hear(reader, data, isBinary))
    if (person.sockets > MOST_SOCKETS) return reader.close(socketCloses.tooMany)
    await this.people.renew([user_id])
    // what was committed before the levels were read has its number now, and what comes later is told
    await this.settle()
    await this.catchUp(reader, after)
    if (!reader.isOpen) return
    person.readers.add(reader)
    send(reader, helloFrame(reader.seen))
    this.presence.enter(reader)
  }

  private hear(reader: Reader, data: RawData, isBinary: boolean) {
    const message = reader.parse(data, isBinary)
    if (!message) reader.close(socketCloses.badMessage)
    else if (reader.person.readers.has(reader)) this.presence.look(reader, message.here)
    else reader.here = message.here
  }

  /** What the reader has missed, up to where the hub stands: to its end without a pause, so that nothing comes between. */
  private async catchUp(reader: Reader, after: number | null) {
    reader.seen = after ?? this.position
    if (reader.seen !== this.position) {
      const first = (await firstKept(this.options.db)) ?? this.position + 1
      const isGone = reader.seen > this.position || reader.seen < first - 1
      if (isGone || this.position - reader.seen > MOST_MISSED) {
        reader.seen = this.position
        return send(reader, reloadFrame(this.position))
      }
    }
    while (reader.seen < this.position && reader.isOpen) {
      const kept = this.recent.after(reader.seen)
      for (const { row, frame } of kept ?? (await this.readKept(reader.seen))) {
        if (isAddressed(reader.person, row)) this.sendRow(reader, row, frame)
        reader.seen = row.seq
        if (concernedBy(row).includes(reader.person.user_id)) send(reader, RIGHTS_CHANGED)
      }
      // the last numbers may be of rows that were forgotten
      if (kept) reader.seen = this.position
    }
  }

  /** Rows that are no longer in memory. */
  private async readKept(after: number): Promise<Kept[]> {
    const rows = await readRows(this.options.db, after)
    if (rows.length === 0) throw new Error('rows were forgotten while they were read')
    return rows.map((row) => ({ row, frame: encode(frameOf(row)) }))
  }

  private sendRow(reader: Reader, row: Row, frame: Buffer) {
    if (row.seq <= reader.seen) return
    reader.seen = row.seq
    if (mayHear(reader.person, row)) send(reader, frame)
  }

  /** Resolves when all that is committed now has been sent. */
  private settle(): Promise<void> {
    const settled = Promise.withResolvers<void>()
    this.waiting.push(settled)
    this.wake()
    return settled.promise
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
      const waiting = this.waiting.splice(0)
      try {
        while ((await sequence(this.options.db)) > 0);
        await this.dispatch()
        for (const { resolve } of waiting) resolve()
      } catch (error) {
        for (const { reject } of waiting) reject(error)
        return this.report(error)
      }
    }
  }

  private async dispatch() {
    if (this.unsent) await this.dispatchRow(this.unsent.row, null)
    for (;;) {
      const rows = await readRows(this.options.db, this.position)
      if (rows.length === 0) break
      const gathering = new Set<Reader>()
      try {
        for (const row of rows) await this.dispatchRow(row, rows.length > 1 ? gathering : null)
      } finally {
        for (const reader of gathering) reader.flush()
      }
    }
    if (this.position - this.marked < MARK_EVERY) return
    this.marked = this.position
    const mark = helloFrame(this.position)
    for (const { readers } of this.people.everybody()) for (const reader of readers) send(reader, mark)
  }

  /** `gathering`: those to whom the frames of several rows go as one. */
  private async dispatchRow(row: Row, gathering: Set<Reader> | null) {
    // first: a reader that joins during the await below catches up to here by itself
    const kept = this.unsent?.row.seq === row.seq ? this.unsent : this.recent.add(row)
    this.unsent = kept
    this.position = row.seq
    const concerned = concernedBy(row)
    const changed = concerned.length > 0 ? await this.people.renew(concerned) : []
    this.unsent = null
    const { frame } = kept
    this.sendToAll(row, (reader) => {
      if (gathering && !gathering.has(reader)) {
        gathering.add(reader)
        reader.gather()
      }
      this.sendRow(reader, row, frame)
    })
    for (const { readers } of changed) for (const reader of readers) send(reader, RIGHTS_CHANGED)
  }

  private sendToAll(heard: Heard, give: (reader: Reader) => void) {
    const { audience, project_id } = heard
    if ('users' in audience) {
      for (const id of audience.users) for (const reader of this.people.find(id)?.readers ?? []) give(reader)
    } else if (project_id)
      for (const { readers } of this.people.inProject(project_id)) for (const reader of readers) give(reader)
  }

  private sendHint({ frame, audience }: { frame: EventFrame; audience: Audience }) {
    const heard = { ...frame, audience }
    const bytes = encode(frame)
    this.sendToAll(heard, (reader) => mayHear(reader.person, heard) && send(reader, bytes))
  }

  private endSockets(sessionIds: readonly string[]) {
    for (const { readers } of this.people.everybody())
      for (const reader of readers)
        if (sessionIds.includes(reader.session_id)) reader.close(socketCloses.signedOut)
  }

  /** Sessions end by time, too, and the word of one that was ended may have been lost. */
  private async checkSessions() {
    const open = [...this.people.everybody()].flatMap(({ readers }) => [...readers])
    if (open.length === 0) return
    const ended = await this.options.endedOf(this.options.db, [...new Set(open.map((r) => r.session_id))])
    if (ended.length > 0) this.endSockets(ended)
  }

  close = async () => {
    for (const timer of this.timers) clearInterval(timer)
    this.presence.close()
    for (const { readers } of this.people.everybody())
      for (const reader of readers) reader.close({ code: 1001, reason: 'server stops' })
    this.again = false
    await this.running
  }
}

/** A hub that starts at the outbox's present end, with what came last for those who come back. */
export async function createHub(options: HubOptions): Promise<Hub> {
  const position = await lastGiven(options.db)
  const rows = await readRows(options.db, Math.max(0, position - 500))
  return new SocketHub(
    options,
    position,
    rows.filter(({ seq }) => seq <= position),
  )
}
