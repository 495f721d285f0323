import type { EventFrame } from '@plumbline/contract/events'
import WebSocket from 'ws'
import type { Client } from './client.ts'

/** A live socket like a browser tab's: collects frames and waits for one. */
export class Listener {
  readonly frames: EventFrame[] = []
  readonly socket: WebSocket
  closed: { code: number } | null = null
  private waiting: (() => void)[] = []

  constructor(origin: string, client: Client, options: { after?: number; origin?: string } = {}) {
    const url = `${origin.replace('http', 'ws')}/ws/updates${options.after === undefined ? '' : `?after=${options.after}`}`
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    this.socket = new WebSocket(url, {
      headers: { cookie },
      ...(options.origin ? { origin: options.origin } : {}),
    })
    this.socket.on('message', (data) => {
      this.frames.push(JSON.parse(String(data)) as EventFrame)
      this.wake()
    })
    this.socket.on('close', (code) => {
      this.closed = { code }
      this.wake()
    })
    this.socket.on('error', () => {})
  }

  private wake() {
    for (const resolve of this.waiting.splice(0)) resolve()
  }

  /** Resolves once `found` returns a result for the frames so far. */
  async until<T>(found: (listener: this) => T | undefined | null | false): Promise<T> {
    for (;;) {
      const result = found(this)
      if (result) return result
      await new Promise<void>((resolve) => this.waiting.push(resolve))
    }
  }

  first(type: string): Promise<EventFrame> {
    return this.until(() => this.frames.find((frame) => frame.type === type))
  }

  get last(): number {
    return Math.max(0, ...this.frames.map((frame) => frame.id))
  }

  close() {
    this.socket.close()
  }
}
