import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sendMessage } from '@plumbline/contract/chat/chat'
import type { EventFrame } from '@plumbline/contract/events'
import { createIssue } from '@plumbline/contract/issues/issues'
import WebSocket from 'ws'
import type { Db } from '../src/db/database.ts'
import { Random } from './random.ts'
import { callAs, makeProject, ServerProcess, type SignedIn, signInPeople } from './server-process.ts'

/**
 * Cuts sockets and kills the server while people write; afterwards every client must have received every event once and
 * in order. Clients act like the browser (`web/src/api/live.ts`): they reconnect after a pause and resume after
 * the last frame that it had.
 */

export interface CutsOptions {
  db: Db
  databaseUrl: string
  dataDir: string
  readers: number
  /** total number of cut sockets */
  cuts: number
  /** number of writes before the cuts, which are spread over them: a slow machine writes less between two cuts */
  writes: number
  kills: number
  /** milliseconds between two cuts */
  cut_every_ms: number
  /** milliseconds before a reconnect, and the random jitter added to it */
  reconnect_ms: number
  jitter_ms: number
  seed: number
}

export interface CutsReport {
  written: number
  /** events lost, duplicated or reordered for some client */
  lost: number
  doubled: number
  disordered: number
  /** count of `reload` frames, which hide a gap */
  reloads: number
  /** confirmed messages missing in the database */
  forgotten: number
  /** longest time from a cut or a server start until a socket received `hello` */
  slowest_return_ms: number
}

class Page {
  readonly frames: EventFrame[] = []
  reloads = 0
  last: number | null = null
  slowest = 0
  isGreeted = false
  private socket: WebSocket | null = null
  private timer: NodeJS.Timeout | undefined
  private lostAt = 0
  private isClosed = false
  private open: () => WebSocket
  private pauseMs: () => number
  private startedAt: () => number

  constructor(open: (after: number | null) => WebSocket, pauseMs: () => number, startedAt: () => number) {
    this.open = () => open(this.last)
    this.pauseMs = pauseMs
    this.startedAt = startedAt
  }

  connect() {
    const socket = this.open()
    this.socket = socket
    socket.on(
      'message',
      (data) => socket === this.socket && this.hear(JSON.parse(String(data)) as EventFrame),
    )
    socket.on('error', () => {})
    socket.on('close', () => {
      if (socket !== this.socket || this.isClosed) return
      if (this.isGreeted) this.lostAt = performance.now()
      this.isGreeted = false
      this.timer = setTimeout(() => this.connect(), this.pauseMs())
    })
  }

  private hear(frame: EventFrame) {
    if (frame.type === 'reload') this.reloads++
    if (frame.type === 'hello' && !this.isGreeted) {
      this.isGreeted = true
      // reconnecting waits until the server is back
      const since = Math.max(this.lostAt, this.startedAt())
      if (this.lostAt > 0) this.slowest = Math.max(this.slowest, performance.now() - since)
    }
    if (frame.id > 0 && frame.type !== 'hello') this.frames.push(frame)
    if (frame.id > 0 || frame.type === 'hello') this.last = frame.id
  }

  /** Destroys the connection, sometimes with frames in flight. */
  async cut(blind_ms: number) {
    this.socket?.pause()
    await pause(blind_ms)
    this.socket?.terminate()
  }

  close() {
    this.isClosed = true
    clearTimeout(this.timer)
    this.socket?.terminate()
  }
}

/** Writes until stopped; confirmed writes are in `done`. */
function startWriter(server: ServerProcess, person: SignedIn, place: { id: string; chat_id: string }) {
  const done = { messages: [] as string[], issues: [] as string[] }
  let goesOn = true
  const send = async (id: string, turn: number) =>
    turn % 3 === 0
      ? callAs(server.origin, person, createIssue, {
          params: { id: place.id },
          body: { id, name: `No. ${turn}` },
        })
      : callAs(server.origin, person, sendMessage, {
          params: { id: place.chat_id },
          body: { id, message: `Message ${turn}` },
        })
  const write = async () => {
    for (let turn = 0; goesOn; turn++) {
      const id = randomUUID()
      // no retry for issues: it would be refused if the first attempt had succeeded
      let sent = await send(id, turn)
      while (!sent && goesOn && turn % 3 !== 0) {
        await pause(50)
        sent = await send(id, turn)
      }
      if (sent) (turn % 3 === 0 ? done.issues : done.messages).push(id)
      await pause(10)
    }
  }
  const writing = write()
  const end = async () => {
    goesOn = false
    await writing
    return done
  }
  return { end, count: () => done.messages.length + done.issues.length }
}

/** Events that clients should have received, and the order in which messages were accepted. */
async function told(db: Db, after: number) {
  const rows = await db
    .selectFrom('outbox')
    .select(['seq', 'type', 'data'])
    .where('seq', '>', after)
    .where('type', 'in', ['chat.message', 'issue.created'])
    .orderBy('seq')
    .execute()
  return rows.map(({ seq, type, data }) => ({ seq: Number(seq), type, data: data as Record<string, string> }))
}

const isCounted = ({ type }: { type: string }) => type === 'chat.message' || type === 'issue.created'

function compare(pages: Page[], expected: { seq: number }[]) {
  const sum = { lost: 0, doubled: 0, disordered: 0, reloads: 0 }
  for (const page of pages) {
    const ids = page.frames.filter(isCounted).map(({ id }) => id)
    const heard = new Set(ids)
    sum.lost += expected.filter(({ seq }) => !heard.has(seq)).length
    sum.doubled += ids.length - heard.size
    sum.disordered += ids.filter((id, index) => id < (ids[index - 1] ?? 0)).length
    sum.reloads += page.reloads
  }
  return sum
}

/** Counts messages published before an earlier message of the conversation. */
async function misplaced(db: Db, rows: Awaited<ReturnType<typeof told>>): Promise<number> {
  const messages = await db.selectFrom('chat_messages').select(['id', 'position']).execute()
  const positions = new Map(messages.map(({ id, position }) => [id, position]))
  const order = rows
    .filter(({ type }) => type === 'chat.message')
    .map(({ data }) => positions.get(data.message_id ?? '') ?? 0)
  return order.filter((position, index) => position < (order[index - 1] ?? 0)).length
}

async function until(holds: () => boolean, most_ms: number) {
  const end = performance.now() + most_ms
  while (!holds() && performance.now() < end) await pause(20)
}

/** Cuts and kills at seeded random times; resolves when the last server has started. */
async function disturb(
  options: CutsOptions,
  server: ServerProcess,
  pages: Page[],
  { started, written }: { started: (at: number) => void; written: () => number },
) {
  const random = new Random(options.seed)
  const kills = new Set<number>()
  while (kills.size < options.kills) kills.add(random.below(options.cuts))
  for (let turn = 0; turn < options.cuts; turn++) {
    const wanted = (turn * options.writes) / options.cuts
    await until(() => written() >= wanted, 60_000)
    const greeted = pages.filter(({ isGreeted }) => isGreeted)
    const page = greeted[random.below(greeted.length)]
    await Promise.all([page?.cut(random.next() * options.cut_every_ms), pause(options.cut_every_ms)])
    if (!page) turn--
    if (!page || !kills.delete(turn)) continue
    await server.end('SIGKILL')
    await server.start()
    started(performance.now())
  }
}

export async function runCuts(options: CutsOptions): Promise<CutsReport> {
  const { db, readers, reconnect_ms, jitter_ms } = options
  const server = new ServerProcess(options.databaseUrl, options.dataDir)
  const people = await signInPeople(db, readers + 2)
  const place = await makeProject(db, people)
  const random = new Random(options.seed + 1)
  let startedAt = 0
  const open = (person: SignedIn) => (after: number | null) =>
    new WebSocket(
      `${server.origin.replace('http', 'ws')}/ws/updates${after === null ? '' : `?after=${after}`}`,
      { headers: { authorization: `Bearer ${person.token}` } },
    )
  const pages = people.slice(2).map(
    (person) =>
      new Page(
        open(person),
        () => reconnect_ms + random.next() * jitter_ms,
        () => startedAt,
      ),
  )
  try {
    await server.start()
    for (const page of pages) page.connect()
    await until(() => pages.every(({ isGreeted }) => isGreeted), 20_000)
    const begin = Math.max(...pages.map(({ last }) => last ?? 0))
    const writers = people.slice(0, 2).map((person) => startWriter(server, person, place))
    await disturb(options, server, pages, {
      started: (at) => {
        startedAt = at
      },
      written: () => writers.reduce((sum, { count }) => sum + count(), 0),
    })
    const done = await Promise.all(writers.map(({ end }) => end()))
    const marks = () => pages.every(({ isGreeted }) => isGreeted)
    await until(marks, 15_000)
    // the sequencer numbers the last rows asynchronously
    await pause(2500)
    const rows = await told(db, begin)
    const last = rows.at(-1)?.seq ?? 0
    await until(() => pages.every((page) => (page.last ?? 0) >= last), 15_000)
    const named = new Set(rows.flatMap(({ data }) => Object.values(data)))
    const answered = done.flatMap(({ messages, issues }) => [...messages, ...issues])
    const sum = compare(pages, rows)
    return {
      ...sum,
      written: rows.length,
      disordered: sum.disordered + (await misplaced(db, rows)),
      forgotten: answered.filter((id) => !named.has(id)).length,
      slowest_return_ms: marks()
        ? Math.max(...pages.map(({ slowest }) => slowest))
        : Number.POSITIVE_INFINITY,
    }
  } finally {
    for (const page of pages) page.close()
    await server.end('SIGTERM')
  }
}
