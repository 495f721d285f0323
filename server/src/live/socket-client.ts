import type { Writable } from 'node:stream'
import { type Frame, SocketMessage, type socketCloses } from '@plumbline/contract/events'
import type { RawData, WebSocket } from 'ws'
import * as z from 'zod/mini'
import type { ConnectedPerson } from './connected-people.ts'

/** One socket: what it gets, in bounds, and the little that it may say. */

/** What may wait for a browser that does not keep up. */
const MAX_BUFFERED_BYTES = 1_000_000
const MAX_MESSAGES = 30
const MESSAGE_WINDOW_MS = 10_000
const CLOSE_TIMEOUT_MS = 3000
const AS_TEXT = { binary: false }

export type CloseReason =
  | (typeof socketCloses)[keyof typeof socketCloses]
  | { code: 1001 | 1011; reason: string }

/** A frame as it is sent, made once for all who get it. */
export const encodeFrame = (frame: Frame): Buffer => Buffer.from(JSON.stringify(frame))

/** Says why and closes; who does not answer, or cannot take even that, is cut off. */
export function closeSocket(socket: WebSocket, { code, reason }: CloseReason) {
  socket.close(code, reason)
  const timer = setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS)
  socket.once('close', () => clearTimeout(timer))
}

export class SocketClient {
  readonly person: ConnectedPerson
  readonly session_id: string
  /** the number of the last row that was looked at for it */
  lastSeq = 0
  /** the project that the page shows */
  viewedProject: string | null = null
  private socket: WebSocket
  /** what the socket writes to */
  private stream: Writable
  private since = 0
  private messages = 0

  constructor(socket: WebSocket, stream: Writable, person: ConnectedPerson, sessionId: string) {
    this.socket = socket
    this.stream = stream
    this.person = person
    this.session_id = sessionId
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN
  }

  send(frame: Buffer, tooSlow: CloseReason) {
    if (!this.isOpen) return
    if (this.socket.bufferedAmount > MAX_BUFFERED_BYTES) closeSocket(this.socket, tooSlow)
    else this.socket.send(frame, AS_TEXT)
  }

  /** What is sent from now on goes to the system as one, with `flush`. */
  cork() {
    this.stream.cork()
  }

  uncork() {
    this.stream.uncork()
  }

  close(close: CloseReason) {
    if (this.isOpen) closeSocket(this.socket, close)
  }

  /** What the page says; null for anything that it may not say, or too often. */
  parse(data: RawData, isBinary: boolean): SocketMessage | null {
    const now = Date.now()
    if (now - this.since > MESSAGE_WINDOW_MS) {
      this.since = now
      this.messages = 0
    }
    if (isBinary || ++this.messages > MAX_MESSAGES) return null
    try {
      return z.parse(SocketMessage, JSON.parse(String(data)))
    } catch {
      return null
    }
  }
}
