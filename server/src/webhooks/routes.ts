import * as api from '@plumbline/contract/webhooks/webhooks'
import { bindAll } from '../context.ts'
import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listWebhooks } from './list-webhooks.ts'
import { replaceWebhookSecret } from './replace-webhook-secret.ts'
import { sendDeliveryAgain } from './send-delivery-again.ts'
import { testWebhook } from './test-webhook.ts'
import { updateWebhook } from './update-webhook.ts'

export const webhookRoutes = bindAll(api, {
  listWebhooks,
  createWebhook,
  updateWebhook,
  replaceWebhookSecret,
  deleteWebhook,
  listDeliveries,
  testWebhook,
  sendDeliveryAgain,
})
