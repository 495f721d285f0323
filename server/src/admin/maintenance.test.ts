import { setMaintenance } from '@plumbline/contract/admin/maintenance'
import { listOperatorLog } from '@plumbline/contract/admin/people'
import { login, logout } from '@plumbline/contract/auth/auth'
import { listVariants } from '@plumbline/contract/bim/bim'
import { createProject } from '@plumbline/contract/projects/projects'
import { getSettingAsJson } from '@plumbline/contract/settings/settings'
import { getMe } from '@plumbline/contract/users/get-me'
import { updateMe } from '@plumbline/contract/users/users'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { makeOperator } from '../../test/admin-writes.ts'
import { listenOnPort, startApp, type TestApp } from '../../test/app.ts'
import { Client, refusal } from '../../test/client.ts'
import { Listener } from '../../test/listener.ts'
import { makeOwner, makeUser, PASSWORD, type User, waitForResetCode } from '../../test/make.ts'
import { createUpload, sendBytes } from '../../test/upload.ts'
import { createApp } from '../app.ts'
import { inTransaction } from '../db/database.ts'
import { countJobs } from '../jobs/count-jobs.ts'
import { startJobs } from '../jobs/jobs.ts'
import { createTeller } from '../live/tell.ts'
import { runMaintenanceCommand } from './maintenance-command.ts'

const text = 'The server moves to a larger machine.'

let app: TestApp
let operator: User
let person: User
beforeAll(async () => {
  app = await startApp()
  operator = await makeOperator(app)
  person = await makeUser(app)
})
afterAll(() => app.close())
afterEach(() => end())

const begin = (until: string | null = null) =>
  operator.client.call(setMaintenance, { body: { maintenance: { text, until } } })
const end = () => operator.client.call(setMaintenance, { body: { maintenance: null } })
const rename = (user: User) => user.client.call(updateMe, { body: { first_name: 'Renamed' } })
const command = (...args: string[]) =>
  runMaintenanceCommand({ db: app.server.db, teller: createTeller([], () => {}), now: () => new Date() }, [
    'maintenance',
    ...args,
  ])

test('During maintenance writes are refused with 503 and its text, reads go on, and operators write', async () => {
  await begin()
  const { status, body } = await refusal(rename(person))
  expect([status, body.error, body.reason]).toEqual([
    503,
    'unavailable',
    { code: 'server_maintenance', values: { text } },
  ])
  expect(body.message).toContain(text)
  const url = '/api/me'
  expect((await person.client.send('PATCH', url, { first_name: 'Renamed' })).headers['retry-after']).toBe(
    '30',
  )
  expect((await person.client.call(getMe, {})).first_name).toBe('Test')
  expect((await rename(operator)).first_name).toBe('Renamed')
  const visitor = new Client(app)
  expect((await visitor.send('POST', '/api/signup', { email: 'new@example.com' })).status).toBe(503)
  await end()
  expect((await rename(person)).first_name).toBe('Renamed')
})

test('Signing in and out stays possible during maintenance', async () => {
  await begin()
  const client = new Client(app)
  await client.call(login, { body: { email: person.email, password: PASSWORD } })
  expect((await client.call(getMe, {})).id).toBe(person.id)
  await client.call(logout, {})
  expect((await client.send('GET', '/api/me')).status).toBe(401)
})

test('Retry-After is the time until the expected end, within bounds', async () => {
  const retryAfter = async (seconds: number) => {
    await begin(new Date(Date.now() + seconds * 1000).toISOString())
    const { headers } = await person.client.send('PATCH', '/api/me', { first_name: 'Renamed' })
    return Number(headers['retry-after'])
  }
  const near = await retryAfter(120)
  expect(near).toBeGreaterThan(60)
  expect(near).toBeLessThanOrEqual(120)
  expect(await retryAfter(7200)).toBe(600)
  expect(await retryAfter(-7200)).toBe(15)
})

test('A call that nobody may see stays hidden during maintenance', async () => {
  await begin()
  const body = { maintenance: null }
  expect((await refusal(person.client.call(setMaintenance, { body }))).status).toBe(404)
})

test('Everybody connected is notified of maintenance and reads its text, including visitors', async () => {
  const origin = await listenOnPort(app)
  const listener = new Listener(origin, person.client)
  await listener.first('hello')
  const until = new Date(Date.now() + 3600_000).toISOString()
  await begin(until)
  await listener.first('maintenance.updated')
  const read = () => new Client(app).call(getSettingAsJson, { params: { name: 'MAINTENANCE' } })
  expect(await read()).toEqual({ text, until })
  await end()
  await listener.until(
    ({ frames }) => frames.filter(({ type }) => type === 'maintenance.updated').length === 2,
  )
  expect(await read()).toBe(null)
  listener.close()
})

test('An upload pauses during maintenance and continues afterwards', async () => {
  const owner = await makeOwner(app)
  const { id } = await owner.client.call(createProject, { body: { name: 'Harbour School' } })
  const bytes = Buffer.from(
    "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n#1=IFCPROJECT('0RyAXl0O',$);\nENDSEC;\nEND-ISO-10303-21;\n",
  )
  const upload = await createUpload(owner.client, id, 'house.ifc', bytes.length)
  expect((await sendBytes(owner.client, upload, bytes.subarray(0, 10), 0)).status).toBe(204)
  await begin()
  const refused = await sendBytes(owner.client, upload, bytes.subarray(10), 10)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
  const asked = await sendBytes(owner.client, upload, null, 0)
  expect([asked.status, asked.headers.get('upload-offset')]).toEqual([200, '10'])
  await end()
  expect((await sendBytes(owner.client, upload, bytes.subarray(10), 10)).status).toBe(204)
  const [variant] = await owner.client.call(listVariants, { params: { id, headerId: upload.headerId } })
  expect(variant?.state).not.toBe('UPLOADING')
})

test('Jobs wait in their queues during maintenance and run after it', async () => {
  const { server, url } = app
  const other = await startJobs({ url, log: server.log })
  const control = Promise.withResolvers<void>()
  // a queue that has no worker in a server without Stripe
  await other.work('stripe', 1, async () => control.resolve())
  await begin()
  await inTransaction(server.db, (tx) => server.jobs.add(tx, 'reset', { email: person.email }))
  await inTransaction(server.db, (tx) => server.jobs.add(tx, 'stripe', {}))
  await control.promise
  const [counts] = await countJobs(server.db, ['reset'])
  expect(counts).toMatchObject({ waiting: 1, running: 0 })
  await end()
  await waitForResetCode(app, person.email)
  await other.close()
})

test('A server under maintenance stays ready and shows it in /metrics', async () => {
  const gauge = async () =>
    /^plumbline_maintenance (\d)$/m.exec((await app.fastify.inject('/metrics')).body)?.[1]
  expect(await gauge()).toBe('0')
  await begin()
  expect(await gauge()).toBe('1')
  expect((await app.fastify.inject('/readyz')).statusCode).toBe(200)
})

test('The command begins and ends maintenance for all processes, and the log names it', async () => {
  const second = await createApp({ config: app.server.config, databaseUrl: app.url })
  try {
    expect(await command()).toEqual(['This server is not under maintenance.'])
    await command('on', text, '--until', '2126-12-01T20:00+01:00')
    expect(await command('status')).toEqual([
      `This server is under maintenance: ${text} Expected end: 2126-12-01T19:00:00.000Z.`,
    ])
    for (const { server } of [app, second])
      await vi.waitUntil(() => server.maintenance.read() !== null, { timeout: 60_000 })
    expect((await refusal(rename(person))).status).toBe(503)
    expect(await command('off')).toEqual(['Maintenance has ended.'])
    expect(await command('off')).toEqual(['This server is not under maintenance.'])
    for (const { server } of [app, second])
      await vi.waitUntil(() => server.maintenance.read() === null, { timeout: 60_000 })
    const { items } = await operator.client.call(listOperatorLog, { query: {} })
    expect(items.slice(0, 2)).toMatchObject([
      { kind: 'MAINTENANCE_ENDED', by: null },
      { kind: 'MAINTENANCE_STARTED', by: null, data: { text, until: '2126-12-01T19:00:00.000Z' } },
    ])
  } finally {
    await second.close()
  }
})

test('The command refuses a missing text, an end without a time zone, and one that has passed', async () => {
  await expect(command('on')).rejects.toThrow('Say in quotes')
  await expect(command('on', text, 'more')).rejects.toThrow('Say in quotes')
  await expect(command('on', text, '--until', '2126-12-01T20:00')).rejects.toThrow('--until takes a moment')
  await expect(command('on', text, '--until', '2020-12-01T20:00Z')).rejects.toThrow('has passed')
  await expect(command('on', text, '--for', '2h')).rejects.toThrow('maintenance on')
  await expect(command('pause')).rejects.toThrow('maintenance on')
})
