import type { FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import * as z from 'zod/mini'
import type { Server } from '../../context.ts'
import { inTransaction } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import { getStripeId } from './client.ts'
import { listPendingEvents, lockCustomer } from './stripe-events.ts'

/**
 * Receives Stripe's webhook events. An event may arrive late, twice or out of order, so only its customer is recorded,
 * and a job fetches the current state.
 */

const BODY_BYTES = 1_000_000

const Text = z.string().check(z.minLength(1), z.maxLength(255))
const Reference = z.optional(z.nullable(z.union([Text, z.object({ id: Text })])))
/** The fields read from an event; events of another shape concern no customer and are ignored. */
const Event = z.object({
  id: Text,
  type: Text,
  data: z.object({
    object: z.object({ id: z.optional(Text), object: z.optional(z.string()), customer: Reference }),
    previous_attributes: z.optional(z.object({ customer: Reference })),
  }),
})
type Event = z.output<typeof Event>

/** The customer of an event; a detached payment method names it in its previous attributes. */
function getEventCustomer({ data: { object: thing, previous_attributes } }: Event): string | null {
  if (thing.object === 'customer') return thing.id ?? null
  return getStripeId(thing.customer) ?? getStripeId(previous_attributes?.customer)
}

/** Records an event once and adds a job, unless an earlier pending event has one already. */
async function recordEvent({ db, jobs, now }: Server, event: Event): Promise<void> {
  const customer_id = getEventCustomer(event)
  if (!customer_id) return
  await inTransaction(db, async (tx) => {
    await lockCustomer(tx, customer_id)
    const pending = await listPendingEvents(tx, customer_id)
    const recorded = await tx
      .insertInto('stripe_events')
      .values({ id: event.id, type: event.type, customer_id, received_at: now().toISOString() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (recorded && pending.length === 0) await jobs.add(tx, 'stripe', { customer_id })
  })
}

/** Verifies the signature over the raw bytes before parsing. */
export function serveStripeWebhook(app: FastifyInstance, server: Server) {
  const secret = server.config.billing.stripe?.webhookSecret
  if (!secret) return
  const verify = (body: unknown, header: string | string[] | undefined): unknown => {
    try {
      const at = server.now().getTime()
      return Stripe.webhooks.constructEvent(body as Buffer, header ?? '', secret, undefined, undefined, at)
    } catch {
      throw new Refusal('bad_request')
    }
  }
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    scope.post('/api/billing/stripe/webhook', { config: { rateLimit: false } }, async (request, reply) => {
      const event = z.safeParse(Event, verify(request.body, request.headers['stripe-signature']))
      if (event.success) await recordEvent(server, event.data)
      return reply.send({ received: true })
    })
  })
}
