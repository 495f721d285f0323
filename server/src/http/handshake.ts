import type { IncomingMessage } from 'node:http'
import { Refusal } from './refusal.ts'

/** Path of the WebSocket. */
export const SOCKET_PATH = '/ws/updates'

/** True for pages of this server and for programs, which send no Origin header. */
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

/** Refuses WebSocket handshakes of other origins and on other paths, before the 101 response. */
export const createHandshakeCheck =
  (publicUrl: string) =>
  ({ req }: { req: IncomingMessage }, done: HandshakeCallback) => {
    const refuse = (refusal: Refusal) =>
      done(false, refusal.status, JSON.stringify(refusal.body('')), { 'content-type': 'application/json' })
    if (!isSameOrigin(req.headers, publicUrl)) refuse(new Refusal('forbidden'))
    else if (req.url?.split('?')[0] !== SOCKET_PATH) refuse(new Refusal('not_found'))
    else done(true)
  }
