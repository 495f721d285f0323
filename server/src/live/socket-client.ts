import type { Writable } from 'node:stream'
import { type EventFrame, SocketMessage, type socketCloses } from '@plumbline/contract/events'
import type { RawData, WebSocket } from 'ws'
import * as z from 'zod/mini'
import type { ConnectedPerson } from './connected-people.ts'

/** unsent bytes after which a slow client is disconnected */
const MAX_BUFFERED_BYTES = 1_000_000
const MAX_MESSAGES = 30
const MESSAGE_WINDOW_MS = 10_000
const CLOSE_TIMEOUT_MS = 3000
const AS_TEXT = { binary: false }

export type CloseReason =
  | (typeof socketCloses)[keyof typeof socketCloses]
  | { code: 1001 | 1011; reason: string }

/**
 * Encodes a frame once for all its recipients, in a separate buffer: frames are kept for reconnecting clients, and a slice
 * of Node's shared pool would retain the whole 64 KB of the pool.
 */
export function encodeFrame(frame: EventFrame): Buffer {
  const text = JSON.stringify(frame)
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/** Closes a socket with a reason; terminates it if the client does not confirm in time. */
export function closeSocket(socket: WebSocket, { code, reason }: CloseReason) {
  socket.close(code, reason)
  const timer = setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS)
  socket.once('close', () => clearTimeout(timer))
}

/** One socket of a browser tab: sends frames within a buffer limit and parses incoming messages. */
export class SocketClient {
  readonly person: ConnectedPerson
  readonly session_id: string
  /** seq of the last outbox row handled for this client */
  lastSeq = 0
  /** id of the project that the page shows */
  viewedProject: string | null = null
  private socket: WebSocket
  /** the socket's underlying stream */
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

  /** Buffers writes until `uncork`, so that they reach the system as one. */
  cork() {
    this.stream.cork()
  }

  uncork() {
    this.stream.uncork()
  }

  close(close: CloseReason) {
    if (this.isOpen) closeSocket(this.socket, close)
  }

  /** Parses a message of the client; null if it is invalid or exceeds the rate limit. */
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
