import { inspect } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { Refusal } from '../../http/refusal.ts'
import { getDeclineCode, withStripeErrors } from './client.ts'

/** Sensitive fields of a Stripe error: card, card holder and request. */
const carried = {
  message: 'Your card number 4242424242424242 was declined for pay@example.com',
  payment_intent: { id: 'pi_1', last_payment_error: { payment_method: { card: { last4: '8431' } } } },
  payment_method: { id: 'pm_1', card: { last4: '8431', fingerprint: 'Xt5EWLLDS7FJjR1c' } },
  headers: { authorization: 'Bearer sk_live_secret' },
} as unknown as { message: string }

async function outcome(error: unknown) {
  const lines: unknown[] = []
  const log = { warn: (...line: unknown[]) => lines.push(line) } as unknown as FastifyBaseLogger
  const thrown: unknown = await withStripeErrors(log, () => Promise.reject(error)).catch(
    (failure: unknown) => failure,
  )
  return { thrown, all: inspect([thrown, lines], { depth: 10, showHidden: true }) }
}

const { errors } = Stripe
test.each([
  [
    'card',
    new errors.StripeCardError({ ...carried, code: 'card_declined', statusCode: 402 }),
    'payment_declined',
  ],
  ['connection', new errors.StripeConnectionError(carried), 'unavailable'],
  ['their fault', new errors.StripeAPIError({ ...carried, statusCode: 500 }), 'unavailable'],
  ['too many', new errors.StripeRateLimitError({ ...carried, statusCode: 429 }), 'unavailable'],
  ['key', new errors.StripeAuthenticationError({ ...carried, statusCode: 401 }), 'unavailable'],
  ['other content', new errors.StripeIdempotencyError({ ...carried, statusCode: 400 }), 'unavailable'],
  ['our fault', new errors.StripeInvalidRequestError({ ...carried, statusCode: 400 }), null],
] as const)('an error of Stripe’s (%s) is reported without its request data', async (_name, error, code) => {
  const { thrown, all } = await outcome(error)
  expect(thrown instanceof Refusal ? thrown.code : null).toBe(code)
  // the status of Stripe’s response never becomes ours
  if (!code) expect((thrown as { statusCode?: number }).statusCode).toBeUndefined()
  for (const secret of ['4242', '8431', 'Xt5EWLLDS7FJjR1c', 'sk_live', 'pay@example.com'])
    expect(all).not.toContain(secret)
})

test('An error that is not Stripe’s is rethrown unchanged', async () => {
  const refusal = new Refusal('not_found')
  expect((await outcome(refusal)).thrown).toBe(refusal)
})

test('A decline message gives the reason but no confidential bank code', () => {
  expect(getDeclineCode('card_declined', 'insufficient_funds')).toBe('card_without_funds')
  expect(getDeclineCode('expired_card', 'expired_card')).toBe('card_expired')
  expect(getDeclineCode('card_declined', 'stolen_card')).toBe('card_declined')
  expect(getDeclineCode(undefined)).toBe('card_declined')
})
