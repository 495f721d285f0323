import { setTimeout as sleep } from 'node:timers/promises'
import type Stripe from 'stripe'
import type { FakeStripe } from './stripe-server.ts'

/** The stand-in for Stripe beside a server that runs in a process of its own, on the real clock. */

const STEP_MS = 50

/** One event, as Stripe sends it; whether the server took it. */
async function isTaken(stripe: FakeStripe, webhook: string, event: Stripe.Event): Promise<boolean> {
  const { payload, headers } = stripe.signed(event, new Date())
  return fetch(webhook, { method: 'POST', headers, body: payload }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Lets its time pass, and sends what happens to the server, again until it is taken; answers what ends that. */
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
