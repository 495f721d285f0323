import type { Server } from '../context.ts'
import type { Domain } from '../domain.ts'
import { webhookExportParts } from './export.ts'
import { webhookRoutes } from './routes.ts'
import { createWebhookSender, queueDueWebhooks, sweepDeliveries } from './webhook-sender.ts'
import { createWebhookWriter } from './webhook-writer.ts'

export const createWebhookDomain = (server: Server): Domain => ({
  routes: webhookRoutes,
  exportParts: webhookExportParts,
  reactions: [createWebhookWriter(server.jobs, server)],
  workers: (teller) => {
    const send = createWebhookSender(server, teller)
    const run = (data: { webhook_id: string }, signal: AbortSignal) => send(data.webhook_id, signal)
    return [{ queue: 'webhook', parallel: 4, run }]
  },
  sweeps: [queueDueWebhooks],
  purges: [sweepDeliveries],
})
