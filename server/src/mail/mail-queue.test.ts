import { randomUUID } from 'node:crypto'
import net from 'node:net'
import { startSignup } from '@plumbline/contract/auth/auth'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { Client } from '../../test/client.ts'
import { countJobs } from '../jobs/count-jobs.ts'
import { createMailSender } from './mail.ts'
import { runMailCommand } from './mail-commands.ts'
import { queueDueMails, sweepMails } from './mail-queue.ts'

/** Delivery while the mail server is down or refuses mails. */

const HOUR_MS = 3600_000
const email = 'ines@example.com'

/** A test mail server that can be stopped and refuses one address permanently. */
async function makeMailServer() {
  const taken: string[] = []
  let server: SMTPServer | null = null
  let port = 0
  const start = async () => {
    const made = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo({ address }, _session, done) {
        if (address.startsWith('nobody'))
          done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
        else done()
      },
      onData(stream, { envelope }, done) {
        stream.resume()
        stream.on('end', () => {
          taken.push(...envelope.rcptTo.map(({ address }) => address))
          done()
        })
      },
    })
    await new Promise<void>((resolve) => made.listen(port, '127.0.0.1', resolve))
    const address = made.server.address()
    port = typeof address === 'object' && address ? address.port : 0
    server = made
  }
  const stop = async () => {
    await new Promise<void>((resolve) => (server ? server.close(resolve) : resolve()))
    server = null
  }
  await start()
  onTestFinished(stop)
  return { taken, start, stop, url: `smtp://127.0.0.1:${port}` }
}

async function begin() {
  const mailServer = await makeMailServer()
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const app = await startApp({ SMTP_URL: mailServer.url }, { now })
  onTestFinished(() => app.close())
  const later = async (ms: number) => {
    ahead += ms
    await queueDueMails(app.server)
  }
  return { app, mailServer, later }
}

const add = async ({ server }: TestApp, recipient: string) => {
  const values = { id: randomUUID(), recipient, subject: 'Hello', html: '', text: 'Hello' }
  await server.db.insertInto('mails').values(values).execute()
}
const stateOf = async ({ server }: TestApp, recipient: string) =>
  server.db
    .selectFrom('mails')
    .select(['state', 'attempts'])
    .where('recipient', '=', recipient)
    .executeTakeFirstOrThrow()

test('A mail is delivered once after the mail server was down for two days', async () => {
  const { app, mailServer, later } = await begin()
  await mailServer.stop()
  await new Client(app).call(startSignup, { body: { email } })
  await expect.poll(() => stateOf(app, email), { timeout: 20_000 }).toEqual({ state: 'QUEUED', attempts: 1 })
  for (let attempts = 2; attempts < 6; attempts++) {
    await later(10 * HOUR_MS)
    await expect.poll(() => stateOf(app, email), { timeout: 20_000 }).toEqual({ state: 'QUEUED', attempts })
  }
  const ready = await app.fastify.inject('/readyz')
  expect(ready.json()).toMatchObject({ status: 'ready', mails: { waiting: 1, failed: 0 } })
  await mailServer.start()
  await later(10 * HOUR_MS)
  await expect.poll(() => stateOf(app, email), { timeout: 20_000 }).toMatchObject({ state: 'SENT' })
  await later(10 * HOUR_MS)
  expect(mailServer.taken).toEqual([email])
}, 120_000)

test('A mail fails after three days, is listed with its error, and can be retried', async () => {
  const { app, mailServer, later } = await begin()
  await mailServer.stop()
  await new Client(app).call(startSignup, { body: { email } })
  await expect.poll(() => stateOf(app, email), { timeout: 20_000 }).toMatchObject({ attempts: 1 })
  await later(73 * HOUR_MS)
  expect(await stateOf(app, email)).toMatchObject({ state: 'FAILED' })
  const operate = (...args: string[]) => runMailCommand(app.server.db, app.server.now(), ['mails', ...args])
  expect(await operate()).toEqual([
    expect.stringMatching(new RegExp(`${email}.*given up, 1 attempts: .*ECONNREFUSED`)),
  ])
  await mailServer.start()
  expect(await operate('retry')).toEqual(['1 mail will be retried within a minute.'])
  await later(1000)
  await expect.poll(() => mailServer.taken, { timeout: 20_000 }).toEqual([email])
  await expect.poll(() => operate()).toEqual(['All mails were delivered.'])
}, 120_000)

test('A mail whose job was lost is sent anyway', async () => {
  const { app, mailServer, later } = await begin()
  await add(app, 'ines@example.com')
  await later(HOUR_MS)
  await expect.poll(() => mailServer.taken, { timeout: 20_000 }).toEqual(['ines@example.com'])
}, 120_000)

test('A mail to a nonexistent mailbox is attempted once', async () => {
  const { app, later } = await begin()
  await add(app, 'nobody@example.com')
  await later(HOUR_MS)
  await expect
    .poll(() => stateOf(app, 'nobody@example.com'), { timeout: 20_000 })
    .toEqual({ state: 'FAILED', attempts: 1 })
}, 120_000)

test('A delivered mail is removed after 30 days, a failed one stays listed', async () => {
  const { app, later } = await begin()
  await add(app, 'nobody@example.com')
  await add(app, email)
  await later(HOUR_MS)
  await expect.poll(() => stateOf(app, email), { timeout: 20_000 }).toMatchObject({ state: 'SENT' })
  await expect
    .poll(() => stateOf(app, 'nobody@example.com'), { timeout: 20_000 })
    .toMatchObject({ state: 'FAILED' })
  const { db } = app.server
  const leftAfter = async (days: number) => {
    await sql`update mails set created_at = created_at - make_interval(days => ${days})`.execute(db)
    await sweepMails(db)
    const rows = await db.selectFrom('mails').select('recipient').execute()
    return rows.map(({ recipient }) => recipient).sort()
  }
  expect(await leftAfter(29)).toEqual([email, 'nobody@example.com'])
  expect(await leftAfter(2)).toEqual(['nobody@example.com'])
}, 120_000)

test('A mail that waits while the queue stands still is queued once, however often the queue is swept', async () => {
  const { app, later } = await begin()
  const { db, jobs } = app.server
  await jobs.setPaused(true)
  const client = new Client(app)
  await client.call(startSignup, { body: { email } })
  for (const name of ['a', 'b']) await add(app, `${name}@example.com`)
  for (let minute = 0; minute < 5; minute++) await later(3 * 60_000)
  const [counted] = await countJobs(db, ['mail'])
  expect(counted).toMatchObject({ waiting: 3 })
  await jobs.setPaused(false)
  for (const recipient of [email, 'a@example.com', 'b@example.com'])
    await expect.poll(() => stateOf(app, recipient), { timeout: 20_000 }).toMatchObject({ state: 'SENT' })
})

test('A mail server that never ends its reply is given up, and the mail waits for its next attempt', async () => {
  const tarpit = net.createServer((socket) => {
    socket.on('error', () => {}).write('220 mail.example.com\r\n')
    socket.once('data', () => {
      const drip = setInterval(() => socket.write('250-still here\r\n'), 20)
      socket.on('close', () => clearInterval(drip))
    })
  })
  await new Promise<void>((resolve) => tarpit.listen(0, '127.0.0.1', resolve))
  const closed = new Promise<void>((resolve) =>
    tarpit.on('connection', (socket) => socket.on('close', resolve)),
  )
  onTestFinished(() => void tarpit.close())
  const { port } = tarpit.address() as net.AddressInfo
  const { app } = await begin()
  await add(app, email)
  const { id } = await app.server.db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
  const send = createMailSender({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'desk@example.com' }, 300)
  await send(app.server, id, new AbortController().signal)
  expect(await stateOf(app, email)).toEqual({ state: 'QUEUED', attempts: 1 })
  await closed
})

test('A mail that was sent when the connection to the database was lost is recorded as sent', async () => {
  const { app, mailServer } = await begin()
  await add(app, email)
  const { id } = await app.server.db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
  let updates = 0
  const db = new Proxy(app.server.db, {
    get: (real, name) => {
      // the first one claims the mail
      if (name === 'updateTable' && ++updates === 2) throw new Error('Connection terminated unexpectedly')
      const value: unknown = Reflect.get(real, name)
      return typeof value === 'function' ? value.bind(real) : value
    },
  })
  const send = createMailSender({ smtpUrl: mailServer.url, mailFrom: 'desk@example.com' })
  await send({ ...app.server, db }, id, new AbortController().signal)
  expect(mailServer.taken).toEqual([email])
  expect(await stateOf(app, email)).toMatchObject({ state: 'SENT' })
})
