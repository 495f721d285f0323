import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Server } from '../context.ts'
import type { Gate } from '../http/serve.ts'
import type { Hub } from './hub.ts'

/** /ws/updates: one socket per browser tab. The client sends `{after}` in the query to resume. */

const Query = z.object({ after: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(0))) })
const PING_MS = 30_000

function sameOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, host } = request.headers
  if (!origin) return true
  return origin === new URL(publicUrl).origin || URL.parse(origin)?.host === host
}

export function serveSocket(app: FastifyInstance, server: Server, hub: Hub, gate: Gate) {
  app.get(
    '/ws/updates',
    {
      websocket: true,
      preValidation: async (request, reply) => {
        if (!sameOrigin(request, server.config.publicUrl)) return reply.status(403).send()
        await gate.actor(request, server.db)
      },
    },
    async (socket, request) => {
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
      socket.on('error', () => socket.terminate())
      const actor = await gate.actor(request, server.db)
      const after = z.safeParse(Query, request.query).data?.after ?? null
      await hub.join(socket, actor.user_id, actor.session_id, after)
    },
  )
}
