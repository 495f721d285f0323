import fsp from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { demoRoutes } from '../demo/routes.ts'
import { openAccessCode } from './access/codes.ts'
import { accessParts } from './access/export.ts'
import { announceInvites } from './access/invites.ts'
import { endMemberships } from './access/members.ts'
import { accessRoutes } from './access/routes.ts'
import { authParts } from './auth/export.ts'
import { oauthRoutes } from './auth/oauth/routes.ts'
import { sweepOauth } from './auth/oauth/sweep.ts'
import { sendReset } from './auth/reset.ts'
import { authRoutes } from './auth/routes.ts'
import { endedSessions, requestActor } from './auth/sessions.ts'
import { sweepAccounts } from './auth/sweep.ts'
import { tokenRoutes } from './auth/tokens/routes.ts'
import { tokenLimit } from './auth/tokens/token-actor.ts'
import { bcfApiRoutes } from './bcf/api/routes.ts'
import { bcfParts } from './bcf/export.ts'
import { createImporter } from './bcf/files/importer.ts'
import { bcfFileRoutes } from './bcf/files/routes.ts'
import { billingParts } from './billing/export.ts'
import { openProvider } from './billing/open-provider.ts'
import {
  endOfClosedTeam,
  keepSignupCode,
  openMissing,
  openSubscription,
} from './billing/open-subscription.ts'
import type { Provider } from './billing/provider.ts'
import { billingRoutes } from './billing/routes.ts'
import { followCustomer, sweepStripeEvents } from './billing/stripe/follow.ts'
import { serveStripeWebhook } from './billing/stripe/webhook.ts'
import { keepBilling } from './billing/work.ts'
import { clearPlaceOfHeaders } from './bim/clear-place-of-headers.ts'
import { sweepIndexes } from './bim/elements/index-model.ts'
import { elementRoutes } from './bim/elements/routes.ts'
import { bimParts } from './bim/export.ts'
import { purgeFiles } from './bim/purge.ts'
import { bimRoutes } from './bim/routes.ts'
import { createVariantReceiver, sweepVariants } from './bim/upload-variant.ts'
import { createVariantProcessor } from './bim/variant-processor.ts'
import { viewRoutes } from './bim/views/routes.ts'
import { forgetPersonOfViews } from './bim/views/views.ts'
import { diskBlobs } from './blobs/disk.ts'
import { s3Blobs } from './blobs/s3.ts'
import { syncFolder } from './blobs/sync.ts'
import { serveUploads, type Uploads } from './blobs/uploads.ts'
import { chatParts } from './chat/export.ts'
import { forgetPersonOfChats } from './chat/forget-person.ts'
import { openProjectChat } from './chat/open-chat.ts'
import { seatMembers } from './chat/reading.ts'
import { chatRoutes } from './chat/routes.ts'
import { sweepChatFiles } from './chat/sweep.ts'
import type { Config } from './config.ts'
import type { Server } from './context.ts'
import { openDatabase } from './db/database.ts'
import { prepareRole } from './db/role.ts'
import { serveDocs } from './http/docs.ts'
import { createFastify } from './http/fastify.ts'
import { serveHealth } from './http/health.ts'
import { sweepIdempotencyKeys } from './http/idempotency.ts'
import { serveMetrics } from './http/metrics.ts'
import { sweepLimits } from './http/rate-limit.ts'
import { type Gate, serveRoutes } from './http/serve.ts'
import { serveSite } from './http/site.ts'
import { sweepIncoming } from './http/upload.ts'
import { purgeOriginals } from './issues/attachments/purge-originals.ts'
import { sweepBulks } from './issues/bulk/undo.ts'
import { issueParts } from './issues/export.ts'
import { forgetPersonOfIssues } from './issues/forget-person.ts'
import { forgetPersonOfIssueViews, issueViewParts } from './issues/lists/issue-views.ts'
import { copyIssueTemplates } from './issues/lists/templates.ts'
import { clearPlaceOfIssues, releaseIssues, releaseIssuesOfCompany } from './issues/release.ts'
import { issueRoutes } from './issues/routes.ts'
import { purgeIssues } from './issues/trash.ts'
import { type Jobs, startJobs } from './jobs/jobs.ts'
import { type Bus, inProcessBus, natsBus, postgresBus } from './live/bus.ts'
import { createHub } from './live/hub.ts'
import { sweepOutbox } from './live/outbox.ts'
import { serveSocket } from './live/socket.ts'
import { createTeller, type Teller } from './live/tell.ts'
import { serveInbox } from './mail/inbox.ts'
import { mailSender } from './mail/mail.ts'
import { mailsDue } from './mail/queue.ts'
import { markerRoutes } from './markers/routes.ts'
import { sendDigests } from './notifications/digest.ts'
import { notificationParts } from './notifications/export.ts'
import { forgetPersonOfNotifications } from './notifications/forget-person.ts'
import { notifier } from './notifications/notify.ts'
import { type PushOptions, pushDue, pushSender } from './notifications/push.ts'
import { pushKeys } from './notifications/push-devices.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { sweepNotifications } from './notifications/sweep.ts'
import { demandTokens } from './projects/demand-tokens.ts'
import { projectParts } from './projects/export.ts'
import { findProjectMember, levelsOfPeople } from './projects/members.ts'
import { purgeProjects } from './projects/purge.ts'
import { projectRoutes } from './projects/routes.ts'
import { trashOfClosedTeam } from './projects/trash.ts'
import { readSecret } from './secret.ts'
import { settingRoutes } from './settings/routes.ts'
import { teamParts } from './teams/export.ts'
import { findTeamMember } from './teams/members.ts'
import { teamRoutes } from './teams/routes.ts'
import { profilePart } from './users/export.ts'
import { exportRoutes, userRoutes } from './users/routes.ts'
import { sweepDeliveries, webhookSender, webhooksDue } from './webhooks/deliver.ts'
import { webhookParts } from './webhooks/export.ts'
import { webhookWriter } from './webhooks/outbox.ts'
import { webhookRoutes } from './webhooks/routes.ts'

/** Wires the server: machines made, domains bound to them. */

/** What an export holds, in the order of domains. */
const exported = [
  profilePart,
  ...authParts,
  ...teamParts,
  ...billingParts,
  ...projectParts,
  ...accessParts,
  ...issueParts,
  ...issueViewParts,
  ...bcfParts,
  ...bimParts,
  ...chatParts,
  ...notificationParts,
  ...webhookParts,
]

const routes = [
  ...authRoutes,
  ...tokenRoutes({ findMember: findProjectMember, demandTokens }),
  ...oauthRoutes,
  ...userRoutes,
  ...exportRoutes(exported),
  ...teamRoutes,
  ...projectRoutes,
  ...accessRoutes,
  ...bimRoutes,
  ...elementRoutes,
  ...viewRoutes,
  ...issueRoutes,
  ...bcfFileRoutes,
  ...bcfApiRoutes,
  ...markerRoutes,
  ...chatRoutes,
  ...notificationRoutes,
  ...webhookRoutes,
  ...settingRoutes,
]

/** What happens in other domains because of an event, in this order and in its transaction. */
const reactionsWith = (jobs: Jobs, parts: Pick<Server, 'config' | 'now'>) => [
  keepSignupCode(parts),
  openSubscription(parts),
  endOfClosedTeam(parts),
  trashOfClosedTeam,
  openAccessCode,
  announceInvites,
  endMemberships,
  clearPlaceOfHeaders,
  clearPlaceOfIssues,
  copyIssueTemplates,
  releaseIssues,
  releaseIssuesOfCompany,
  forgetPersonOfViews,
  forgetPersonOfIssueViews,
  forgetPersonOfIssues,
  openProjectChat,
  seatMembers,
  forgetPersonOfChats,
  forgetPersonOfNotifications,
  notifier(jobs),
  webhookWriter(jobs, parts),
]

export interface AppOptions {
  config: Config
  /** the database to work on, already migrated */
  databaseUrl: string
  now?: () => Date
  push?: PushOptions
}

export interface App {
  fastify: FastifyInstance
  server: Server
  teller: Teller
  /** finishes uploads that are whole, and removes what is left over in this server's folders */
  sweepFolders: () => Promise<void>
  close: () => Promise<void>
}

/** Several processes on a given database hear each other through it; the embedded one is this process's alone. */
function openBus(config: Config, onError: (error: Error) => void): Promise<Bus> | Bus {
  if (config.busUrl) return natsBus(config.busUrl, onError)
  if (config.databaseDirectUrl) return postgresBus(config.databaseDirectUrl, onError)
  return inProcessBus()
}

/** This server's own folders, which no other server can sweep: now, every minute, and when it is called. */
function sweepFolders({ config, log, now }: Server, uploads: Uploads) {
  let running: Promise<void> | null = null
  const sweep = () => {
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

interface WorkOptions {
  push: PushOptions | undefined
  provider: Provider | null
}

/** Starts the workers of this process; returns what ends them. */
async function startWork({ server, teller }: App, jobs: Jobs, { push, provider }: WorkOptions) {
  const { config, db, now } = server
  const send = mailSender(config)
  await jobs.work('mail', 2, (data: { mail_id: string }) => send(server, data.mail_id))
  await jobs.work('reset', 2, (data: { email: string }) => sendReset(server, data.email))
  const sendPushes = pushSender(server, push)
  await jobs.work('push', 2, (data: { user_id: string }) => sendPushes(data.user_id))
  const sendWebhook = webhookSender(server, teller)
  await jobs.work('webhook', 4, (data: { webhook_id: string }, signal) =>
    sendWebhook(data.webhook_id, signal),
  )
  if (provider?.name === 'stripe') {
    const follow = (data: { customer_id: string }) =>
      followCustomer({ server, teller, provider }, data.customer_id)
    await jobs.work('stripe', 2, follow)
  }
  if (config.role === 'web') return () => {}
  const processor = createVariantProcessor({ server, teller })
  const parallel = config.convert.parallel ?? Math.max(1, Math.min(4, os.availableParallelism() - 1))
  await processor.recover(config.databaseUrl === null)
  await jobs.work('convert', parallel, (_data: object, signal) => processor.processNext(signal))
  const importer = createImporter({ server, teller })
  await importer.recover(config.databaseUrl === null)
  await jobs.work('bcf', 2, (_data: object, signal) => importer.next(signal))
  await jobs.every('sweep', '* * * * *', async () => {
    await processor.recover(false)
    await importer.recover(false)
    await Promise.all([
      sweepLimits(db),
      sweepIdempotencyKeys(db),
      sweepOutbox(db, now()),
      sweepVariants(server),
      sweepAccounts(server),
      sweepOauth(server),
      sweepBulks(server),
      sweepChatFiles(server),
      webhooksDue(server),
      mailsDue(server),
    ])
  })
  await jobs.every('remind', '* * * * *', async () => {
    await sendDigests(server)
    await pushDue(server)
  })
  await jobs.every('bill', '* * * * *', async () => {
    await keepBilling({ server, teller, provider })
    await sweepStripeEvents(server)
  })
  await jobs.every('purge', '20 3 * * *', async () => {
    await purgeProjects(server)
    await purgeFiles(server)
    await purgeIssues(server)
    await purgeOriginals(server)
    await sweepIndexes(server)
    await sweepNotifications(server)
    await sweepDeliveries(server)
  })
  return processor.close
}

export async function createApp({
  config,
  databaseUrl,
  now = () => new Date(),
  push,
}: AppOptions): Promise<App> {
  await fsp.mkdir(config.dataDir, { recursive: true })
  const fastify = await createFastify(config)
  const { log } = fastify
  const report = (error: Error) => log.warn({ err: error }, 'connection')
  const directUrl = config.databaseDirectUrl ?? databaseUrl
  if (!(await prepareRole(databaseUrl, directUrl)))
    log.warn(
      'The pooler has connections without time limits: let it RECONNECT, or wait until they have ended',
    )
  const database = openDatabase(databaseUrl, { onError: report })
  const bus = await openBus(config, report)
  const jobs = await startJobs({ url: directUrl, log })
  const hub = await createHub({
    db: database.db,
    bus,
    log,
    levelsOf: levelsOfPeople,
    endedOf: (db, ids) => endedSessions(db, ids, now()),
  })
  const blobFolder = path.join(config.dataDir, 'blobs')
  await fsp.mkdir(blobFolder, { recursive: true })
  await syncFolder(config.dataDir)
  const blobs = config.blobUrl ? s3Blobs(config.blobUrl) : diskBlobs(blobFolder)
  const secret = await readSecret(config)
  if (config.webPush) await pushKeys(database.db)
  const server: Server = { config, db: database.db, blobs, jobs, bus, live: hub, log, secret, now }
  const teller = createTeller(reactionsWith(jobs, server), hub.nudge)
  const gate: Gate = {
    actor: requestActor(server, tokenLimit(fastify, config.limits.tokenPerMinute)),
    projectMember: findProjectMember,
    teamMember: findTeamMember,
  }

  const stopping = new AbortController()
  const provider = openProvider(server)
  await openMissing(server)
  const all = [...routes, ...billingRoutes(provider), ...demoRoutes(server, teller, stopping.signal)]
  serveMetrics(fastify, server)
  serveRoutes(fastify, all, server, teller, gate)
  serveStripeWebhook(fastify, server)
  const uploads = await serveUploads(fastify, server, gate, {
    variant: createVariantReceiver(server, teller),
  })
  serveSocket(fastify, server, hub, gate)
  serveDocs(fastify, config.publicUrl)
  serveHealth(fastify, server)
  serveInbox(fastify, server)
  await serveSite(fastify)

  let endWork = () => {}
  const folders = sweepFolders(server, uploads)
  const close = async () => {
    stopping.abort()
    await folders.end()
    await hub.close()
    await fastify.close()
    await jobs.close()
    endWork()
    await bus.close()
    await database.close()
  }
  const app: App = { fastify, server, teller, sweepFolders: folders.sweep, close }
  endWork = await startWork(app, jobs, { push, provider })
  await fastify.ready()
  return app
}
