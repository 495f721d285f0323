import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { listChats, sendMessage } from '@plumbline/contract/chat/chat'
import type { EventFrame } from '@plumbline/contract/events'
import { fillPath } from '@plumbline/contract/http'
import { createIssue } from '@plumbline/contract/issues/issues'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import type { Client } from '../test/client.ts'
import { makeMember, makeOwner } from '../test/make.ts'
import type { Cluster } from './cluster.ts'
import { connectApp } from './remote-app.ts'

/** Web servers that are killed or replaced while people write and listen, with clients that act like web/src/api/client.ts and live.ts. */

const WRITERS = 5
/** the longest that a person may wait for a write, or for live updates beyond the pause before a reconnect */
const MAX_WAIT_MS = 5000
const RECONNECT_MS = 5000
const RETRY_WAITS_MS = [400, 1600]
const RETRIABLE_STATUSES = [502, 503, 504]

interface Place {
  project: string
  chat: string
}

/** Writes issues and messages without client-side ids, so that a repeated write shows as two rows. */
export class Writer {
  /** texts of confirmed writes */
  readonly confirmed = { issues: [] as string[], messages: [] as string[] }
  /** answers that a person would see as an error */
  readonly refused: string[] = []
  /** answers after which the client repeated the write */
  readonly repeated: string[] = []
  slowestMs = 0
  #goesOn = true
  readonly #client: Client
  readonly #place: Place
  readonly #writing: Promise<void>

  constructor(client: Client, place: Place) {
    this.#client = client
    this.#place = place
    this.#writing = this.#write()
  }

  async #sendOnce(isIssue: boolean, text: string, key: string): Promise<string | null> {
    const { project, chat } = this.#place
    const url = isIssue
      ? fillPath(createIssue.path, { id: project })
      : fillPath(sendMessage.path, { id: chat })
    const body = isIssue ? { name: text } : { message: text }
    try {
      const { status } = await this.#client.send('POST', url, body, { 'idempotency-key': key })
      return status < 300 ? null : String(status)
    } catch (error) {
      return `no answer: ${(error as Error).message}`
    }
  }

  async #send(isIssue: boolean, text: string) {
    const key = randomUUID()
    for (let attempt = 0; ; attempt++) {
      const failure = await this.#sendOnce(isIssue, text, key)
      if (failure === null) return true
      const waitMs = RETRY_WAITS_MS[attempt]
      const isTemporary = failure.startsWith('no answer') || RETRIABLE_STATUSES.includes(Number(failure))
      if (waitMs === undefined || !isTemporary) {
        this.refused.push(failure)
        return false
      }
      this.repeated.push(failure)
      await pause(waitMs)
    }
  }

  async #write() {
    for (let turn = 0; this.#goesOn; turn++) {
      const isIssue = turn % 2 === 0
      const text = `Write ${randomUUID()}`
      const from = performance.now()
      const isDone = await this.#send(isIssue, text)
      this.slowestMs = Math.max(this.slowestMs, performance.now() - from)
      if (isDone) this.confirmed[isIssue ? 'issues' : 'messages'].push(text)
      await pause(10)
    }
  }

  get count() {
    return this.confirmed.issues.length + this.confirmed.messages.length
  }

  end(): Promise<void> {
    this.#goesOn = false
    return this.#writing
  }
}

/** A page's live updates: after a lost connection it returns in 5 s and names its last frame. */
class Page {
  readonly heard: string[] = []
  slowestMs = 0
  reloads = 0
  losses = 0
  isGreeted = false
  #last: number | null = null
  #lostAt = 0
  #isClosed = false
  #socket: WebSocket | null = null
  #timer: NodeJS.Timeout | undefined
  readonly #open: (after: number | null) => WebSocket

  constructor(open: (after: number | null) => WebSocket) {
    this.#open = open
    this.connect()
  }

  connect() {
    const socket = this.#open(this.#last)
    this.#socket = socket
    socket.on('error', () => {})
    socket.on('message', (data) => this.#hear(JSON.parse(String(data)) as EventFrame))
    socket.on('close', () => {
      if (this.#isClosed) return
      if (this.isGreeted) {
        this.#lostAt = performance.now()
        this.losses++
      }
      this.isGreeted = false
      this.#timer = setTimeout(() => this.connect(), RECONNECT_MS)
    })
  }

  #hear({ id, type, data }: EventFrame) {
    // later ones only contain the number of the last event
    if (type === 'hello' && !this.isGreeted) {
      this.isGreeted = true
      if (this.#lostAt > 0) this.slowestMs = Math.max(this.slowestMs, performance.now() - this.#lostAt)
    }
    if (type === 'reload') this.reloads++
    if (id > 0 || type === 'hello') this.#last = id
    const { issue_id, message_id } = data as Record<string, string>
    if (type === 'issue.created' && issue_id) this.heard.push(issue_id)
    if (type === 'chat.message' && message_id) this.heard.push(message_id)
  }

  close() {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#socket?.terminate()
  }
}

function openPage({ origin }: Cluster, { cookies }: Client): Page {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const url = `${origin.replace('http', 'ws')}/ws/updates`
  return new Page(
    (after) => new WebSocket(after === null ? url : `${url}?after=${after}`, { headers: { cookie } }),
  )
}

/** How many rows of a project have each text; and their ids. */
async function readRows({ database: { db } }: Cluster, { project, chat }: Place) {
  const issues = await db
    .selectFrom('issues')
    .select(['id', 'name'])
    .where('project_id', '=', project)
    .execute()
  const messages = await db
    .selectFrom('chat_messages')
    .select(['id', 'message as name'])
    .where('chat_id', '=', chat)
    .execute()
  const rows = [...issues, ...messages]
  const counts = new Map<string, number>()
  for (const { name } of rows) counts.set(name, (counts.get(name) ?? 0) + 1)
  return { counts, ids: rows.map(({ id }) => id).sort() }
}

/** Every confirmed write is there once, and none is there twice. */
export async function checkWrites(cluster: Cluster, place: Place, writers: Writer[]) {
  const { counts, ids } = await readRows(cluster, place)
  const confirmed = writers.flatMap(({ confirmed: { issues, messages } }) => [...issues, ...messages])
  expect(confirmed.filter((text) => counts.get(text) !== 1)).toEqual([])
  expect([...counts].filter(([, count]) => count > 1)).toEqual([])
  return { confirmed, ids }
}

/** Starts people of one project who write through the proxy. */
export async function startWriters(cluster: Cluster) {
  const app = connectApp(cluster, cluster.origin)
  const owner = await makeOwner(app)
  const [chat] = await owner.client.call(listChats, { query: {} })
  const place = { project: owner.project.id, chat: chat?.id ?? '' }
  const people = [owner]
  while (people.length < WRITERS)
    people.push({ ...owner, ...(await makeMember(app, place.project, 'EDITOR')) })
  return { place, people, writers: people.map(({ client }) => new Writer(client, place)) }
}

const countWrites = (writers: Writer[]) => writers.reduce((sum, { count }) => sum + count, 0)

/** Resolves when people have written so much more. */
export async function waitForWrites(writers: Writer[], more: number) {
  const wanted = countWrites(writers) + more
  await expect.poll(() => countWrites(writers), { timeout: 30_000 }).toBeGreaterThanOrEqual(wanted)
}

/** Resolves when the proxy gives requests to both servers: one that was started again is away until its next check. */
async function waitForBoth({ origin }: Cluster) {
  const readServer = async () => (await fetch(`${origin}/healthz`)).headers.get('x-server')
  const countServers = async () => new Set([await readServer(), await readServer()]).size
  await expect.poll(countServers, { timeout: 20_000 }).toBe(2)
}

const findSlowest = (waiting: { slowestMs: number }[]) =>
  Math.round(Math.max(...waiting.map(({ slowestMs }) => slowestMs)))

export async function checkReplacedWebServers(cluster: Cluster) {
  const { place, writers } = await startWriters(cluster)
  try {
    for (let round = 0; round < 2; round++)
      for (const web of cluster.webs) {
        await waitForWrites(writers, 40)
        await web.end('SIGTERM')
        await waitForWrites(writers, 40)
        await web.start()
        await waitForBoth(cluster)
      }
    await Promise.all(writers.map((writer) => writer.end()))
    await checkWrites(cluster, place, writers)
    expect(writers.flatMap(({ refused, repeated }) => [...refused, ...repeated])).toEqual([])
  } finally {
    await Promise.all(writers.map((writer) => writer.end()))
  }
}

export async function checkKilledWebServers(cluster: Cluster) {
  const { place, people, writers } = await startWriters(cluster)
  const pages = people.flatMap(({ client }) => [openPage(cluster, client), openPage(cluster, client)])
  try {
    await expect.poll(() => pages.every(({ isGreeted }) => isGreeted), { timeout: 20_000 }).toBe(true)
    const before = new Set((await readRows(cluster, place)).ids)
    for (let round = 0; round < 2; round++)
      for (const web of cluster.webs) {
        await waitForWrites(writers, 40)
        await web.end('SIGKILL')
        await waitForWrites(writers, 40)
        await expect.poll(() => pages.every(({ isGreeted }) => isGreeted), { timeout: 20_000 }).toBe(true)
        await web.start()
        await waitForBoth(cluster)
      }
    await Promise.all(writers.map((writer) => writer.end()))
    const { confirmed, ids } = await checkWrites(cluster, place, writers)
    const losses = pages.reduce((sum, page) => sum + page.losses, 0)
    const [write, socket] = [findSlowest(writers), findSlowest(pages)]
    process.stdout.write(
      `4 kills, ${confirmed.length} writes, the slowest in ${write} ms; ${losses} lost sockets, the slowest back after ${socket} ms\n`,
    )
    expect(confirmed.length).toBeGreaterThan(300)
    expect(writers.flatMap(({ refused }) => refused)).toEqual([])
    expect(losses).toBeGreaterThanOrEqual(pages.length)
    expect(write).toBeLessThan(MAX_WAIT_MS)
    expect(socket).toBeLessThan(RECONNECT_MS + MAX_WAIT_MS)
    const told = ids.filter((id) => !before.has(id))
    for (const page of pages) {
      const hear = () => page.heard.filter((id) => !before.has(id)).sort()
      await expect.poll(() => hear().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(told.length)
      expect(hear()).toEqual(told)
      expect(page.reloads).toBe(0)
    }
  } finally {
    for (const page of pages) page.close()
    await Promise.all(writers.map((writer) => writer.end()))
  }
}
