import type { FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import * as z from 'zod/mini'
import type { Server } from '../../context.ts'
import { inTransaction } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import { getStripeId } from './client.ts'
import { listPendingEvents, lockCustomer } from './stripe-events.ts'

/**
 * Stripe says that something happened to a customer. What happened is not taken from the event, which may come late,
 * twice or in another order: a job fetches what is there now. So answering takes two statements.
 */

const BODY_BYTES = 1_000_000

const Text = z.string().check(z.minLength(1), z.maxLength(255))
const Reference = z.optional(z.nullable(z.union([Text, z.object({ id: Text })])))
/** What is looked at of an event; those of another shape say nothing of a customer. */
const Event = z.object({
  id: Text,
  type: Text,
  data: z.object({
    object: z.object({ id: z.optional(Text), object: z.optional(z.string()), customer: Reference }),
    previous_attributes: z.optional(z.object({ customer: Reference })),
  }),
})
type Event = z.output<typeof Event>

/** Whose event it is: of most things the customer stands in them; what was detached had one. */
function getEventCustomer({ data: { object: thing, previous_attributes } }: Event): string | null {
  if (thing.object === 'customer') return thing.id ?? null
  return getStripeId(thing.customer) ?? getStripeId(previous_attributes?.customer)
}

/** Keeps an event once, and has it followed: by the job that is there for those before it, if there is one. */
async function recordEvent({ db, jobs, now }: Server, event: Event): Promise<void> {
  const customer_id = getEventCustomer(event)
  if (!customer_id) return
  await inTransaction(db, async (tx) => {
    await lockCustomer(tx, customer_id)
    const others = await listPendingEvents(tx, customer_id)
    const kept = await tx
      .insertInto('stripe_events')
      .values({ id: event.id, type: event.type, customer_id, received_at: now().toISOString() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (kept && others.length === 0) await jobs.add(tx, 'stripe', { customer_id })
  })
}

/** Checked before it is parsed, so the bytes have to be those that were signed. */
export function serveStripeWebhook(app: FastifyInstance, server: Server) {
  const secret = server.config.billing.stripe?.webhookSecret
  if (!secret) return
  const checked = (body: unknown, header: string | string[] | undefined): unknown => {
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
      const event = z.safeParse(Event, checked(request.body, request.headers['stripe-signature']))
      if (event.success) await recordEvent(server, event.data)
      return reply.send({ received: true })
    })
  })
}
