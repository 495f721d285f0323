import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { buffer } from 'node:stream/consumers'
import { removeMember } from '@plumbline/contract/access/access'
import { logout } from '@plumbline/contract/auth/auth'
import { createIssue } from '@plumbline/contract/issues/issues'
import {
  addPushDevice,
  getPush,
  removePushDevice,
  updateNotificationSettings,
} from '@plumbline/contract/notifications/settings'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { makeMember, makeOwner, makeUser, type User } from '../../test/make.ts'
import { isPublicAddress, publicLookup } from './public-address.ts'
import { createPushSender, queueDuePushes } from './push.ts'

/** A fake push service that records requests and replies with a given status. */
class PushService {
  readonly received: { path: string; headers: http.IncomingHttpHeaders; body: Buffer }[] = []
  status = 201
  /** statuses for single paths */
  readonly statusOf = new Map<string, number>()
  private readonly server = http.createServer((request, response) => {
    void buffer(request).then((body) => {
      this.received.push({ path: request.url ?? '', headers: request.headers, body })
      response.writeHead(this.statusOf.get(request.url ?? '') ?? this.status).end('x'.repeat(100_000))
    })
  })

  async start() {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
  }
  /** An agent that connects to this service without TLS. */
  agent(): https.Agent {
    const agent = new https.Agent()
    const { port } = this.server.address() as net.AddressInfo
    return Object.assign(agent, { createConnection: () => net.connect(port, '127.0.0.1') })
  }
  close() {
    this.server.closeAllConnections()
    this.server.close()
  }
}

const service = new PushService()
let app: TestApp
beforeAll(async () => {
  await service.start()
  app = await startApp({}, { push: { agent: service.agent() } })
})
afterAll(async () => {
  await app.close()
  service.close()
})

/** The browser's side of a push subscription. */
function makeBrowser() {
  const ecdh = createECDH('prime256v1')
  const p256dh = ecdh.generateKeys()
  const auth = randomBytes(16)
  const keys = { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') }
  /** Decrypts a push (RFC 8188 and 8291). */
  function open(body: Buffer) {
    const [salt, length] = [body.subarray(0, 16), body[20] ?? 0]
    const theirs = body.subarray(21, 21 + length)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, theirs])
    const secret = hkdfSync('sha256', ecdh.computeSecret(theirs), auth, info, 32)
    const derive = (name: string, size: number) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, size))
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    const sealed = body.subarray(21 + length)
    decipher.setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString()) as Record<string, string>
  }
  const path = `/send/${randomBytes(8).toString('hex')}`
  return { endpoint: `https://push.example.com${path}`, path, keys, open }
}
type Browser = ReturnType<typeof makeBrowser>

const turnOn = (user: User, { endpoint, keys }: Browser) =>
  user.client.call(addPushDevice, { body: { endpoint, keys, name: 'Firefox' } })
const devices = async (user: User) => (await user.client.call(getPush, {})).devices
const sentTo = ({ path }: Browser) => service.received.filter((one) => one.path === path)

async function makeSite() {
  const owner = await makeOwner(app, 'Olga Owner')
  const params = { id: owner.project.id }
  const worker = await makeMember(app, params.id, 'CONTRIBUTOR')
  const assign = (name: string) =>
    owner.client.call(createIssue, { params, body: { name, assignee_id: worker.id } })
  return { owner, worker, params, assign }
}

test('A push is encrypted for the browser and signed with the server’s VAPID key', async () => {
  const { worker, params, assign } = await makeSite()
  const browser = makeBrowser()
  await turnOn(worker, browser)
  const issue = await assign('Crack')
  await expect.poll(() => sentTo(browser).length).toBe(1)
  const [sent] = sentTo(browser)
  expect(browser.open(sent?.body ?? Buffer.alloc(0))).toEqual({
    id: expect.any(String),
    type: 'ISSUE_ASSIGNED',
    title: 'Harbour School',
    text: `Olga Owner assigned you issue #${issue.number} Crack`,
    url: `/project/${params.id}/issues/${issue.number}`,
  })
  const { public_key } = await worker.client.call(getPush, {})
  const [, token = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(sent?.headers.authorization ?? '') ?? []
  expect(key).toBe(public_key)
  expect(decodeJwt(token)).toMatchObject({ aud: 'https://push.example.com' })
})

test('A device gone from the push service is deleted, a failed push is retried within an hour', async () => {
  const { worker, assign } = await makeSite()
  const browser = makeBrowser()
  await turnOn(worker, browser)
  service.status = 503
  await assign('Crack')
  await expect.poll(() => sentTo(browser).length).toBe(1)
  const later = (minutes: number) => ({
    ...app.server,
    now: () => new Date(Date.now() + minutes * 60_000),
  })
  const send = async (minutes: number) =>
    createPushSender(later(minutes), { agent: service.agent() })(worker.id)
  await expect.poll(async () => (await waiting(worker)).length).toBe(1)
  await send(1)
  expect(sentTo(browser).length).toBe(1)
  service.status = 410
  await queueDuePushes(later(6))
  await send(6)
  expect(sentTo(browser).length).toBe(2)
  expect(await devices(worker)).toEqual([])
  service.status = 201
})

test('A push that waited is not sent to a person who was removed from the project since', async () => {
  const { owner, worker, params, assign } = await makeSite()
  const browser = makeBrowser()
  await turnOn(worker, browser)
  service.status = 503
  await assign('Crack')
  await expect.poll(() => sentTo(browser).length).toBe(1)
  await expect.poll(async () => (await waiting(worker)).length).toBe(1)
  service.status = 201
  await owner.client.call(removeMember, { params: { ...params, userId: worker.id }, query: {} })
  const later = { ...app.server, now: () => new Date(Date.now() + 6 * 60_000) }
  await createPushSender(later, { agent: service.agent() })(worker.id)
  expect(sentTo(browser).length).toBe(1)
  expect(await waiting(worker)).toEqual([])
})

test('A push that waited is not sent after its type was turned off for pushes', async () => {
  const { worker, assign } = await makeSite()
  const browser = makeBrowser()
  await turnOn(worker, browser)
  service.status = 503
  await assign('Crack')
  await expect.poll(() => sentTo(browser).length).toBe(1)
  await expect.poll(async () => (await waiting(worker)).length).toBe(1)
  service.status = 201
  const types = { ISSUE_ASSIGNED: { in_app: true, email: 'OFF', push: false } } as const
  await worker.client.call(updateNotificationSettings, { body: { types } })
  const later = { ...app.server, now: () => new Date(Date.now() + 6 * 60_000) }
  await createPushSender(later, { agent: service.agent() })(worker.id)
  expect(sentTo(browser).length).toBe(1)
})

test('A push that failed at one of two devices is repeated at that one only', async () => {
  const { worker, assign } = await makeSite()
  const [phone, laptop] = [makeBrowser(), makeBrowser()]
  await turnOn(worker, phone)
  await turnOn(worker, laptop)
  service.statusOf.set(phone.path, 503)
  await assign('Crack')
  await expect.poll(() => [sentTo(phone).length, sentTo(laptop).length]).toEqual([1, 1])
  await expect.poll(async () => (await waiting(worker)).length).toBe(1)
  service.statusOf.delete(phone.path)
  const later = { ...app.server, now: () => new Date(Date.now() + 6 * 60_000) }
  await createPushSender(later, { agent: service.agent() })(worker.id)
  expect([sentTo(phone).length, sentTo(laptop).length]).toEqual([2, 1])
})

test('A device that fails is tried once for all waiting pushes, which are repeated together', async () => {
  const { worker, assign } = await makeSite()
  const browser = makeBrowser()
  await turnOn(worker, browser)
  service.statusOf.set(browser.path, 503)
  for (const [at, name] of ['Crack', 'Leak', 'Dent'].entries()) {
    await assign(name)
    await expect.poll(() => sentTo(browser).length).toBe(at + 1)
    await expect.poll(async () => (await waiting(worker)).length).toBe(at + 1)
  }
  const send = (minutes: number) => {
    const now = () => new Date(Date.now() + minutes * 60_000)
    return createPushSender({ ...app.server, now }, { agent: service.agent() })(worker.id)
  }
  await send(6)
  expect(sentTo(browser).length).toBe(4)
  service.statusOf.delete(browser.path)
  await send(12)
  expect(sentTo(browser).length).toBe(7)
  expect(await waiting(worker)).toEqual([])
})

test('A push that failed is repeated after the quiet hours in which it became due again', async () => {
  const { worker, assign } = await makeSite()
  const browser = makeBrowser()
  await turnOn(worker, browser)
  service.statusOf.set(browser.path, 503)
  await assign('Crack')
  await expect.poll(() => sentTo(browser).length).toBe(1)
  await expect.poll(async () => (await waiting(worker)).length).toBe(1)
  service.statusOf.delete(browser.path)
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  const clock = (minutes: number) => at(minutes).toISOString().slice(11, 16)
  const quiet_hours = { from: clock(3), to: clock(30) }
  await worker.client.call(updateNotificationSettings, { body: { quiet_hours, time_zone: 'UTC' } })
  const send = (minutes: number) =>
    createPushSender({ ...app.server, now: () => at(minutes) }, { agent: service.agent() })(worker.id)
  await send(6)
  expect(sentTo(browser).length).toBe(1)
  await send(31)
  expect(sentTo(browser).length).toBe(2)
})

const waiting = (user: User) =>
  app.server.db
    .selectFrom('notifications')
    .select('push_at')
    .where('user_id', '=', user.id)
    .where('push_at', 'is not', null)
    .execute()

test('A browser is one device of its current user until they sign out', async () => {
  const [ines, noor] = [await makeUser(app), await makeUser(app)]
  const browser = makeBrowser()
  await turnOn(ines, browser)
  await turnOn(ines, browser)
  expect(await devices(ines)).toMatchObject([{ name: 'Firefox' }])
  await turnOn(noor, browser)
  expect(await devices(ines)).toEqual([])
  const [device] = await devices(noor)
  const params = { deviceId: device?.id ?? '' }
  expect((await refusal(ines.client.call(removePushDevice, { params }))).status).toBe(404)
  await noor.client.call(logout, {})
  const left = await app.server.db
    .selectFrom('push_devices')
    .select('id')
    .where('user_id', '=', noor.id)
    .execute()
  expect(left).toEqual([])
})

test('A user has at most twenty devices: the oldest is removed', async () => {
  const user = await makeUser(app)
  for (let turn = 0; turn < 22; turn++) await turnOn(user, makeBrowser())
  expect((await devices(user)).length).toBe(20)
})

test('An endpoint that is not a public https URL is refused', async () => {
  const user = await makeUser(app)
  const { keys } = makeBrowser()
  for (const endpoint of [
    'http://push.example.com/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706433/x',
    'https://localhost/x',
    'https://db.localhost/x',
    'https://push.example.com:5432/x',
    'https://me@push.example.com/x',
    `https://push.example.com/${'x'.repeat(1000)}`,
  ]) {
    const body = { endpoint, keys, name: 'Firefox' }
    expect([endpoint, (await refusal(user.client.call(addPushDevice, { body }))).status]).toEqual([
      endpoint,
      400,
    ])
  }
  expect(await devices(user)).toEqual([])
})

test('Pushes connect to public addresses only', async () => {
  for (const address of ['8.8.8.8', '2606:4700::1111', '172.32.0.1'])
    expect(isPublicAddress(address)).toBe(true)
  for (const address of [
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...[
      '224.0.0.1',
      '255.255.255.255',
      '::1',
      '::',
      '::ffff:127.0.0.1',
      'fe80::1',
      'fc00::1',
      '64:ff9b::7f00:1',
    ],
    ...['2002:7f00:1::', 'ff02::1', 'nonsense'],
  ])
    expect([address, isPublicAddress(address)]).toEqual([address, false])
  const error = await new Promise((resolve) => publicLookup('localhost', { all: true }, resolve))
  expect(String(error)).toContain('not a public address')
})

test('With WEB_PUSH=off no key is offered and no push sent', async () => {
  const quiet = await startApp({ WEB_PUSH: 'off' }, { push: { agent: service.agent() } })
  try {
    const user = await makeUser(quiet)
    expect(await user.client.call(getPush, {})).toEqual({ public_key: null, devices: [] })
    const browser = makeBrowser()
    expect((await refusal(turnOn(user, browser))).status).toBe(503)
  } finally {
    await quiet.close()
  }
})
