import type { Writable } from 'node:stream'
import { type EventFrame, SocketMessage, type socketCloses } from '@plumbline/contract/events'
import type { RawData, WebSocket } from 'ws'
import * as z from 'zod/mini'
import type { Person } from './people.ts'

/** One socket: what it gets, in bounds, and the little that it may say. */

/** What may wait for a browser that does not keep up. */
const SLOW_BYTES = 1_000_000
const MESSAGES = 30
const MESSAGES_MS = 10_000
const GOODBYE_MS = 3000
const AS_TEXT = { binary: false }

export type Close = (typeof socketCloses)[keyof typeof socketCloses] | { code: 1001 | 1011; reason: string }

/** A frame as it is sent, made once for all who get it. */
export const encode = (frame: EventFrame): Buffer => Buffer.from(JSON.stringify(frame))

/** Says why and closes; who does not answer, or cannot take even that, is cut off. */
export function closeSocket(socket: WebSocket, { code, reason }: Close) {
  socket.close(code, reason)
  const timer = setTimeout(() => socket.terminate(), GOODBYE_MS)
  socket.once('close', () => clearTimeout(timer))
}

export class Reader {
  readonly person: Person
  readonly session_id: string
  /** the number of the last row that was looked at for it */
  seen = 0
  /** the project that the page shows */
  here: string | null = null
  private socket: WebSocket
  /** what the socket writes to */
  private stream: Writable
  private since = 0
  private messages = 0

  constructor(socket: WebSocket, stream: Writable, person: Person, sessionId: string) {
    this.socket = socket
    this.stream = stream
    this.person = person
    this.session_id = sessionId
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN
  }

  send(frame: Buffer, tooSlow: Close) {
    if (!this.isOpen) return
    if (this.socket.bufferedAmount > SLOW_BYTES) closeSocket(this.socket, tooSlow)
    else this.socket.send(frame, AS_TEXT)
  }

  /** What is sent from now on goes to the system as one, with `flush`. */
  gather() {
    this.stream.cork()
  }

  flush() {
    this.stream.uncork()
  }

  close(close: Close) {
    if (this.isOpen) closeSocket(this.socket, close)
  }

  /** What the page says; null for anything that it may not say, or too often. */
  parse(data: RawData, isBinary: boolean): SocketMessage | null {
    const now = Date.now()
    if (now - this.since > MESSAGES_MS) {
      this.since = now
      this.messages = 0
    }
    if (isBinary || ++this.messages > MESSAGES) return null
    try {
      return z.parse(SocketMessage, JSON.parse(String(data)))
    } catch {
      return null
    }
  }
}
