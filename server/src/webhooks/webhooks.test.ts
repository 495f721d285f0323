import { acceptInvite, createInvite, removeMember, updateMember } from '@plumbline/contract/access/access'
import { bulkChangeIssues } from '@plumbline/contract/issues/bulk'
import { createIssue, deleteIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { addComment } from '@plumbline/contract/issues/timeline'
import { deleteProject, restoreProject } from '@plumbline/contract/projects/projects'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  replaceWebhookSecret,
  sendDeliveryAgain,
  testWebhook,
  updateWebhook,
  webhookEvents,
} from '@plumbline/contract/webhooks/webhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isGenuine } from '../../../examples/webhook-receiver.ts'
import { startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { plantModel } from '../../test/converted-models.ts'
import { makeMember, makeUser, waitForMail } from '../../test/make.ts'
import { buildHouse } from '../../test/older-models.ts'
import { sendModel } from '../../test/upload.ts'
import {
  closeReceivers,
  type HookAnswer,
  listIssueNames,
  listTypes,
  makeDue,
  makeHook,
  makeReceiver,
  status,
} from '../../test/webhooks.ts'
import { createWebhookSender, queueDueWebhooks } from './webhook-sender.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ WEBHOOKS_ALLOW_PRIVATE: 'true' })
})
afterAll(() => app.close())

const send = (webhookId: string) =>
  createWebhookSender(app.server, app.teller)(webhookId, new AbortController().signal)

test('Events arrive signed, once and in order, and are listed', async () => {
  const { owner, receiver, params, hook, deliveries, file } = await makeHook(app)
  const issue = await file('Crack')
  const at = { ...params, issueId: issue.id }
  await owner.client.call(addComment, { params: at, body: { text: 'Secret words' } })
  await owner.client.call(deleteIssue, { params: at })
  const types = ['issue.created', 'comment.added', 'issue.deleted']
  await expect.poll(() => listTypes(receiver)).toEqual(types)
  const [first] = receiver.got
  expect(JSON.parse(first?.body ?? '')).toEqual({
    type: 'issue.created',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: {
      project_id: params.id,
      issues: [
        {
          id: issue.id,
          number: 1,
          name: 'Crack',
          status: 'OPEN',
          type: issue.type,
          priority: issue.priority,
        },
      ],
    },
  })
  expect(receiver.got.map(({ body }) => body).join()).not.toContain('Secret words')
  expect(isGenuine(hook.secret, first?.headers ?? {}, first?.body ?? '')).toBe(true)
  expect(isGenuine(hook.secret, first?.headers ?? {}, `${first?.body} `)).toBe(false)
  const other = { ...first?.headers, 'webhook-id': 'msg_other' }
  expect(isGenuine(hook.secret, other, first?.body ?? '')).toBe(false)
  await expect
    .poll(async () => (await deliveries()).map((each) => [each.event, each.state, each.status_code]))
    .toEqual(types.toReversed().map((type) => [type, 'DELIVERED', 204]))
  expect(JSON.stringify(await owner.client.call(listWebhooks, { params }))).not.toContain('whsec_')
  const stored = await app.server.db.selectFrom('webhooks').selectAll().where('id', '=', hook.id).execute()
  expect(JSON.stringify(stored)).not.toContain(hook.secret.slice(6))
})

test('Events of members and processed models contain ids only', async () => {
  const { owner, receiver, params } = await makeHook(app)
  const guest = await makeUser(app)
  const standing = { role: 'ARCHITECT' as const, permission_level: 'VIEWER' as const }
  const invitation = { params, body: { email: guest.email, ...standing } }
  const invite = await owner.client.call(createInvite, invitation)
  await guest.client.call(acceptInvite, { params: { ...params, inviteId: invite.id } })
  const member = { ...params, userId: guest.id }
  const body = { ...standing, permission_level: 'EDITOR' as const }
  await owner.client.call(updateMember, { params: member, body })
  await owner.client.call(removeMember, { params: member, query: {} })
  const bytes = buildHouse(1)
  await plantModel(app, params.id, bytes)
  const { headerId, variantId } = await sendModel(owner.client, params.id, 'tower.ifc', bytes)
  const types = ['member.added', 'member.updated', 'member.removed', 'variant.completed']
  await expect.poll(() => listTypes(receiver), { timeout: 30_000 }).toEqual(types)
  const data = receiver.got.map(({ event }) => event.data)
  expect(data.slice(0, 3)).toEqual(
    types.slice(0, 3).map(() => ({ project_id: params.id, user_id: guest.id })),
  )
  const variant = { variant_id: variantId, header_id: headerId, name: 'tower.ifc', version: 1 }
  expect(data[3]).toEqual({ project_id: params.id, ...variant })
})

test('Nothing is sent about hidden issues', async () => {
  const { owner, receiver, params, file } = await makeHook(app)
  const hidden = await file('Quiet', { visibility: 'PRIVATE' })
  const at = { ...params, issueId: hidden.id }
  await owner.client.call(updateIssue, { params: at, body: { name: 'Quieter' } })
  await owner.client.call(addComment, { params: at, body: { text: 'Psst' } })
  const loud = await file('Loud')
  const change = { stage: 'Shell' }
  await owner.client.call(bulkChangeIssues, { params, body: { ids: [hidden.id, loud.id], change } })
  await owner.client.call(deleteIssue, { params: at })
  await file('Last')
  await expect.poll(() => receiver.got.length).toBe(3)
  expect(listIssueNames(receiver)).toEqual([['Loud'], ['Loud'], ['Last']])
})

test('Only subscribed events of the own project are sent', async () => {
  const { owner, receiver, params, at, file } = await makeHook(app, ['issue.updated'])
  const issue = await file('Crack')
  await owner.client.call(updateIssue, {
    params: { ...params, issueId: issue.id },
    body: { name: 'Crack in slab' },
  })
  const other = await makeHook(app, ['issue.updated'])
  await other.file('Elsewhere')
  await owner.client.call(updateWebhook, { params: at, body: { events: ['issue.created'] } })
  await file('Second')
  await expect.poll(() => listTypes(receiver)).toEqual(['issue.updated', 'issue.created'])
  expect(other.receiver.got).toEqual([])
})

test('A failed delivery is retried later, once, by one of three servers', async () => {
  const { receiver, at, hook, deliveries, file, listed } = await makeHook(app, ['issue.created'], status(500))
  await file('Crack')
  await expect.poll(async () => (await deliveries())[0]?.attempts).toBe(1)
  const [waiting] = await deliveries()
  expect(waiting).toMatchObject({ state: 'WAITING', status_code: 500 })
  expect(Date.parse(waiting?.next_at ?? '')).toBeGreaterThan(Date.now())
  expect((await listed())?.failing_since).not.toBeNull()
  receiver.answer = status(200)
  await makeDue(app, hook.id)
  await Promise.all([send(hook.id), send(hook.id), send(hook.id)])
  expect(await deliveries()).toMatchObject([{ state: 'DELIVERED', attempts: 2, next_at: null }])
  expect((await listed())?.failing_since).toBeNull()
  expect(receiver.got).toHaveLength(2)
  expect(receiver.got[0]?.headers['webhook-id']).toBe(receiver.got[1]?.headers['webhook-id'])
  expect(at.webhookId).toBe(hook.id)
})

test('A delivery of a killed server is sent by another', async () => {
  const { hook, receiver, deliveries, file } = await makeHook(app, ['issue.created'], status(500))
  await file('Crack')
  await expect.poll(async () => (await deliveries())[0]?.attempts).toBe(1)
  receiver.answer = status(200)
  // leased by a killed server: first for the rest of the lease, then free
  const hold = async (held_until: string) => {
    await makeDue(app, hook.id)
    const { db } = app.server
    await db.updateTable('webhooks').set({ held_until }).where('id', '=', hook.id).execute()
    await db.updateTable('webhook_deliveries').set({ held_until }).where('webhook_id', '=', hook.id).execute()
  }
  await hold(new Date(Date.now() + 20_000).toISOString())
  await send(hook.id)
  expect(receiver.got).toHaveLength(1)
  await hold(new Date(Date.now() - 1).toISOString())
  await queueDueWebhooks(app.server)
  await expect.poll(async () => (await deliveries())[0]?.state).toBe('DELIVERED')
  expect(receiver.got).toHaveLength(2)
})

test('A webhook backs off after a failure, and a manual test ends the backoff', async () => {
  const { owner, receiver, at, hook, deliveries, file } = await makeHook(app, ['issue.created'], status(503))
  await file('First')
  await expect.poll(async () => (await deliveries())[0]?.attempts).toBe(1)
  await file('Second')
  await send(hook.id)
  expect(receiver.got).toHaveLength(1)
  receiver.answer = status(200)
  await owner.client.call(testWebhook, { params: at })
  await expect.poll(async () => listTypes(receiver)).toEqual(['issue.created', 'issue.created', 'test'])
})

test('Deliveries of a project in the trash wait until it is restored', async () => {
  const { owner, receiver, params, hook, deliveries, file } = await makeHook(
    app,
    ['issue.created'],
    status(503),
  )
  await file('Crack')
  await expect.poll(async () => (await deliveries())[0]?.attempts).toBe(1)
  await owner.client.call(deleteProject, { params })
  receiver.answer = status(200)
  await makeDue(app, hook.id)
  await send(hook.id)
  expect(receiver.got).toHaveLength(1)
  await owner.client.call(restoreProject, { params: { projectId: params.id } })
  await send(hook.id)
  expect(await deliveries()).toMatchObject([{ state: 'DELIVERED', attempts: 2 }])
})

test('A delivery fails permanently after eight attempts', async () => {
  const { hook, deliveries, file } = await makeHook(app, ['issue.created'], status(500))
  await file('Crack')
  await expect.poll(async () => (await deliveries())[0]?.attempts).toBe(1)
  for (let tried = 2; tried <= 8; tried++) {
    expect((await deliveries())[0]?.state).toBe('WAITING')
    await makeDue(app, hook.id)
    await send(hook.id)
  }
  expect(await deliveries()).toMatchObject([
    { state: 'FAILED', attempts: 8, status_code: 500, next_at: null },
  ])
})

test('An endless reply counts by its status, and redirects are not followed', async () => {
  const endless: HookAnswer = (reply) => {
    reply.writeHead(200)
    const more = () => !reply.destroyed && reply.write(Buffer.alloc(16_000), () => setImmediate(more))
    more()
  }
  const { owner, receiver, at, deliveries } = await makeHook(app, [...webhookEvents], endless)
  const { id } = await owner.client.call(testWebhook, { params: at })
  const outcome = async (wanted: string) => (await deliveries()).find((each) => each.id === wanted)
  await expect.poll(() => outcome(id)).toMatchObject({ state: 'DELIVERED', status_code: 200 })
  const other = await makeReceiver()
  receiver.answer = status(307, { location: other.url })
  const redirected = await owner.client.call(testWebhook, { params: at })
  await expect.poll(() => outcome(redirected.id)).toMatchObject({ state: 'WAITING', status_code: 307 })
  expect(other.got).toEqual([])
})

test('Unreachable hosts and untrusted certificates are reported as errors', async () => {
  const { owner, receiver, at, deliveries } = await makeHook(app)
  const url = receiver.url.replace('http:', 'https:')
  await owner.client.call(updateWebhook, { params: at, body: { url } })
  await owner.client.call(testWebhook, { params: at })
  await expect.poll(deliveries).toMatchObject([{ state: 'WAITING', error: 'not_trusted' }])
  await owner.client.call(updateWebhook, { params: at, body: { url: receiver.url, is_active: false } })
  await owner.client.call(updateWebhook, { params: at, body: { is_active: true } })
  await closeReceivers()
  await owner.client.call(testWebhook, { params: at })
  await expect
    .poll(async () => (await deliveries())[0])
    .toMatchObject({ state: 'WAITING', status_code: null, error: 'not_reached' })
})

test('A webhook that fails for three days or replies 410 is switched off, and its creator is mailed', async () => {
  const { owner, params, at, hook, deliveries, file, listed } = await makeHook(
    app,
    ['issue.created'],
    status(500),
  )
  const failing_since = new Date(Date.now() - 4 * 24 * 3600 * 1000).toISOString()
  await app.server.db.updateTable('webhooks').set({ failing_since }).where('id', '=', hook.id).execute()
  await file('Crack')
  await expect.poll(async () => (await listed())?.is_active).toBe(false)
  expect((await listed())?.stopped_at).not.toBeNull()
  expect(await deliveries()).toMatchObject([{ state: 'FAILED', error: 'switched_off' }])
  expect(await waitForMail(app, owner.email)).toContain('A webhook of Harbour School was switched off')
  expect((await refusal(owner.client.call(testWebhook, { params: at }))).status).toBe(409)
  await file('Not told')
  expect(await deliveries()).toHaveLength(1)
  const again = await owner.client.call(updateWebhook, { params: at, body: { is_active: true } })
  expect(again).toMatchObject({ is_active: true, failing_since: null, stopped_at: null })

  const gone = await makeHook(app, ['issue.created'], status(410))
  await gone.file('Crack')
  await expect.poll(async () => (await gone.listed())?.is_active).toBe(false)
  expect(params.id).not.toBe(gone.params.id)
})

test('A creator with a locked account gets no mail when their webhook is switched off', async () => {
  const { owner, params } = await makeHook(app, ['issue.created'], status(410))
  const colleague = await makeMember(app, params.id, 'ADMIN')
  const locked_at = new Date().toISOString()
  await app.server.db.updateTable('users').set({ locked_at }).where('id', '=', owner.id).execute()
  await colleague.client.call(createIssue, { params, body: { name: 'Crack' } })
  await expect
    .poll(async () => (await colleague.client.call(listWebhooks, { params }))[0]?.is_active)
    .toBe(false)
  const { db } = app.server
  const mails = await db.selectFrom('mails').select('subject').where('recipient', '=', owner.email).execute()
  expect(mails.map(({ subject }) => subject).join()).not.toContain('webhook')
})

test('An old address that replies 410 late does not switch off the webhook with its new address', async () => {
  const held: Parameters<HookAnswer>[0][] = []
  const { owner, receiver, at, file, listed, deliveries } = await makeHook(app, ['issue.created'], (reply) =>
    held.push(reply),
  )
  await file('Crack')
  await expect.poll(() => receiver.got.length).toBe(1)
  const moved = await makeReceiver()
  await owner.client.call(updateWebhook, { params: at, body: { url: moved.url } })
  for (const reply of held) status(410)(reply)
  await expect.poll(async () => (await deliveries())[0]?.status_code).toBe(410)
  expect(await listed()).toMatchObject({ is_active: true, stopped_at: null, failing_since: null })
  await makeDue(app, at.webhookId)
  await send(at.webhookId)
  expect(listIssueNames(moved)).toEqual([['Crack']])
})

test('A new secret signs later deliveries; a delivery sent again keeps its id and body', async () => {
  const { owner, receiver, at, hook, deliveries } = await makeHook(app)
  await owner.client.call(testWebhook, { params: at })
  await expect.poll(async () => (await deliveries())[0]?.state).toBe('DELIVERED')
  const { secret } = await owner.client.call(replaceWebhookSecret, { params: at })
  const [{ id = '' } = {}] = await deliveries()
  await owner.client.call(sendDeliveryAgain, { params: { ...at, deliveryId: id } })
  await expect.poll(() => receiver.got.length).toBe(2)
  const [first, second] = receiver.got
  expect([second?.headers['webhook-id'], second?.body]).toEqual([id, first?.body])
  expect(isGenuine(secret, second?.headers ?? {}, second?.body ?? '')).toBe(true)
  expect(isGenuine(hook.secret, second?.headers ?? {}, second?.body ?? '')).toBe(false)
})

test('At most a thousand deliveries wait; further ones are listed as failed', async () => {
  const { hook, deliveries, file } = await makeHook(app, ['issue.created'], status(500))
  const { db } = app.server
  const held_until = new Date(Date.now() + 60_000).toISOString()
  await db.updateTable('webhooks').set({ held_until }).where('id', '=', hook.id).execute()
  const rows = Array.from({ length: 999 }, () => ({
    ...{ id: crypto.randomUUID(), webhook_id: hook.id, event: 'test', body: '{}' },
    ...{ next_at: held_until, created_at: new Date(0).toISOString() },
  }))
  await db.insertInto('webhook_deliveries').values(rows).execute()
  await file('Fits')
  await file('Does not fit')
  expect((await deliveries()).slice(0, 2)).toMatchObject([
    { state: 'FAILED', error: 'too_many', attempts: 0 },
    { state: 'WAITING' },
  ])
})

test('A secret encrypted with another key fails the delivery with its own error', async () => {
  const { owner, receiver, at, hook, deliveries } = await makeHook(app)
  const { secret } = await app.server.db
    .selectFrom('webhooks')
    .select('secret')
    .where('id', '<>', hook.id)
    .executeTakeFirstOrThrow()
  await app.server.db.updateTable('webhooks').set({ secret }).where('id', '=', hook.id).execute()
  await owner.client.call(testWebhook, { params: at })
  await expect.poll(deliveries).toMatchObject([{ state: 'WAITING', error: 'secret_lost' }])
  expect(receiver.got).toEqual([])
})

test('Administrators manage at most twenty webhooks; deleting one deletes its deliveries', async () => {
  const { owner, params, at, deliveries, receiver } = await makeHook(app)
  const editor = await makeMember(app, params.id, 'EDITOR')
  expect((await refusal(editor.client.call(listWebhooks, { params }))).status).toBe(403)
  const add = (url: string) =>
    owner.client.call(createWebhook, { params, body: { url, events: ['issue.created'] } })
  for (const url of [
    'ftp://example.com',
    'https://me@example.com',
    'https://example.com:25/',
    'example.com',
  ]) {
    const { status: code, body } = await refusal(add(url))
    expect([code, body.fields]).toEqual([400, { url: 'Enter an address such as https://example.com/path' }])
    expect(body.field_reasons).toEqual({ url: { code: 'bad_webhook_address' } })
  }
  for (let more = 1; more < 20; more++) await add(receiver.url)
  const { body } = await refusal(add(receiver.url))
  expect(body).toMatchObject({ error: 'conflict', message: 'A project can have at most 20 webhooks' })
  await owner.client.call(testWebhook, { params: at })
  expect(await deliveries()).toHaveLength(1)
  await owner.client.call(deleteWebhook, { params: at })
  expect(await owner.client.call(listWebhooks, { params })).toHaveLength(19)
  expect((await refusal(deliveries())).status).toBe(404)
})
