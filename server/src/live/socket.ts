import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { socketCloses } from '@plumbline/contract/events'
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import * as z from 'zod/mini'
import type { Server } from '../context.ts'
import type { AccessGate } from '../http/check-access.ts'
import { SOCKET_PATH } from '../http/handshake.ts'
import { Refusal } from '../http/refusal.ts'
import type { Hub } from './hub.ts'
import { closeSocket } from './socket-client.ts'

const Query = z.object({ after: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(0))) })
const PING_MS = 30_000

/** The stream of an upgraded connection, with the response that Node assigned to it. */
type HandshakeStream = Socket & { _httpMessage?: ServerResponse | null }

/** Pings the client and terminates the socket without a pong. */
function keepAlive(socket: WebSocket) {
  let alive = true
  const ping = setInterval(() => {
    if (!alive) return socket.terminate()
    alive = false
    socket.ping()
  }, PING_MS)
  socket.on('pong', () => {
    alive = true
  })
  socket.on('close', () => clearInterval(ping))
}

/**
 * Frees the handshake's request, response and Fastify's objects, a third of a socket's memory: the stream references the
 * response, and an error listener of the plugin references the request.
 */
function releaseHandshake(socket: WebSocket, stream: HandshakeStream) {
  socket.removeAllListeners('error')
  socket.on('error', () => socket.terminate())
  const { _httpMessage: response } = stream
  response?.detachSocket(stream)
  // metrics and traces end a request with this event, which a detached response does not get from its stream
  response?.emit('close')
}

/** Serves /ws/updates: one socket per browser tab; the query's `after` resumes after the client's last frame. */
export function serveSocket(app: FastifyInstance, server: Server, hub: Hub, gate: AccessGate) {
  app.get(SOCKET_PATH, { websocket: true }, async (socket, request) => {
    releaseHandshake(socket, request.raw.socket)
    keepAlive(socket)
    const after = z.safeParse(Query, request.query).data?.after ?? null
    try {
      // messages of the client wait until it is authenticated
      socket.pause()
      const { user_id, session_id } = await gate
        .authenticate(request, server.db, null)
        .finally(() => socket.resume())
      if (session_id === null) throw new Refusal('unauthenticated')
      await hub.join(socket, request.raw.socket, { user_id, session_id }, after)
    } catch (error) {
      // browsers hide the reason of a refused handshake, so the open socket is closed with a code
      if (error instanceof Refusal && error.status === 401) return closeSocket(socket, socketCloses.signedOut)
      if (socket.readyState === socket.OPEN) request.log.warn({ err: error }, 'live updates')
      closeSocket(socket, { code: 1011, reason: 'try again' })
    }
  })
}
