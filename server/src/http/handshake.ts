import type { IncomingMessage } from 'node:http'
import { Refusal } from './refusal.ts'

/** Where there is a socket to be had. */
export const SOCKET_PATH = '/ws/updates'

/** Whether a page of this server asks, or a program, which names no origin. */
function isSameOrigin({ origin, host }: IncomingMessage['headers'], publicUrl: string): boolean {
  if (!origin) return true
  return origin === new URL(publicUrl).origin || URL.parse(origin)?.host === host
}

type HandshakeCallback = (
  isAccepted: boolean,
  status?: number,
  text?: string,
  headers?: Record<string, string>,
) => void

/** Refuses a WebSocket handshake before it is answered 101: from pages of others, and where there is no socket. */
export const createHandshakeCheck =
  (publicUrl: string) =>
  ({ req }: { req: IncomingMessage }, done: HandshakeCallback) => {
    const refuse = (refusal: Refusal) =>
      done(false, refusal.status, JSON.stringify(refusal.body('')), { 'content-type': 'application/json' })
    if (!isSameOrigin(req.headers, publicUrl)) refuse(new Refusal('forbidden'))
    else if (req.url?.split('?')[0] !== SOCKET_PATH) refuse(new Refusal('not_found'))
    else done(true)
  }
