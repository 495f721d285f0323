import * as webhooks from '@plumbline/contract/webhooks/webhooks'
import { bind } from '../context.ts'
import { readDeliveries, sendAgain, sendTest } from './deliveries.ts'
import { addWebhook, changeSecret, changeWebhook, readWebhooks, removeWebhook } from './webhooks.ts'

export const webhookRoutes = [
  bind(webhooks.listWebhooks, (ctx) => readWebhooks(ctx)),
  bind(webhooks.createWebhook, addWebhook),
  bind(webhooks.updateWebhook, changeWebhook),
  bind(webhooks.replaceWebhookSecret, changeSecret),
  bind(webhooks.deleteWebhook, removeWebhook),
  bind(webhooks.listDeliveries, readDeliveries),
  bind(webhooks.testWebhook, sendTest),
  bind(webhooks.sendDeliveryAgain, sendAgain),
]
