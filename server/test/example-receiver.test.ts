import type { AddressInfo } from 'node:net'
import { createIssue } from '@plumbline/contract/issues/issues'
import { createWebhook, listDeliveries, sendDeliveryAgain } from '@plumbline/contract/webhooks/webhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReceiver, type WebhookEvent } from '../../examples/webhook-receiver.ts'
import { startApp, type TestApp } from './app.ts'
import { makeOwner } from './make.ts'

/** The example for other programmers accepts deliveries of the real server, and nothing else. */

let app: TestApp
beforeAll(async () => {
  app = await startApp({ WEBHOOKS_ALLOW_PRIVATE: 'true' })
})
afterAll(() => app.close())

test('it accepts signed deliveries, once, and refuses all others', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const heard: WebhookEvent[] = []
  // the secret is known once the address is
  let receiver = createReceiver('whsec_', () => {})
  const listen = (port: number) =>
    new Promise<number>((done) => {
      receiver.listen(port, '127.0.0.1', () => done((receiver.address() as AddressInfo).port))
    })
  const port = await listen(0)
  const url = `http://127.0.0.1:${port}/`
  const hook = await owner.client.call(createWebhook, { params, body: { url, events: ['issue.created'] } })
  await new Promise((closed) => receiver.close(closed))
  receiver = createReceiver(hook.secret, (event) => heard.push(event))
  await listen(port)

  await owner.client.call(createIssue, { params, body: { name: 'Crack' } })
  const at = { ...params, webhookId: hook.id }
  const newest = async () => (await owner.client.call(listDeliveries, { params: at }))[0]
  await expect.poll(async () => (await newest())?.state).toBe('DELIVERED')
  expect(heard).toMatchObject([{ type: 'issue.created', data: { issues: [{ number: 1, name: 'Crack' }] } }])

  const deliveryId = (await newest())?.id ?? ''
  await owner.client.call(sendDeliveryAgain, { params: { ...at, deliveryId } })
  await expect.poll(async () => (await newest())?.attempts).toBe(1)
  await expect.poll(async () => (await newest())?.state).toBe('DELIVERED')
  expect(heard).toHaveLength(1)

  const forged = await fetch(url, { method: 'POST', body: JSON.stringify({ type: 'test', data: {} }) })
  expect(forged.status).toBe(401)
  await new Promise((closed) => receiver.close(closed))
})
