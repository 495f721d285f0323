import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EventFrame, socketCloses } from '@plumbline/contract/events'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import type { FastifyBaseLogger } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import type { Db } from '../db/database.ts'
import type { Bus } from './bus.ts'
import { ConnectedPeople, type ConnectedPerson, type ReadLevels } from './connected-people.ts'
import {
  buildFrame,
  type EncodedRow,
  RecentRows,
  ROWS_PER_READ,
  readFirstSeq,
  readLastSeq,
  readOutboxRows,
} from './outbox.ts'
import { defaultPresenceTimes, Presence, type PresenceTimes } from './presence.ts'
import { MAX_NUMBERED, numberOutboxRows, type OutboxRow } from './sequencer.ts'
import { encodeFrame, SocketClient } from './socket-client.ts'
import type { Audience } from './tell.ts'

/** polls the outbox for rows of a process that died after its commit, and for messages that the bus lost */
const POLL_MS = 2000
/** Announcements wake every server and number the new rows, which costs as much as a small write does, its flush included. */
const NUDGE_PAUSE_MS = 30
/** Time in which all sessions are checked, a part at a time: 5,000 at once would hold up frames. */
const SESSION_CHECK_MS = 3000
const SESSION_CHECK_PARTS = 12
const MAX_SOCKETS = 40
/** clients that missed more rows reload everything, which costs less */
const MAX_MISSED = 3000
/** clients get their position at least every so many rows, even if none was addressed to them */
const MARK_INTERVAL_ROWS = 500
/** hints to more users are split, because bus messages are small */
const USERS_PER_HINT = 150

/** Events that are also sent to users who are not, or no longer, members of the project. */
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
  /** registers a socket; `after`: id of the client's last frame, null for a first connection */
  join: (
    socket: WebSocket,
    stream: Writable,
    who: { user_id: string; session_id: string },
    after: number | null,
  ) => Promise<void>
  /** announces new rows in the outbox */
  nudge: () => void
  /** sends a frame that may be lost (progress, typing), with id 0 and without storing it */
  hint: (frame: Omit<EventFrame, 'id'>, audience: Audience) => void
  /** closes the sockets of an ended session */
  endSession: (sessionId: string) => void
  /** open sockets of this process */
  countSockets: () => number
  close: () => Promise<void>
}

export interface HubOptions {
  db: Db
  bus: Bus
  log: FastifyBaseLogger
  /** permission levels of users by user and project */
  readLevels: (db: Db, userIds: string[]) => ReturnType<ReadLevels>
  /** filters these sessions to the ended ones */
  findEndedSessions: (db: Db, sessionIds: string[]) => Promise<string[]>
  times?: PresenceTimes
}

/** Ids of users whose rights an event may have changed: the named user or the whole audience; none for most events. */
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

/** Whether a user of the audience may receive the event with their current rights. */
function mayHear({ levels }: ConnectedPerson, { audience, project_id, type }: AudienceOfEvent): boolean {
  const level = project_id ? levels.get(project_id) : undefined
  if ('level' in audience) return level !== undefined && isLevelAtLeast(level, audience.level)
  return !project_id || level !== undefined || sentToNonMembers.has(type)
}

const isAddressed = ({ user_id }: ConnectedPerson, { audience }: AudienceOfEvent) =>
  !('users' in audience) || audience.users.includes(user_id)

/** Asks the client to reload all its data. */
const buildReloadFrame = (id: number) => encodeFrame({ id, type: 'reload', project_id: null, data: {} })
/** Tells the client its position in the outbox. */
const buildHelloFrame = (id: number) => encodeFrame({ id, type: 'hello', project_id: null, data: {} })
const RIGHTS_CHANGED = buildReloadFrame(0)

const send = (client: SocketClient, frame: Buffer) => client.send(frame, socketCloses.tooSlow)

/** Holds the open sockets and sends each event to the clients that may receive it, in outbox order. */
class SocketHub implements Hub {
  private people: ConnectedPeople
  private presence: Presence
  private recent: RecentRows
  private position: number
  private lastMark: number
  /** read from the outbox but not sent, because the rights of its recipients could not be read */
  private undispatched: EncodedRow | null = null
  private running: Promise<void> | null = null
  private nudging: Promise<void> | null = null
  private isNudgedAgain = false
  private hasWork = false
  private waiting: PromiseWithResolvers<void>[] = []
  private timers: NodeJS.Timeout[]
  /** sessions not yet checked in this round */
  private unchecked: string[] = []
  private checkedAtOnce = 1
  private isChecking = false
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
    this.presence = new Presence(bus, this.people, send, this.report, options.times ?? defaultPresenceTimes)
    bus.subscribe('outbox', () => this.wake())
    bus.subscribe('hint', (message) => this.sendHint(message as { frame: EventFrame; audience: Audience }))
    bus.subscribe('session', (message) => this.endSockets([message as string]))
    this.timers = [
      setInterval(() => this.wake(), POLL_MS),
      setInterval(() => void this.checkSessions().catch(this.report), SESSION_CHECK_MS / SESSION_CHECK_PARTS),
    ]
    for (const timer of this.timers) timer.unref()
  }

  private report = (error: unknown) => {
    this.options.log.warn({ err: error }, 'live updates')
  }

  private publish(topic: string, message: unknown) {
    this.options.bus.publish(topic, message).catch(this.report)
  }

  countSockets = () => {
    let count = 0
    for (const { sockets } of this.people.listAll()) count += sockets
    return count
  }

  /** Announces a write at once; writes that end shortly after are combined in one more announcement. */
  nudge = () => {
    this.isNudgedAgain = this.nudging !== null
    this.nudging ??= this.options.bus
      .publish('outbox', 1)
      .catch(this.report)
      .then(() => sleep(NUDGE_PAUSE_MS))
      .finally(() => {
        this.nudging = null
        if (this.isNudgedAgain) this.nudge()
      })
  }

  endSession = (sessionId: string) => this.publish('session', sessionId)

  hint = (frame: Omit<EventFrame, 'id'>, audience: Audience) => {
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
    const client = new SocketClient(socket, stream, person, session_id)
    socket.on('close', () => {
      person.sockets--
      if (person.clients.delete(client)) this.presence.leave(client)
      this.people.release(user_id)
    })
    socket.on('message', (data, isBinary) => this.handleMessage(client, data, isBinary))
    if (person.sockets > MAX_SOCKETS) return client.close(socketCloses.tooMany)
    await this.people.refreshLevels([user_id])
    // rows committed before the levels were read are numbered now; later ones are dispatched
    await this.waitUntilDrained()
    await this.catchUp(client, after)
    if (!client.isOpen) return
    person.clients.add(client)
    send(client, buildHelloFrame(client.lastSeq))
    this.presence.enter(client)
  }

  private handleMessage(client: SocketClient, data: RawData, isBinary: boolean) {
    const message = client.parse(data, isBinary)
    if (!message) client.close(socketCloses.badMessage)
    else if (client.person.clients.has(client)) this.presence.setViewedProject(client, message.here)
    else client.viewedProject = message.here
  }

  /** Sends the missed rows up to the hub's position; the end runs without an await, so that no new row is added in between. */
  private async catchUp(client: SocketClient, after: number | null) {
    client.lastSeq = after ?? this.position
    if (client.lastSeq !== this.position) {
      const first = (await readFirstSeq(this.options.db)) ?? this.position + 1
      const isGone = client.lastSeq > this.position || client.lastSeq < first - 1
      if (isGone || this.position - client.lastSeq > MAX_MISSED) {
        client.lastSeq = this.position
        return send(client, buildReloadFrame(this.position))
      }
    }
    while (client.lastSeq < this.position && client.isOpen) {
      const recent = this.recent.after(client.lastSeq)
      for (const { row, frame } of recent ?? (await this.readEncodedRows(client.lastSeq))) {
        if (isAddressed(client.person, row)) this.sendRow(client, row, frame)
        client.lastSeq = row.seq
        if (findAffectedUsers(row).includes(client.person.user_id)) send(client, RIGHTS_CHANGED)
      }
      // the last numbers may belong to rows that were swept
      if (recent) client.lastSeq = this.position
    }
  }

  /** Reads rows that are no longer in memory. */
  private async readEncodedRows(after: number): Promise<EncodedRow[]> {
    const rows = await readOutboxRows(this.options.db, after)
    if (rows.length === 0) throw new Error('outbox rows were swept while they were read')
    return rows.map((row) => ({ row, frame: encodeFrame(buildFrame(row)) }))
  }

  private sendRow(client: SocketClient, row: OutboxRow, frame: Buffer) {
    if (row.seq <= client.lastSeq) return
    client.lastSeq = row.seq
    if (mayHear(client.person, row)) send(client, frame)
  }

  /** Resolves when all rows committed so far have been sent. */
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
        const numbered: OutboxRow[] = []
        for (;;) {
          const rows = await numberOutboxRows(this.options.db)
          numbered.push(...rows)
          if (rows.length < MAX_NUMBERED) break
        }
        await this.dispatch(numbered)
        for (const { resolve } of waiting) resolve()
      } catch (error) {
        for (const { reject } of waiting) reject(error)
        return this.report(error)
      }
    }
  }

  /** Sends all numbered rows after the position; `numbered`: rows that this process has just numbered. */
  private async dispatch(numbered: OutboxRow[]) {
    if (this.undispatched) await this.dispatchRow(this.undispatched.row, null)
    // without rows of another process in between, they need not be read again
    const areNext =
      numbered.length > 0 && numbered.every(({ seq }, index) => seq === this.position + index + 1)
    for (let rows = numbered; ; ) {
      if (!areNext) rows = await readOutboxRows(this.options.db, this.position)
      const corked = new Set<SocketClient>()
      try {
        for (const row of rows) await this.dispatchRow(row, rows.length > 1 ? corked : null)
      } finally {
        for (const client of corked) client.uncork()
      }
      if (areNext || rows.length < ROWS_PER_READ) break
    }
    if (this.position - this.lastMark < MARK_INTERVAL_ROWS) return
    this.lastMark = this.position
    const mark = buildHelloFrame(this.position)
    for (const { clients } of this.people.listAll()) for (const client of clients) send(client, mark)
  }

  /** `corked`: clients that get the frames of several rows in one write to the socket. */
  private async dispatchRow(row: OutboxRow, corked: Set<SocketClient> | null) {
    // before the await: a client that joins during it catches up to this position itself
    const encoded = this.undispatched?.row.seq === row.seq ? this.undispatched : this.recent.add(row)
    this.undispatched = encoded
    this.position = row.seq
    const concerned = findAffectedUsers(row)
    const changed = concerned.length > 0 ? await this.people.refreshLevels(concerned) : []
    this.undispatched = null
    const { frame } = encoded
    this.sendToAll(row, (client) => {
      if (corked && !corked.has(client)) {
        corked.add(client)
        client.cork()
      }
      this.sendRow(client, row, frame)
    })
    for (const { clients } of changed) for (const client of clients) send(client, RIGHTS_CHANGED)
  }

  private sendToAll(event: AudienceOfEvent, action: (client: SocketClient) => void) {
    const { audience, project_id } = event
    if ('users' in audience) {
      for (const id of audience.users)
        for (const client of this.people.find(id)?.clients ?? []) action(client)
    } else if ('everybody' in audience) {
      for (const { clients } of this.people.listAll()) for (const client of clients) action(client)
    } else if (project_id)
      for (const { clients } of this.people.listByProject(project_id))
        for (const client of clients) action(client)
  }

  private sendHint({ frame, audience }: { frame: EventFrame; audience: Audience }) {
    const event = { ...frame, audience }
    const bytes = encodeFrame(frame)
    this.sendToAll(event, (client) => mayHear(client.person, event) && send(client, bytes))
  }

  private endSockets(sessionIds: readonly string[]) {
    for (const { clients } of this.people.listAll())
      for (const client of clients)
        if (sessionIds.includes(client.session_id)) client.close(socketCloses.signedOut)
  }

  /** Closes sockets of ended sessions: sessions also expire, and the message about an ended one may have been lost. */
  private async checkSessions() {
    const { options, people } = this
    if (this.isChecking) return
    if (this.unchecked.length === 0) {
      const open = [...people.listAll()].flatMap(({ clients }) => [...clients])
      this.unchecked = [...new Set(open.map((client) => client.session_id))]
      this.checkedAtOnce = Math.ceil(this.unchecked.length / SESSION_CHECK_PARTS)
    }
    const part = this.unchecked.splice(-this.checkedAtOnce)
    if (part.length === 0) return
    this.isChecking = true
    try {
      const ended = await options.findEndedSessions(options.db, part)
      if (ended.length > 0) this.endSockets(ended)
    } finally {
      this.isChecking = false
    }
  }

  close = async () => {
    for (const timer of this.timers) clearInterval(timer)
    this.presence.close()
    for (const { clients } of this.people.listAll())
      for (const client of clients) client.close({ code: 1001, reason: 'server stops' })
    this.hasWork = false
    await this.running
  }
}

/** Creates a hub at the end of the outbox, with the latest rows in memory for clients that reconnect. */
export async function createHub(options: HubOptions): Promise<Hub> {
  const position = await readLastSeq(options.db)
  const rows = await readOutboxRows(options.db, Math.max(0, position - 500))
  return new SocketHub(
    options,
    position,
    rows.filter(({ seq }) => seq <= position),
  )
}
