import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Server } from '../context.ts'

/** /healthz: the process answers. /readyz: its database, storage and workers do, too. */
export function serveHealth(app: FastifyInstance, { db, blobs, jobs }: Server) {
  app.get('/healthz', { config: { rateLimit: false } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { rateLimit: false } }, async (_request, reply) => {
    const database = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
    const parts = { database, storage: await blobs.ready(), workers: jobs.ready() }
    const ready = Object.values(parts).every(Boolean)
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', ...parts })
  })
}
