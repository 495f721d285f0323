import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createIssue } from '@plumbline/contract/issues/issues'
import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  type WebhookEvent,
  webhookEvents,
} from '@plumbline/contract/webhooks/webhooks'
import { afterEach } from 'vitest'
import type { TestApp } from './app.ts'
import { makeOwner } from './make.ts'

/** Webhooks with receivers that accept or refuse deliveries. */

export interface ReceivedDelivery {
  headers: http.IncomingHttpHeaders
  body: string
  event: { type: string; data: { issues?: { number: number; name: string }[] } }
}
export type HookAnswer = (reply: http.ServerResponse) => void

export const status =
  (code: number, headers: Record<string, string> = {}): HookAnswer =>
  (reply) =>
    reply.writeHead(code, headers).end()

const opened: http.Server[] = []
export async function closeReceivers(): Promise<void> {
  for (const server of opened.splice(0)) {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
}
afterEach(closeReceivers)

/** A receiver with a given answer; stops at the end of the test. */
export async function makeReceiver(answer: HookAnswer = status(204)) {
  const got: ReceivedDelivery[] = []
  const receiver = { got, answer, url: '' }
  const server = http.createServer(async (request, reply) => {
    let body = ''
    for await (const chunk of request) body += chunk
    got.push({ headers: request.headers, body, event: JSON.parse(body) as ReceivedDelivery['event'] })
    receiver.answer(reply)
  })
  opened.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver
}

/** A project with a webhook that leads to such a server. */
export async function makeHook(
  app: TestApp,
  events: readonly WebhookEvent[] = webhookEvents,
  answer?: HookAnswer,
) {
  const owner = await makeOwner(app)
  const receiver = await makeReceiver(answer)
  const params = { id: owner.project.id }
  const hook = await owner.client.call(createWebhook, {
    params,
    body: { url: receiver.url, events: [...events] },
  })
  const at = { ...params, webhookId: hook.id }
  const deliveries = () => owner.client.call(listDeliveries, { params: at })
  const file = (name: string, more: { visibility?: 'PRIVATE' } = {}) =>
    owner.client.call(createIssue, { params, body: { name, ...more } })
  const listed = async () => (await owner.client.call(listWebhooks, { params }))[0]
  return { owner, receiver, params, at, hook, deliveries, file, listed }
}

export const listTypes = ({ got }: { got: ReceivedDelivery[] }) => got.map(({ event }) => event.type)
export const listIssueNames = ({ got }: { got: ReceivedDelivery[] }) =>
  got.map(({ event }) => event.data.issues?.map(({ name }) => name))

/** Sets the time of the next attempt to now. */
export async function makeDue({ server: { db } }: TestApp, webhookId: string): Promise<void> {
  const [now, past] = [new Date().toISOString(), new Date(Date.now() - 1).toISOString()]
  await db.updateTable('webhooks').set({ held_until: past }).where('id', '=', webhookId).execute()
  await db
    .updateTable('webhook_deliveries')
    .set({ next_at: now, held_until: past })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'WAITING')
    .execute()
}
