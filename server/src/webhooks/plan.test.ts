import { startSubscription } from '@plumbline/contract/billing/billing'
import { createIssue } from '@plumbline/contract/issues/issues'
import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  updateWebhook,
} from '@plumbline/contract/webhooks/webhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BILLING, startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { makeOwner } from '../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp(BILLING)
})
afterAll(() => app.close())

test('A plan without webhooks refuses to create or activate one; active ones keep sending', async () => {
  const { client, team, project } = await makeOwner(app)
  const params = { id: project.id }
  const add = () =>
    client.call(createWebhook, { params, body: { url: 'https://localhost/', events: ['issue.created'] } })
  // on trial
  const hook = await add()
  const at = { ...params, webhookId: hook.id }
  await client.call(startSubscription, {
    params: { id: team.id },
    body: { slug: 'free', currency: 'EUR' },
  })
  const refused = { status: 402, body: { message: 'Webhooks are part of the Business plan' } }
  expect(await refusal(add())).toMatchObject(refused)

  await client.call(createIssue, { params, body: { name: 'Crack' } })
  expect(await client.call(listDeliveries, { params: at })).toHaveLength(1)
  const change = (body: { is_active: boolean }) => client.call(updateWebhook, { params: at, body })
  // it is already active
  await change({ is_active: true })
  await change({ is_active: false })
  expect(await refusal(change({ is_active: true }))).toMatchObject(refused)
  expect(await client.call(listWebhooks, { params })).toMatchObject([{ is_active: false }])
})

test('A company with overdue payment can switch webhooks off, but not on', async () => {
  const { client, team, project } = await makeOwner(app)
  const params = { id: project.id }
  const body = { url: 'https://localhost/', events: ['issue.created' as const] }
  const hook = await client.call(createWebhook, { params, body })
  const blocks_at = new Date(Date.now() - 1000).toISOString()
  await app.server.db.updateTable('teams').set({ blocks_at }).where('id', '=', team.id).execute()
  const change = (is_active: boolean) =>
    client.call(updateWebhook, { params: { ...params, webhookId: hook.id }, body: { is_active } })
  expect(await change(false)).toMatchObject({ is_active: false })
  expect((await refusal(change(true))).status).toBe(402)
})
