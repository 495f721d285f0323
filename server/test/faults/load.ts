import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sendMessage } from '@plumbline/contract/chat/chat'
import type { EventFrame } from '@plumbline/contract/events'
import { fillPath } from '@plumbline/contract/http'
import { createIssue } from '@plumbline/contract/issues/issues'
import { WebSocket } from 'ws'
import type { Db } from '../../src/db/database.ts'
import type { SignedIn } from '../server-process.ts'

/** Generates load during an outage: several writers and one socket, with a record of their replies. */

const TIMEOUT_MS = 30_000

export interface LoadTarget {
  id: string
  chat_id: string
}

/** Repetitions of a test: few in `npm test`, many in `npm run test:faults`. */
export const getRepetitions = (name: string, few: number): number =>
  Number(process.env[`FAULTS_${name}`] ?? few)

export interface LoadOptions {
  origin: string
  place: LoadTarget
  /** statuses accepted besides 2xx and 503 with Retry-After; null: no reply */
  also?: (number | null)[]
  pauseMs?: number
  /** disables retries */
  once?: boolean
}

export class Load {
  /** ids of confirmed writes */
  readonly confirmed = { messages: [] as string[], issues: [] as string[] }
  /** count of valid 503 replies with Retry-After */
  putOff = 0
  /** unexpected replies */
  readonly wrong: string[] = []
  lastOk = 0
  private goesOn = true
  private readonly writing: Promise<void>[]
  private readonly options: LoadOptions

  constructor(people: SignedIn[], options: LoadOptions) {
    this.options = options
    this.writing = people.map((person, index) => this.write(person, index))
  }

  private async send(person: SignedIn, id: string, isIssue: boolean): Promise<number | null> {
    const { origin, place, also = [] } = this.options
    const url = isIssue
      ? fillPath(createIssue.path, { id: place.id })
      : fillPath(sendMessage.path, { id: place.chat_id })
    const body = isIssue ? { id, name: 'Crack' } : { id, message: 'Here' }
    let status: number | null = null
    let said = ''
    let retryAfter: string | null = null
    try {
      const answer = await fetch(origin + url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${person.token}`,
          'content-type': 'application/json',
          // a retry after a lost reply repeats the stored reply
          'idempotency-key': id,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      status = answer.status
      retryAfter = answer.headers.get('retry-after')
      said = await answer.text()
    } catch (error) {
      said = String((error as Error).cause ?? error)
    }
    if (status === 503 && retryAfter && said.includes('"error":"unavailable"')) this.putOff++
    else if ((status === null || status >= 300) && !also.includes(status))
      this.wrong.push(`${status} ${said}`)
    return status
  }

  private async write(person: SignedIn, index: number) {
    for (let turn = index; this.goesOn; turn++) {
      const id = randomUUIDv7()
      const isIssue = turn % 3 === 0
      let status: number | null = null
      while (this.goesOn || status !== null) {
        status = await this.send(person, id, isIssue)
        if (status !== null && status < 300) break
        if (!this.goesOn) return
        await pause(50)
        if (this.options.once) break
      }
      if (status === null || status >= 300) continue
      this.lastOk = performance.now()
      this.confirmed[isIssue ? 'issues' : 'messages'].push(id)
      await pause(this.options.pauseMs ?? 20)
    }
  }

  get written(): number {
    return this.confirmed.issues.length + this.confirmed.messages.length
  }

  /** Resolves at the next confirmed write with the milliseconds it took. */
  async nextWrite(mostMs: number): Promise<number> {
    const from = performance.now()
    while (this.lastOk < from) {
      if (performance.now() - from > mostMs) throw new Error(`nothing was written for ${mostMs} ms`)
      await pause(5)
    }
    return this.lastOk - from
  }

  async end(): Promise<void> {
    this.goesOn = false
    await Promise.all(this.writing)
  }

  /** Counts confirmed writes that the database does not have. */
  async lost(db: Db): Promise<number> {
    const { issues, messages } = this.confirmed
    const missing = async (table: 'issues' | 'chat_messages', ids: string[]) => {
      const rows = await db.selectFrom(table).select('id').execute()
      const there = new Set(rows.map(({ id }) => id))
      return ids.filter((id) => !there.has(id)).length
    }
    return (await missing('issues', issues)) + (await missing('chat_messages', messages))
  }
}

/** One long-lived socket. */
export class FaultListener {
  readonly heard = new Set<string>()
  readonly closes: number[] = []
  reloads = 0
  private readonly socket: WebSocket
  readonly opened: Promise<void>

  constructor(origin: string, person: SignedIn) {
    this.socket = new WebSocket(`${origin.replace('http', 'ws')}/ws/updates`, {
      headers: { authorization: `Bearer ${person.token}` },
    })
    const greeted = Promise.withResolvers<void>()
    this.opened = greeted.promise
    this.socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as EventFrame
      if (frame.type === 'hello') greeted.resolve()
      if (frame.type === 'reload') this.reloads++
      for (const value of Object.values(frame.data)) if (typeof value === 'string') this.heard.add(value)
    })
    this.socket.on('close', (code) => this.closes.push(code))
    this.socket.on('error', greeted.reject)
  }

  missed({ confirmed }: Load): number {
    return [...confirmed.issues, ...confirmed.messages].filter((id) => !this.heard.has(id)).length
  }

  close() {
    this.socket.removeAllListeners('close')
    this.socket.terminate()
  }
}
