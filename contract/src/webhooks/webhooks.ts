import * as z from 'zod/mini'
import type { EventType } from '../events.ts'
import { atLeastOneOf, Id, Instant } from '../fields.ts'
import { endpoint } from '../http.ts'
import type { ReasonCode } from '../reasons.ts'

/** Events of a project that are posted to another server; issue events only for issues that every member may see. */
export const webhookEvents = [
  'issue.created',
  'issue.updated',
  'issue.deleted',
  'comment.added',
  'variant.completed',
  'variant.failed',
  'member.added',
  'member.updated',
  'member.removed',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** http or https, a host without user info, an optional port, and any path */
const addressParts = /^https?:\/\/(?:\[[\da-f:.]+\]|[^\s/?#@\\:[\]]+)(?::(\d{1,5}))?(?:[/?#]\S*)?$/i
/** Ports 80, 443 and unprivileged ports. */
const isPort = (port: string) => ['', '80', '443'].includes(port) || Number(port) >= 1024

/** Checks the format of an address; whether its host is allowed is checked by the server. */
export function isWebhookAddress(text: string): boolean {
  const found = addressParts.exec(text)
  return found !== null && isPort(found[1] ?? '') && z.safeParse(z.url(), text).success
}
const Address = z
  .string()
  .check(
    z.trim(),
    z.maxLength(1000),
    z.refine(isWebhookAddress, { params: { reason: 'bad_webhook_address' satisfies ReasonCode } }),
  )
const Events = z.array(z.enum(webhookEvents)).check(z.minLength(1), z.maxLength(webhookEvents.length))

export const Webhook = z.object({
  id: Id,
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  is_active: z.boolean(),
  created_at: Instant,
  /** time of the first of consecutive failures; after three days the server switches the webhook off */
  failing_since: z.nullable(Instant),
  /** when the server switched it off */
  stopped_at: z.nullable(Instant),
})
export type Webhook = z.output<typeof Webhook>

const at = '/api/project/:id/webhook'
const tells = ['webhook.updated'] as const

export const listWebhooks = endpoint({
  method: 'GET',
  path: at,
  access: 'project:ADMIN',
  summary: 'Webhooks of the project, oldest first, without their secrets',
  reply: z.array(Webhook),
  hears: ['webhook.updated'],
})

const WithSecret = z.extend(Webhook, { secret: z.string() })

export const createWebhook = endpoint({
  method: 'POST',
  path: at,
  access: 'project:ADMIN',
  secret: true,
  by_token: 'never',
  summary: 'Create a webhook; only this reply contains its signing secret',
  body: z.object({ url: Address, events: Events }),
  reply: WithSecret,
  status: 201,
  refuses: ['conflict', 'payment_required'],
  tells,
  example: { body: { url: 'https://example.com/plumbline', events: ['issue.created'] } },
})

export const updateWebhook = endpoint({
  method: 'PATCH',
  path: `${at}/:webhookId`,
  access: 'project:ADMIN',
  by_token: 'never',
  summary: 'Update a webhook, or switch it off or on; switching it off cancels its waiting deliveries',
  body: atLeastOneOf({ url: Address, events: Events, is_active: z.boolean() }),
  reply: Webhook,
  refuses: ['not_found', 'payment_required'],
  tells,
  // allowed on an unpaid plan, so that webhooks can at least be switched off
  unpaid: 'allowed',
  example: { body: { is_active: false } },
})

export const replaceWebhookSecret = endpoint({
  method: 'POST',
  path: `${at}/:webhookId/secret`,
  access: 'project:ADMIN',
  secret: true,
  by_token: 'never',
  summary: 'Replace the secret of a webhook; the old one is no longer used',
  reply: WithSecret,
  refuses: ['not_found'],
  tells,
  // allowed on an unpaid plan: a leaked secret must be replaceable
  unpaid: 'allowed',
})

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: `${at}/:webhookId`,
  access: 'project:ADMIN',
  summary: 'Delete a webhook with its deliveries',
  reply: null,
  refuses: ['not_found'],
  tells,
})

/** Why a delivery failed without a reply. */
export const deliveryErrors = [
  'not_reached',
  'not_public',
  'not_trusted',
  'timeout',
  'switched_off',
  'too_many',
  'secret_lost',
] as const
export type DeliveryError = (typeof deliveryErrors)[number]

export const Delivery = z.object({
  id: Id,
  event: z.enum([...webhookEvents, 'test']),
  state: z.enum(['WAITING', 'DELIVERED', 'FAILED']),
  attempts: z.number(),
  /** HTTP status of the last attempt */
  status_code: z.nullable(z.number()),
  duration_ms: z.nullable(z.number()),
  error: z.nullable(z.enum(deliveryErrors)),
  created_at: Instant,
  /** time of the next attempt while waiting */
  next_at: z.nullable(Instant),
  finished_at: z.nullable(Instant),
})
export type Delivery = z.output<typeof Delivery>

/** Events that create or change deliveries: clients then reload the list of deliveries. */
const deliveryEvents: EventType[] = [
  'webhook.updated',
  'issue.created',
  'issue.updated',
  'issue.deleted',
  'comment.updated',
  'variant.updated',
  'member.added',
  'member.updated',
  'member.removed',
]

export const listDeliveries = endpoint({
  method: 'GET',
  path: `${at}/:webhookId/delivery`,
  access: 'project:ADMIN',
  summary: 'The last 100 deliveries of a webhook, newest first',
  reply: z.array(Delivery),
  refuses: ['not_found'],
  hears: deliveryEvents,
})

export const testWebhook = endpoint({
  method: 'POST',
  path: `${at}/:webhookId/test`,
  access: 'project:ADMIN',
  summary: 'Send a test event',
  reply: Delivery,
  status: 202,
  refuses: ['not_found', 'wrong_state', 'too_many_requests'],
  tells,
})

export const sendDeliveryAgain = endpoint({
  method: 'POST',
  path: `${at}/:webhookId/delivery/:deliveryId`,
  access: 'project:ADMIN',
  summary: 'Send a delivery again, with the same id and body',
  reply: Delivery,
  status: 202,
  refuses: ['not_found', 'wrong_state', 'too_many_requests'],
  tells,
})
