import fsp from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { demoRoutes } from '../demo/routes.ts'
import { createCodeOfNewProject } from './access/access-codes.ts'
import { accessParts } from './access/export.ts'
import { notifyInvitedUser } from './access/project-invites.ts'
import { removeMembershipsOfTeam } from './access/project-members.ts'
import { accessRoutes } from './access/routes.ts'
import { authParts } from './auth/export.ts'
import { oauthRoutes } from './auth/oauth/routes.ts'
import { sweepOauth } from './auth/oauth/sweep.ts'
import { authRoutes } from './auth/routes.ts'
import { sendResetMail } from './auth/send-reset-mail.ts'
import { createAuthenticator, listEndedSessions } from './auth/sessions.ts'
import { sweepExpiredCredentials } from './auth/sweep.ts'
import { createTokenLimit } from './auth/tokens/authenticate-token.ts'
import { tokenRoutes } from './auth/tokens/routes.ts'
import { bcfApiRoutes } from './bcf/api/routes.ts'
import { bcfParts } from './bcf/export.ts'
import { createImporter } from './bcf/files/importer.ts'
import { bcfFileRoutes } from './bcf/files/routes.ts'
import { runBillingSchedule } from './billing/billing-schedule.ts'
import { billingParts } from './billing/export.ts'
import { openBillingProvider } from './billing/open-billing-provider.ts'
import type { BillingProvider } from './billing/provider.ts'
import { billingRoutes } from './billing/routes.ts'
import { processCustomerEvents, sweepStripeEvents } from './billing/stripe/stripe-events.ts'
import { serveStripeWebhook } from './billing/stripe/webhook.ts'
import {
  endSubscriptionOfClosedTeam,
  redeemCodeOfNewUser,
  startMissingTrials,
  startTrialOfNewTeam,
} from './billing/subscription-reactions.ts'
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
import { createDiskStore } from './blobs/disk-store.ts'
import { createS3Store } from './blobs/s3-store.ts'
import { syncFolder } from './blobs/sync.ts'
import { serveUploads, type Uploads } from './blobs/uploads.ts'
import { chatExportParts } from './chat/export.ts'
import { forgetPersonOfChats } from './chat/forget-person.ts'
import { createProjectChat } from './chat/open-chat.ts'
import { updateProjectChatMembers } from './chat/read-positions.ts'
import { chatRoutes } from './chat/routes.ts'
import { sweepChatFiles } from './chat/sweep.ts'
import type { Config } from './config.ts'
import type { Server } from './context.ts'
import { openDatabase } from './db/database.ts'
import { prepareRole } from './db/prepare-role.ts'
import { serveDocs } from './http/docs.ts'
import { createFastify } from './http/fastify.ts'
import { serveHealth } from './http/health.ts'
import { sweepIdempotencyKeys } from './http/idempotency.ts'
import { serveMetrics } from './http/metrics.ts'
import { sweepRateLimits } from './http/rate-limit.ts'
import { type AccessGate, serveRoutes } from './http/serve.ts'
import { serveSite } from './http/site.ts'
import { sweepIncoming } from './http/upload.ts'
import { purgeOriginals } from './issues/attachments/purge-originals.ts'
import { sweepBulks } from './issues/bulk/sweep-bulks.ts'
import { issueExportParts } from './issues/export.ts'
import { forgetPersonOfIssues } from './issues/forget-person.ts'
import { forgetPersonOfIssueViews, issueViewExportParts } from './issues/lists/issue-views.ts'
import { copyIssueTemplates } from './issues/lists/templates.ts'
import {
  clearDeletedPlaceOfIssues,
  unassignFormerCompanyAdmin,
  unassignRemovedMember,
} from './issues/release-references.ts'
import { issueRoutes } from './issues/routes.ts'
import { purgeIssues } from './issues/trash.ts'
import { type Jobs, startJobs } from './jobs/jobs.ts'
import { type Bus, inProcessBus, natsBus, postgresBus } from './live/bus.ts'
import { createHub } from './live/hub.ts'
import { sweepOutbox } from './live/outbox.ts'
import { serveSocket } from './live/socket.ts'
import { createTeller, type Teller } from './live/tell.ts'
import { serveLocalInbox } from './mail/local-inbox.ts'
import { createMailSender } from './mail/mail.ts'
import { queueDueMails } from './mail/mail-queue.ts'
import { markerRoutes } from './markers/routes.ts'
import { sendDigests } from './notifications/digest.ts'
import { notificationExportParts } from './notifications/export.ts'
import { forgetPersonOfNotifications } from './notifications/forget-person.ts'
import { createNotifier } from './notifications/notify.ts'
import { createPushSender, type PushOptions, queueDuePushes } from './notifications/push.ts'
import { ensurePushKeys } from './notifications/push-keys.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { sweepNotifications } from './notifications/sweep.ts'
import { checkTokenPlan } from './projects/check-token-plan.ts'
import { projectParts } from './projects/export.ts'
import { findProjectMember, getLevelsOfUsers } from './projects/project-roles.ts'
import { trashProjectsOfClosedTeam } from './projects/project-trash.ts'
import { purgeProjects } from './projects/purge-projects.ts'
import { projectRoutes } from './projects/routes.ts'
import { readSecret } from './secret.ts'
import { settingRoutes } from './settings/routes.ts'
import { teamParts } from './teams/export.ts'
import { teamRoutes } from './teams/routes.ts'
import { findTeamMember } from './teams/team-members.ts'
import { profilePart } from './users/export-parts.ts'
import { exportRoutes, userRoutes } from './users/routes.ts'
import { webhookExportParts } from './webhooks/export.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { createWebhookSender, queueDueWebhooks, sweepDeliveries } from './webhooks/webhook-sender.ts'
import { createWebhookWriter } from './webhooks/webhook-writer.ts'

/** Creates the server: builds its machines and registers the domains. */

/** Parts of the data export, in the order of domains. */
const exportParts = [
  profilePart,
  ...authParts,
  ...teamParts,
  ...billingParts,
  ...projectParts,
  ...accessParts,
  ...issueExportParts,
  ...issueViewExportParts,
  ...bcfParts,
  ...bimParts,
  ...chatExportParts,
  ...notificationExportParts,
  ...webhookExportParts,
]

const routes = [
  ...authRoutes,
  ...tokenRoutes({ findMember: findProjectMember, checkTokenPlan: checkTokenPlan }),
  ...oauthRoutes,
  ...userRoutes,
  ...exportRoutes(exportParts),
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

/** Reactions of domains to events, run in this order and in the event's transaction. */
const createReactions = (jobs: Jobs, parts: Pick<Server, 'config' | 'now'>) => [
  redeemCodeOfNewUser(parts),
  startTrialOfNewTeam(parts),
  endSubscriptionOfClosedTeam(parts),
  trashProjectsOfClosedTeam,
  createCodeOfNewProject,
  notifyInvitedUser,
  removeMembershipsOfTeam,
  clearPlaceOfHeaders,
  clearDeletedPlaceOfIssues,
  copyIssueTemplates,
  unassignRemovedMember,
  unassignFormerCompanyAdmin,
  forgetPersonOfViews,
  forgetPersonOfIssueViews,
  forgetPersonOfIssues,
  createProjectChat,
  updateProjectChatMembers,
  forgetPersonOfChats,
  forgetPersonOfNotifications,
  createNotifier(jobs),
  createWebhookWriter(jobs, parts),
]

export interface AppOptions {
  config: Config
  /** URL of the migrated database */
  databaseUrl: string
  now?: () => Date
  push?: PushOptions
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

/** Sweeps this server's local folders at start, every minute and on demand. */
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
  provider: BillingProvider | null
}

/** Starts the workers of this process; returns the function that stops them. */
async function startWorkers({ server, teller }: App, jobs: Jobs, { push, provider }: WorkOptions) {
  const { config, db, now } = server
  const send = createMailSender(config)
  await jobs.work('mail', 2, (data: { mail_id: string }) => send(server, data.mail_id))
  await jobs.work('reset', 2, (data: { email: string }) => sendResetMail(server, data.email))
  const sendPushes = createPushSender(server, push)
  await jobs.work('push', 2, (data: { user_id: string }) => sendPushes(data.user_id))
  const sendWebhook = createWebhookSender(server, teller)
  await jobs.work('webhook', 4, (data: { webhook_id: string }, signal) =>
    sendWebhook(data.webhook_id, signal),
  )
  if (provider?.name === 'stripe') {
    const follow = (data: { customer_id: string }) =>
      processCustomerEvents({ server, teller, provider }, data.customer_id)
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
  await jobs.schedule('sweep', '* * * * *', async () => {
    await processor.recover(false)
    await importer.recover(false)
    await Promise.all([
      sweepRateLimits(db),
      sweepIdempotencyKeys(db),
      sweepOutbox(db, now()),
      sweepVariants(server),
      sweepExpiredCredentials(server),
      sweepOauth(server),
      sweepBulks(server),
      sweepChatFiles(server),
      queueDueWebhooks(server),
      queueDueMails(server),
    ])
  })
  await jobs.schedule('remind', '* * * * *', async () => {
    await sendDigests(server)
    await queueDuePushes(server)
  })
  await jobs.schedule('bill', '* * * * *', async () => {
    await runBillingSchedule({ server, teller, provider })
    await sweepStripeEvents(server)
  })
  await jobs.schedule('purge', '20 3 * * *', async () => {
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
    readLevels: getLevelsOfUsers,
    findEndedSessions: (db, ids) => listEndedSessions(db, ids, now()),
  })
  const blobFolder = path.join(config.dataDir, 'blobs')
  await fsp.mkdir(blobFolder, { recursive: true })
  await syncFolder(config.dataDir)
  const blobs = config.blobUrl ? createS3Store(config.blobUrl) : createDiskStore(blobFolder)
  const secret = await readSecret(config)
  if (config.webPush) await ensurePushKeys(database.db)
  const server: Server = { config, db: database.db, blobs, jobs, bus, live: hub, log, secret, now }
  const teller = createTeller(createReactions(jobs, server), hub.nudge)
  const gate: AccessGate = {
    authenticate: createAuthenticator(server, createTokenLimit(fastify, config.limits.tokenPerMinute)),
    findProjectMember: findProjectMember,
    findTeamMember: findTeamMember,
  }

  const stopping = new AbortController()
  const provider = openBillingProvider(server)
  await startMissingTrials(server)
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
  serveLocalInbox(fastify, server)
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
  endWork = await startWorkers(app, jobs, { push, provider })
  await fastify.ready()
  return app
}
