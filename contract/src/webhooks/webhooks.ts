import * as z from 'zod/mini'
import type { EventType } from '../events.ts'
import { atLeastOneOf, Id, Instant } from '../fields.ts'
import { endpoint } from '../http.ts'

/** Webhooks: a project tells another server what happened in it, signed as Standard Webhooks has it. */

/** What can be told. Of issues only those that every member sees. */
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

/** http or https, a host without a person before it, its port, anything */
const addressParts = /^https?:\/\/(?:\[[\da-f:.]+\]|[^\s/?#@\\:[\]]+)(?::(\d{1,5}))?(?:[/?#]\S*)?$/i
/** The two ports of the web, and those that a server needs no privilege for. */
const isPort = (port: string) => ['', '80', '443'].includes(port) || Number(port) >= 1024

/** What an address can look like; whether its host may be reached, the server says. */
export function isWebhookAddress(text: string): boolean {
  const found = addressParts.exec(text)
  return found !== null && isPort(found[1] ?? '') && z.safeParse(z.url(), text).success
}
const Address = z
  .string()
  .check(
    z.trim(),
    z.maxLength(1000),
    z.refine(isWebhookAddress, { error: 'An address as in https://example.com/path' }),
  )
const Events = z.array(z.enum(webhookEvents)).check(z.minLength(1), z.maxLength(webhookEvents.length))

export const Webhook = z.object({
  id: Id,
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  is_active: z.boolean(),
  created_at: Instant,
  /** since when nothing has arrived; after three days the server switches it off */
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
  summary: 'Webhooks of the project, the oldest first; never their secrets',
  reply: z.array(Webhook),
  hears: ['webhook.updated'],
})

const WithSecret = z.extend(Webhook, { secret: z.string() })

export const createWebhook = endpoint({
  method: 'POST',
  path: at,
  access: 'project:ADMIN',
  by_token: 'never',
  summary: 'Add a webhook; what its deliveries are signed with is answered this once',
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
  summary: 'Change a webhook, switch it off or on again; switched off it forgets what waits',
  body: atLeastOneOf({ url: Address, events: Events, is_active: z.boolean() }),
  reply: Webhook,
  refuses: ['not_found', 'payment_required'],
  tells,
  // off at least
  unpaid: 'allowed',
  example: { body: { is_active: false } },
})

export const replaceWebhookSecret = endpoint({
  method: 'POST',
  path: `${at}/:webhookId/secret`,
  access: 'project:ADMIN',
  by_token: 'never',
  summary: 'Give a webhook another secret; the old one signs nothing more',
  reply: WithSecret,
  refuses: ['not_found'],
  tells,
  // one that others know must not stay
  unpaid: 'allowed',
})

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: `${at}/:webhookId`,
  access: 'project:ADMIN',
  summary: 'Remove a webhook with its deliveries',
  reply: null,
  refuses: ['not_found'],
  tells,
})

/** Why nothing arrived, where there was no answer. */
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
  /** of the last attempt */
  status_code: z.nullable(z.number()),
  duration_ms: z.nullable(z.number()),
  error: z.nullable(z.enum(deliveryErrors)),
  created_at: Instant,
  /** when it is tried next, while it waits */
  next_at: z.nullable(Instant),
  finished_at: z.nullable(Instant),
})
export type Delivery = z.output<typeof Delivery>

/** What a delivery may come of, and what comes of it. */
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
  summary: 'The last 100 deliveries of a webhook, the newest first',
  reply: z.array(Delivery),
  refuses: ['not_found'],
  hears: deliveryEvents,
})

export const testWebhook = endpoint({
  method: 'POST',
  path: `${at}/:webhookId/test`,
  access: 'project:ADMIN',
  summary: 'Send an event of the type test',
  reply: Delivery,
  status: 202,
  refuses: ['not_found', 'wrong_state', 'too_many_requests'],
  tells,
})

export const sendDeliveryAgain = endpoint({
  method: 'POST',
  path: `${at}/:webhookId/delivery/:deliveryId`,
  access: 'project:ADMIN',
  summary: 'Send a delivery again, with the same id and words',
  reply: Delivery,
  status: 202,
  refuses: ['not_found', 'wrong_state', 'too_many_requests'],
  tells,
})
