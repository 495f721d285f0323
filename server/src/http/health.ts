import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Server } from '../context.ts'
import { countUndelivered, type MailCounts } from '../mail/mail-queue.ts'

const PROBE_TIMEOUT_MS = 1800

/** Resolves to false on failure or timeout, so that a probe never hangs. */
function withTimeout(check: Promise<boolean>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), PROBE_TIMEOUT_MS)
  return Promise.race([check.catch(() => false), late.promise]).finally(() => clearTimeout(timer))
}

/** Runs a check once for all who ask while it runs. */
function shareRunning<T>(check: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  return () => {
    running ??= check().finally(() => {
      running = null
    })
    return running
  }
}

/**
 * /healthz: the process is alive. /readyz: database, storage and workers respond as well; `away` lists those that do not.
 * Bus and mail are reported without affecting readiness, because the server can serve requests without them. A stopping server is
 * not ready while it still serves, so that proxies choose another one. Both are public and have no rate limit.
 * @returns announces the stop, and resolves when proxies have had the configured time to notice
 */
export function serveHealth(app: FastifyInstance, { db, blobs, jobs, bus, config }: Server) {
  let isStopping = false
  app.get('/healthz', { config: { rateLimit: false } }, async () => ({ status: 'ok' }))
  const checkParts = shareRunning(async () => {
    let mails: MailCounts | null = null
    const databaseCheck = countUndelivered(db).then((counted) => {
      mails = counted
      return true
    })
    const [database, storage] = await Promise.all([withTimeout(databaseCheck), withTimeout(blobs.isReady())])
    return { database, storage, mails: mails as MailCounts | null }
  })
  app.get('/readyz', { config: { rateLimit: false } }, async (_request, reply) => {
    const { mails, ...checked } = await checkParts()
    const parts = { ...checked, workers: jobs.isReady() }
    const away = Object.entries(parts).flatMap(([name, isThere]) => (isThere ? [] : [name]))
    const status = isStopping ? 'stopping' : away.length === 0 ? 'ready' : 'not ready'
    return reply
      .status(status === 'ready' ? 200 : 503)
      .send({ status, ...parts, away, bus: bus.ready(), mails })
  })
  return async () => {
    isStopping = true
    if (config.stopDelayMs > 0) await delay(config.stopDelayMs)
  }
}
