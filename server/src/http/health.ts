import type { FastifyInstance } from 'fastify'
import type { Server } from '../context.ts'
import { countUndelivered, type MailCounts } from '../mail/mail-queue.ts'

const PROBE_TIMEOUT_MS = 1800

/** False when it takes longer: a probe that hangs tells its caller nothing. */
function withTimeout(asked: Promise<boolean>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), PROBE_TIMEOUT_MS)
  return Promise.race([asked.catch(() => false), late.promise]).finally(() => clearTimeout(timer))
}

/**
 * /healthz: the process answers. /readyz: its database, storage and workers do, too; `away` names those that do not.
 * The bus and mails are told beside it: without them the server is slower to tell, not unable to serve.
 */
export function serveHealth(app: FastifyInstance, { db, blobs, jobs, bus }: Server) {
  app.get('/healthz', { config: { rateLimit: false } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { rateLimit: false } }, async (_request, reply) => {
    let mails: MailCounts | null = null
    const asked = countUndelivered(db).then((counted) => {
      mails = counted
      return true
    })
    const [database, storage] = await Promise.all([withTimeout(asked), withTimeout(blobs.isReady())])
    const parts = { database, storage, workers: jobs.isReady() }
    const away = Object.entries(parts).flatMap(([name, isThere]) => (isThere ? [] : [name]))
    const status = away.length === 0 ? 'ready' : 'not ready'
    return reply
      .status(away.length === 0 ? 200 : 503)
      .send({ status, ...parts, away, bus: bus.ready(), mails })
  })
}
