import { createIssue } from '@plumbline/contract/issues/issues'
import { createWebhook } from '@plumbline/contract/webhooks/webhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GENESIS_HASH } from '../src/db/hash-chain.ts'
import { startApp, type TestApp } from './app.ts'
import { callAs, makeProject, ServerProcess, signInPeople } from './server-process.ts'
import { makeDue, makeReceiver, status } from './webhooks.ts'

/** A server killed while sending: its delivery is repeated, and none is lost. */

let app: TestApp
let server: ServerProcess
beforeAll(async () => {
  app = await startApp()
  // only reads
  await app.server.jobs.close()
  server = new ServerProcess(app.url, app.dataDir, { WEBHOOKS_ALLOW_PRIVATE: 'true' })
}, 60_000)
afterAll(async () => {
  await server.end('SIGKILL')
  await app.close()
})

test('A delivery interrupted by a kill is sent by the next server, followed by later ones', async () => {
  const { db } = app.server
  const receiver = await makeReceiver(() => {})
  const [person] = await signInPeople(db, 1)
  if (!person) throw new Error('nobody')
  const { id } = await makeProject(db, [person])
  await db.insertInto('issue_chains').values({ project_id: id, seq: 0, hash: GENESIS_HASH }).execute()
  await server.start()
  const params = { id }
  const body = { url: receiver.url, events: ['issue.created' as const] }
  const hook = await callAs(server.origin, person, createWebhook, { params, body })
  const file = (name: string) => callAs(server.origin, person, createIssue, { params, body: { name } })
  await file('First')
  await expect.poll(() => receiver.got.length, { timeout: 10_000 }).toBe(1)
  await server.end('SIGKILL')
  receiver.answer = status(204)
  await server.start()
  await makeDue(app, hook?.id ?? '')
  await file('Second')
  await expect.poll(() => receiver.got.length, { timeout: 10_000 }).toBe(3)
  const [first, again, second] = receiver.got.map(({ headers }) => headers['webhook-id'])
  expect([again === first, second === first]).toEqual([true, false])
  const states = () => db.selectFrom('webhook_deliveries').select('state').execute()
  await expect.poll(states).toEqual([{ state: 'DELIVERED' }, { state: 'DELIVERED' }])
}, 60_000)
