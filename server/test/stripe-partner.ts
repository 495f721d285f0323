import { setTimeout as sleep } from 'node:timers/promises'
import type Stripe from 'stripe'
import type { FakeStripe } from './stripe-server.ts'

/** Runs the fake Stripe for a server in another process, on the real clock. */

const STEP_MS = 50

/** Sends one webhook event; returns whether the server accepted it. */
async function isTaken(stripe: FakeStripe, webhook: string, event: Stripe.Event): Promise<boolean> {
  const { payload, headers } = stripe.signed(event, new Date())
  return fetch(webhook, { method: 'POST', headers, body: payload }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Advances the fake's clock and delivers its events with retries; returns a function that stops it. */
export function accompany(stripe: FakeStripe, webhook: string): () => Promise<void> {
  const leaving = new AbortController()
  const { signal } = leaving
  async function send() {
    for (let sent = 0; !signal.aborted; ) {
      stripe.advanceTo(new Date())
      const event = stripe.books.events[sent]
      if (event && (await isTaken(stripe, webhook, event))) sent++
      else await sleep(STEP_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  const sending = send()
  return () => {
    leaving.abort()
    return sending
  }
}
