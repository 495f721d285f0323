import http from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createWebhook,
  listDeliveries,
  testWebhook,
  updateWebhook,
} from '@plumbline/contract/webhooks/webhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { makeOwner } from '../../test/make.ts'

/** Server-side request forgery is prevented with the default configuration. */

let app: TestApp
let port = 0
const heard: string[] = []
const neighbour = http.createServer((request, reply) => {
  heard.push(request.url ?? '')
  reply.end()
})
beforeAll(async () => {
  app = await startApp()
  neighbour.on('connection', () => heard.push('connection'))
  await new Promise<void>((listening) => neighbour.listen(0, '127.0.0.1', listening))
  port = (neighbour.address() as AddressInfo).port
})
afterAll(async () => {
  neighbour.close()
  await app.close()
})

const events = ['issue.created' as const]

test('Private IP addresses are refused in every notation', async () => {
  const { client, project } = await makeOwner(app)
  const hosts = [
    ...['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '127.0.0.1.', '0.0.0.0', '10.1.2.3'],
    ...['169.254.169.254', '192.168.1.1', '100.64.0.1', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[fe80::1]'],
    ...['[::ffff:a9fe:a9fe]', '[64:ff9b::7f00:1]', '[64:ff9b:1::a00:1]', '[2002:7f00:1::]', '[fd00::1]'],
    ...['[2001:0:7f00:1::]', '%31%32%37.0.0.1', '１２７.0.0.1'],
  ]
  const params = { id: project.id }
  for (const host of hosts) {
    const body = { url: `https://${host}:${port}/`, events }
    const { status, body: said } = await refusal(client.call(createWebhook, { params, body }))
    expect([host, status, said.fields]).toEqual([
      host,
      400,
      { url: 'Only addresses on the public internet are allowed' },
    ])
  }
  const body = { url: 'http://example.com/', events }
  const plain = await refusal(client.call(createWebhook, { params, body }))
  expect(plain.body.fields).toEqual({ url: 'Only https:// addresses are allowed on this server' })
  expect(heard).toEqual([])
})

test('A host name that resolves to a private address is not connected to', async () => {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const hook = await client.call(createWebhook, {
    params,
    body: { url: `https://localhost:${port}/`, events },
  })
  const at = { ...params, webhookId: hook.id }
  const outcomes = async () => {
    const list = await client.call(listDeliveries, { params: at })
    return list.map(({ error, attempts }) => [error, attempts])
  }
  await client.call(testWebhook, { params: at })
  await expect.poll(outcomes).toEqual([['not_public', 1]])
  expect(heard).toEqual([])
})

test('A private address stored while allowed is refused at delivery once disallowed', async () => {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const hook = await client.call(createWebhook, { params, body: { url: 'https://example.com/', events } })
  const at = { ...params, webhookId: hook.id }
  for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', 'localhost']) {
    const url = `http://${host}:${port}/`
    expect((await refusal(client.call(updateWebhook, { params: at, body: { url } }))).status).toBe(400)
    await app.server.db.updateTable('webhooks').set({ url }).where('id', '=', hook.id).execute()
    const { id } = await client.call(testWebhook, { params: at })
    const error = async () => {
      const list = await client.call(listDeliveries, { params: at })
      return list.find((each) => each.id === id)?.error
    }
    await expect.poll(error).toBe('not_public')
  }
  expect(heard).toEqual([])
})
