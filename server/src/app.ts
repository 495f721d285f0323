import fsp from 'node:fs/promises'
import path from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { demoRoutes } from '../demo/routes.ts'
import { isOperator } from './admin/operators.ts'
import { recordDataExport } from './audit/record-audit.ts'
import { nameCaller } from './auth/name-caller.ts'
import { createAuthenticator, listEndedSessions } from './auth/sessions.ts'
import { createTokenLimit, type TokenLimit } from './auth/tokens/authenticate-token.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import { createDiskStore } from './blobs/disk-store.ts'
import { createS3Store } from './blobs/s3-store.ts'
import { syncFolder } from './blobs/sync.ts'
import { serveUploads, type UploadReceivers, type Uploads } from './blobs/uploads.ts'
import type { Config } from './config.ts'
import type { Route, Server } from './context.ts'
import { type Database, openDatabase } from './db/database.ts'
import { isDirectUrl, prepareRole } from './db/prepare-role.ts'
import { prepareRowSecurity } from './db/row-security.ts'
import { type Domain, EVERY_MINUTE } from './domain.ts'
import { createDomains } from './domains.ts'
import type { AccessGate } from './http/check-access.ts'
import { serveDocs } from './http/docs.ts'
import { createFastify, type NameCaller } from './http/fastify.ts'
import { serveHealth } from './http/health.ts'
import { sweepIdempotencyKeys } from './http/idempotency.ts'
import { type MetricsSources, serveMetrics } from './http/metrics.ts'
import { sweepRateLimits } from './http/rate-limit.ts'
import { serveRoutes } from './http/serve.ts'
import { readSharedGauges } from './http/shared-gauges.ts'
import { serveSite } from './http/site.ts'
import { getIncomingFolder, sweepIncoming } from './http/upload.ts'
import { startJobs } from './jobs/jobs.ts'
import { runEach } from './jobs/run-each.ts'
import { type Bus, inProcessBus, natsBus, postgresBus } from './live/bus.ts'
import { createHub, type Hub } from './live/hub.ts'
import { createMaintenanceState } from './live/maintenance-state.ts'
import { sweepOutbox } from './live/outbox.ts'
import type { PresenceTimes } from './live/presence.ts'
import { serveSocket } from './live/socket.ts'
import { createTeller, type Teller } from './live/tell.ts'
import { serveLocalInbox } from './mail/local-inbox.ts'
import { createMailSender } from './mail/mail.ts'
import { queueDueMails, sweepMails } from './mail/mail-queue.ts'
import type { PushOptions } from './notifications/push.ts'
import { createMemberAuthenticator, getLevelsOfUsers } from './projects/project-roles.ts'
import { readOldSecrets, readSecret } from './secret.ts'
import { findTeamMember } from './teams/team-members.ts'
import { exportRoutes } from './users/routes.ts'

/** Creates the server: builds its machines and runs the manifests of all domains. */

export interface AppOptions {
  config: Config
  /** URL of the migrated database */
  databaseUrl: string
  now?: () => Date
  push?: PushOptions
  presence?: PresenceTimes
}

export interface App {
  fastify: FastifyInstance
  server: Server
  teller: Teller
  /** completes finished uploads and removes leftovers in this server's folders */
  sweepFolders: () => Promise<void>
  close: () => Promise<void>
}

/** Opens the event bus: NATS if configured, the given database, or in-process with the embedded database. */
function openBus(config: Config, onError: (error: Error) => void): Promise<Bus> | Bus {
  if (config.busUrl) return natsBus(config.busUrl, onError)
  if (config.databaseDirectUrl) return postgresBus(config.databaseDirectUrl, onError)
  return inProcessBus()
}

function createMetricsSources(
  server: Server,
  domains: Domain[],
  { pool }: Database,
  hub: Hub,
): MetricsSources {
  const own = () => [
    { name: 'database_connections', value: pool.totalCount - pool.idleCount, labels: { state: 'busy' } },
    { name: 'database_connections', value: pool.idleCount, labels: { state: 'idle' } },
    { name: 'database_calls_waiting', value: pool.waitingCount },
    { name: 'sockets', value: hub.countSockets() },
    { name: 'maintenance', value: server.maintenance.read() ? 1 : 0 },
  ]
  const shared = async () => {
    const lists = [readSharedGauges(server), ...domains.flatMap(({ gauges }) => gauges?.(server) ?? [])]
    return (await Promise.all(lists)).flat()
  }
  return { own, shared }
}

/** Sweeps this server's local folders at start, every minute and on demand. */
function sweepFolders({ config, log, now, maintenance }: Server, uploads: Uploads) {
  let running: Promise<void> | null = null
  const sweep = () => {
    if (maintenance.read()) return Promise.resolve()
    running ??= Promise.all([uploads.sweep(), sweepIncoming(config.dataDir, now())])
      .then(() => {})
      .catch((error: unknown) => log.error({ err: error }, 'sweep of folders'))
      .finally(() => {
        running = null
      })
    return running
  }
  void sweep()
  const timer = setInterval(sweep, 60_000)
  const end = async () => {
    clearInterval(timer)
    await running
  }
  return { sweep, end }
}

/** Starts the workers and schedules of this process; returns the function that stops them. */
async function startWorkers({ server, teller }: App, domains: Domain[]) {
  const { config, db, jobs, now } = server
  const send = createMailSender(config)
  await jobs.work('mail', 2, (data: { mail_id: string }, signal) => send(server, data.mail_id, signal))
  const workers = domains
    .flatMap((domain) => domain.workers?.(teller) ?? [])
    .filter(({ isHeavy }) => !isHeavy || config.role !== 'web')
  for (const { queue, parallel, run, recover, isUnpaused } of workers) {
    await recover?.(config.databaseUrl === null)
    await jobs.work(queue, parallel, run, isUnpaused)
  }
  const close = () => {
    for (const worker of workers) worker.close?.()
  }
  if (config.role === 'web') return close
  for (const { queue, cron, run } of domains.flatMap((domain) => domain.schedules?.(teller) ?? []))
    await jobs.schedule(queue, cron, run)
  const sweepAll = () =>
    Promise.all([
      sweepRateLimits(db),
      sweepIdempotencyKeys(db),
      sweepOutbox(db, now()),
      queueDueMails(server),
      sweepMails(db),
      ...domains.flatMap(({ sweeps = [] }) => sweeps.map((sweep) => sweep(server))),
    ])
  const steps = [
    ...workers.map(
      ({ recover }) =>
        () =>
          recover?.(false),
    ),
    sweepAll,
  ]
  await jobs.schedule('sweep', EVERY_MINUTE, () => runEach(server.log, 'sweep', steps, (step) => step()))
  const allPurges = domains.flatMap(({ purges = [] }) => purges)
  await jobs.schedule('purge', '20 3 * * *', () =>
    runEach(server.log, 'purge', allPurges, (purge) => purge(server)),
  )
  return close
}

/** Opens the bucket, or the folder in DATA_DIR. */
async function openStore({ blobUrl, dataDir }: Config): Promise<BlobStore> {
  const folder = path.join(dataDir, 'blobs')
  await fsp.mkdir(folder, { recursive: true })
  await syncFolder(dataDir)
  return blobUrl ? createS3Store(blobUrl, getIncomingFolder(dataDir)) : createDiskStore(folder)
}

const createGate = (server: Server, domains: Domain[], limit: TokenLimit): AccessGate => ({
  authenticate: createAuthenticator(server, limit),
  authenticateMember: createMemberAuthenticator(server, limit),
  findTeamMember,
  isOperator,
  visibility: domains.flatMap(({ visibility = [] }) => visibility),
})

const listRoutes = (domains: Domain[], server: Server, teller: Teller, stopping: AbortSignal): Route[] => [
  ...domains.flatMap((domain) => domain.routes),
  ...exportRoutes(
    domains.flatMap(({ exportParts = [] }) => exportParts),
    recordDataExport,
  ),
  ...demoRoutes(server, teller, stopping),
]

/** Opens the pool; `directUrl` leads past the pooler. */
async function openPool(
  { rowLevelSecurity }: Config,
  databaseUrl: string,
  directUrl: string,
  log: FastifyBaseLogger,
): Promise<Database> {
  if (!(await prepareRole(databaseUrl, directUrl)))
    log.warn(
      'The pooler has connections without time limits: let it RECONNECT, or wait until they have ended',
    )
  const gap = rowLevelSecurity ? await prepareRowSecurity(databaseUrl, directUrl) : null
  if (gap !== null)
    log.warn(
      `Row-level security between projects is off: ${gap}. "npm run operator -- doctor" says what to do.`,
    )
  return openDatabase(databaseUrl, {
    isDirect: await isDirectUrl(databaseUrl),
    hasRowSecurity: rowLevelSecurity && gap === null,
    onError: (error) => log.warn({ err: error }, 'connection'),
  })
}

export async function createApp({
  config,
  databaseUrl,
  now = () => new Date(),
  push,
  presence,
}: AppOptions): Promise<App> {
  await fsp.mkdir(config.dataDir, { recursive: true })
  // until all is there that names callers, they are counted by address
  let name: NameCaller = () => null
  const fastify = await createFastify(config, { nameCaller: (request) => name(request) })
  const { log } = fastify
  const report = (error: Error) => log.warn({ err: error }, 'connection')
  const directUrl = config.databaseDirectUrl ?? databaseUrl
  const database = await openPool(config, databaseUrl, directUrl, log)
  const bus = await openBus(config, report)
  const jobs = await startJobs({ url: directUrl, log })
  const hub = await createHub({
    db: database.db,
    bus,
    log,
    readLevels: getLevelsOfUsers,
    findEndedSessions: (db, ids) => listEndedSessions(db, ids, now()),
    ...(presence && { times: presence }),
  })
  const maintenance = await createMaintenanceState({ db: database.db, bus, log })
  maintenance.follow((isOn) => void jobs.setPaused(isOn))
  const blobs = await openStore(config)
  const secrets = { secret: await readSecret(config), oldSecrets: readOldSecrets(config) }
  const server: Server = {
    config,
    db: database.db,
    blobs,
    jobs,
    bus,
    live: hub,
    maintenance,
    log,
    ...secrets,
    now,
    directUrl,
  }
  const domains = createDomains(server, push)
  const teller = createTeller(
    domains.flatMap(({ reactions = [] }) => reactions),
    hub.nudge,
  )
  const tokens = createTokenLimit(fastify, config.limits.tokenPerMinute)
  name = (request) => nameCaller(server, tokens, request)
  const gate = createGate(server, domains, tokens)
  const stopping = new AbortController()
  for (const { prepare } of domains) await prepare?.(server)
  serveMetrics(fastify, server, createMetricsSources(server, domains, database, hub))
  serveRoutes(fastify, listRoutes(domains, server, teller, stopping.signal), server, teller, gate)
  for (const { serve } of domains) serve?.(fastify, server)
  const receivers: UploadReceivers = Object.assign({}, ...domains.map(({ uploads }) => uploads?.(teller)))
  const uploads = await serveUploads(fastify, server, gate, receivers)
  serveSocket(fastify, server, hub, gate)
  serveDocs(fastify, config.publicUrl)
  const announceStop = serveHealth(fastify, server)
  serveLocalInbox(fastify, server)
  await serveSite(fastify)

  let endWork = () => {}
  const folders = sweepFolders(server, uploads)
  const close = async () => {
    await announceStop()
    stopping.abort()
    await folders.end()
    await hub.close()
    await fastify.close()
    await maintenance.close()
    await jobs.close()
    await uploads.close()
    endWork()
    await bus.close()
    await database.close()
  }
  const app: App = { fastify, server, teller, sweepFolders: folders.sweep, close }
  endWork = await startWorkers(app, domains)
  await fastify.ready()
  return app
}
