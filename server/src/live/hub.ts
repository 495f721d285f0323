import type { Writable } from 'node:stream'
import { type Frame, socketCloses } from '@plumbline/contract/events'
import { levelAtLeast } from '@plumbline/contract/roles'
import type { FastifyBaseLogger } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import type { Db } from '../db/database.ts'
import type { Bus } from './bus.ts'
import { ConnectedPeople, type ConnectedPerson, type ReadLevels } from './connected-people.ts'
import {
  buildFrame,
  type EncodedRow,
  type OutboxRow,
  RecentRows,
  readFirstSeq,
  readLastSeq,
  readOutboxRows,
} from './outbox.ts'
import { defaultPresenceTimes, Presence, type PresenceTimes } from './presence.ts'
import { numberOutboxRows } from './sequencer.ts'
import { encodeFrame, SocketClient } from './socket-client.ts'
import type { Audience } from './tell.ts'

/** Holds the open sockets and sends each frame to those who may hear it, in the order of the outbox. */

/** Finds what a process that died after its commit left in the outbox, and what the bus lost. */
const POLL_MS = 2000
const SESSION_CHECK_MS = 3000
const MAX_SOCKETS = 40
/** Who has missed more fetches everything again, which is less. */
const MAX_MISSED = 3000
/** After so many rows of others a quiet reader is told how far it is. */
const MARK_INTERVAL_ROWS = 500
/** A hint to more people goes in parts: the bus carries small messages only. */
const USERS_PER_HINT = 150

/** What concerns people who are not in the project, or not any more. */
const sentToNonMembers = new Set([
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
  hint: (frame: Omit<Frame, 'id'>, audience: Audience) => void
  /** ends the sockets of a session that is over */
  endSession: (sessionId: string) => void
  close: () => Promise<void>
}

export interface HubOptions {
  db: Db
  bus: Bus
  log: FastifyBaseLogger
  /** projects these users are members of, with the level there */
  readLevels: (db: Db, userIds: string[]) => ReturnType<ReadLevels>
  /** those of these sessions that are over */
  findEndedSessions: (db: Db, sessionIds: string[]) => Promise<string[]>
  times?: PresenceTimes
}

/** Those whose rights an event may have changed: the person it names, or all who hear it; nobody by most events. */
function findAffectedUsers({
  type,
  data,
  audience,
}: Pick<OutboxRow, 'type' | 'data' | 'audience'>): string[] {
  const isMembership = type.startsWith('member.')
  if (isMembership && typeof data.user_id === 'string') return [data.user_id]
  const isBroad = ['project.created', 'project.deleted', 'team.updated'].includes(type)
  return isBroad && 'users' in audience ? audience.users : []
}

type AudienceOfEvent = Pick<OutboxRow, 'audience' | 'project_id' | 'type'>

/** Whether the rights of somebody who is in the audience let them hear it now. */
function mayHear({ levels }: ConnectedPerson, { audience, project_id, type }: AudienceOfEvent): boolean {
  const level = project_id ? levels.get(project_id) : undefined
  if ('level' in audience) return level !== undefined && levelAtLeast(level, audience.level)
  return !project_id || level !== undefined || sentToNonMembers.has(type)
}

const isAddressed = ({ user_id }: ConnectedPerson, { audience }: AudienceOfEvent) =>
  'level' in audience || audience.users.includes(user_id)

/** Asks the browser to fetch all that it shows again. */
const buildReloadFrame = (id: number) => encodeFrame({ id, type: 'reload', project_id: null, data: {} })
/** Says how far the reader is. */
const buildHelloFrame = (id: number) => encodeFrame({ id, type: 'hello', project_id: null, data: {} })
const RIGHTS_CHANGED = buildReloadFrame(0)

const send = (reader: SocketClient, frame: Buffer) => reader.send(frame, socketCloses.tooSlow)

class SocketHub implements Hub {
  private people: ConnectedPeople
  private presence: Presence
  private recent: RecentRows
  private position: number
  private lastMark: number
  /** taken from the outbox, and not sent because the rights of its readers could not be read */
  private undispatched: EncodedRow | null = null
  private running: Promise<void> | null = null
  private hasWork = false
  private waiting: PromiseWithResolvers<void>[] = []
  private timers: NodeJS.Timeout[]
  private options: HubOptions

  constructor(options: HubOptions, position: number, rows: OutboxRow[]) {
    const { bus, db } = options
    this.options = options
    this.position = position
    this.lastMark = position
    this.recent = new RecentRows((rows[0]?.seq ?? position + 1) - 1)
    for (const row of rows) this.recent.add(row)
    this.people = new ConnectedPeople(
      (ids) => options.readLevels(db, ids),
      (project) => this.presence.markChanged(project),
    )
    this.presence = new Presence(
      bus,
      this.people,
      this.report,
      options.times ?? defaultPresenceTimes,
    ).through(send)
    bus.subscribe('outbox', () => this.wake())
    bus.subscribe('hint', (message) => this.sendHint(message as { frame: Frame; audience: Audience }))
    bus.subscribe('session', (message) => this.endSockets([message as string]))
    this.timers = [
      setInterval(() => this.wake(), POLL_MS),
      setInterval(() => void this.checkSessions().catch(this.report), SESSION_CHECK_MS),
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

  hint = (frame: Omit<Frame, 'id'>, audience: Audience) => {
    const whole = { id: 0, ...frame }
    if ('level' in audience) return this.publish('hint', { frame: whole, audience })
    for (let from = 0; from < audience.users.length; from += USERS_PER_HINT) {
      const users = audience.users.slice(from, from + USERS_PER_HINT)
      this.publish('hint', { frame: whole, audience: { users } })
    }
  }

  join: Hub['join'] = async (socket, stream, { user_id, session_id }, after) => {
    if (socket.readyState === socket.CLOSED) return
    const person = this.people.acquire(user_id)
    person.sockets++
    const reader = new SocketClient(socket, stream, person, session_id)
    socket.on('close', () => {
      person.sockets--
      if (person.clients.delete(reader)) this.presence.leave(reader)
      this.people.release(user_id)
    })
    socket.on('message', (data, isBinary) => this.handleMessage(reader, data, isBinary))
    if (person.sockets > MAX_SOCKETS) return reader.close(socketCloses.tooMany)
    await this.people.refreshLevels([user_id])
    // what was committed before the levels were read has its number now, and what comes later is told
    await this.waitUntilDrained()
    await this.catchUp(reader, after)
    if (!reader.isOpen) return
    person.clients.add(reader)
    send(reader, buildHelloFrame(reader.lastSeq))
    this.presence.enter(reader)
  }

  private handleMessage(reader: SocketClient, data: RawData, isBinary: boolean) {
    const message = reader.parse(data, isBinary)
    if (!message) reader.close(socketCloses.badMessage)
    else if (reader.person.clients.has(reader)) this.presence.setViewedProject(reader, message.here)
    else reader.viewedProject = message.here
  }

  /** What the reader has missed, up to where the hub stands: to its end without a pause, so that nothing comes between. */
  private async catchUp(reader: SocketClient, after: number | null) {
    reader.lastSeq = after ?? this.position
    if (reader.lastSeq !== this.position) {
      const first = (await readFirstSeq(this.options.db)) ?? this.position + 1
      const isGone = reader.lastSeq > this.position || reader.lastSeq < first - 1
      if (isGone || this.position - reader.lastSeq > MAX_MISSED) {
        reader.lastSeq = this.position
        return send(reader, buildReloadFrame(this.position))
      }
    }
    while (reader.lastSeq < this.position && reader.isOpen) {
      const kept = this.recent.after(reader.lastSeq)
      for (const { row, frame } of kept ?? (await this.readEncodedRows(reader.lastSeq))) {
        if (isAddressed(reader.person, row)) this.sendRow(reader, row, frame)
        reader.lastSeq = row.seq
        if (findAffectedUsers(row).includes(reader.person.user_id)) send(reader, RIGHTS_CHANGED)
      }
      // the last numbers may be of rows that were forgotten
      if (kept) reader.lastSeq = this.position
    }
  }

  /** Rows that are no longer in memory. */
  private async readEncodedRows(after: number): Promise<EncodedRow[]> {
    const rows = await readOutboxRows(this.options.db, after)
    if (rows.length === 0) throw new Error('rows were forgotten while they were read')
    return rows.map((row) => ({ row, frame: encodeFrame(buildFrame(row)) }))
  }

  private sendRow(reader: SocketClient, row: OutboxRow, frame: Buffer) {
    if (row.seq <= reader.lastSeq) return
    reader.lastSeq = row.seq
    if (mayHear(reader.person, row)) send(reader, frame)
  }

  /** Resolves when all that is committed now has been sent. */
  private waitUntilDrained(): Promise<void> {
    const settled = Promise.withResolvers<void>()
    this.waiting.push(settled)
    this.wake()
    return settled.promise
  }

  private wake() {
    this.hasWork = true
    this.running ??= this.drain().finally(() => {
      this.running = null
      if (this.hasWork) this.wake()
    })
  }

  private async drain() {
    while (this.hasWork) {
      this.hasWork = false
      const waiting = this.waiting.splice(0)
      try {
        while ((await numberOutboxRows(this.options.db)) > 0);
        await this.dispatch()
        for (const { resolve } of waiting) resolve()
      } catch (error) {
        for (const { reject } of waiting) reject(error)
        return this.report(error)
      }
    }
  }

  private async dispatch() {
    if (this.undispatched) await this.dispatchRow(this.undispatched.row, null)
    for (;;) {
      const rows = await readOutboxRows(this.options.db, this.position)
      if (rows.length === 0) break
      const gathering = new Set<SocketClient>()
      try {
        for (const row of rows) await this.dispatchRow(row, rows.length > 1 ? gathering : null)
      } finally {
        for (const reader of gathering) reader.uncork()
      }
    }
    if (this.position - this.lastMark < MARK_INTERVAL_ROWS) return
    this.lastMark = this.position
    const mark = buildHelloFrame(this.position)
    for (const { clients: readers } of this.people.listAll()) for (const reader of readers) send(reader, mark)
  }

  /** `gathering`: those to whom the frames of several rows go as one. */
  private async dispatchRow(row: OutboxRow, gathering: Set<SocketClient> | null) {
    // first: a reader that joins during the await below catches up to here by itself
    const kept = this.undispatched?.row.seq === row.seq ? this.undispatched : this.recent.add(row)
    this.undispatched = kept
    this.position = row.seq
    const concerned = findAffectedUsers(row)
    const changed = concerned.length > 0 ? await this.people.refreshLevels(concerned) : []
    this.undispatched = null
    const { frame } = kept
    this.sendToAll(row, (reader) => {
      if (gathering && !gathering.has(reader)) {
        gathering.add(reader)
        reader.cork()
      }
      this.sendRow(reader, row, frame)
    })
    for (const { clients: readers } of changed) for (const reader of readers) send(reader, RIGHTS_CHANGED)
  }

  private sendToAll(heard: AudienceOfEvent, give: (reader: SocketClient) => void) {
    const { audience, project_id } = heard
    if ('users' in audience) {
      for (const id of audience.users) for (const reader of this.people.find(id)?.clients ?? []) give(reader)
    } else if (project_id)
      for (const { clients: readers } of this.people.listByProject(project_id))
        for (const reader of readers) give(reader)
  }

  private sendHint({ frame, audience }: { frame: Frame; audience: Audience }) {
    const heard = { ...frame, audience }
    const bytes = encodeFrame(frame)
    this.sendToAll(heard, (reader) => mayHear(reader.person, heard) && send(reader, bytes))
  }

  private endSockets(sessionIds: readonly string[]) {
    for (const { clients: readers } of this.people.listAll())
      for (const reader of readers)
        if (sessionIds.includes(reader.session_id)) reader.close(socketCloses.signedOut)
  }

  /** Sessions end by time, too, and the word of one that was ended may have been lost. */
  private async checkSessions() {
    const open = [...this.people.listAll()].flatMap(({ clients: readers }) => [...readers])
    if (open.length === 0) return
    const ended = await this.options.findEndedSessions(this.options.db, [
      ...new Set(open.map((r) => r.session_id)),
    ])
    if (ended.length > 0) this.endSockets(ended)
  }

  close = async () => {
    for (const timer of this.timers) clearInterval(timer)
    this.presence.close()
    for (const { clients: readers } of this.people.listAll())
      for (const reader of readers) reader.close({ code: 1001, reason: 'server stops' })
    this.hasWork = false
    await this.running
  }
}

/** A hub that starts at the outbox's present end, with what came last for those who come back. */
export async function createHub(options: HubOptions): Promise<Hub> {
  const position = await readLastSeq(options.db)
  const rows = await readOutboxRows(options.db, Math.max(0, position - 500))
  return new SocketHub(
    options,
    position,
    rows.filter(({ seq }) => seq <= position),
  )
}
