import { spawn } from 'node:child_process'
import { createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fillPath } from '@plumbline/contract/http'
import { getAttachment } from '@plumbline/contract/issues/attachments'
import { createIssue, getIssueByNumber } from '@plumbline/contract/issues/issues'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { natsBus } from '../../src/live/bus.ts'
import { checkMail } from '../../src/start-checks.ts'
import { startApp } from '../app.ts'
import { makeOwner } from '../make.ts'
import { natsServer } from '../pooler.ts'
import { findFreePort } from '../ports.ts'

/** The server while a dependency is unreachable or accepts connections without replying. */

/** Starts a TCP server that accepts connections and never replies. */
async function startHanging(): Promise<{ port: number; taken: () => number }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : 0, taken: () => sockets.size }
}

test('While the blob store hangs, /readyz names it within 2 s and uploads are refused with 503', async () => {
  const store = await startHanging()
  const app = await startApp({ BLOB_URL: `s3+http://key:secret@127.0.0.1:${store.port}/files` })
  onTestFinished(() => app.close())
  const before = performance.now()
  const ready = await app.fastify.inject('/readyz')
  expect(performance.now() - before).toBeLessThan(4000)
  expect([ready.statusCode, ready.headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)])
  expect(ready.json()).toMatchObject({ status: 'not ready', away: ['storage'], database: true })
  expect((await app.fastify.inject('/healthz')).statusCode).toBe(200)

  const { client, project } = await makeOwner(app)
  const issue = await client.call(createIssue, { params: { id: project.id }, body: { name: 'Crack' } })
  const id = crypto.randomUUID()
  const values = { id, blob_id: id, issue_id: issue.id, name: 'a.pdf', type: 'application/pdf', sha256: '' }
  await app.server.db
    .insertInto('issue_attachments')
    .values({ ...values, size: 1, kind: 'FILE', round: 0 })
    .execute()
  const path = fillPath(getAttachment.path, { id: project.id, issueId: issue.id, attachmentId: id })
  const answer = await client.send('GET', path)
  expect(answer).toMatchObject({ status: 503, body: { error: 'unavailable' } })
  expect(answer.headers['retry-after']).toMatch(/^\d+$/)
}, 120_000)

test('A silent mail server is reported at the start, which continues', async () => {
  const hanging = await startHanging()
  const line = await checkMail({ smtpUrl: `smtp://127.0.0.1:${hanging.port}`, mailFrom: 'a@example.com' })
  expect(line).toMatch(
    /^SMTP_URL: the mail server at 127\.0\.0\.1:\d+ cannot be used: .*Mails wait until it can\.$/,
  )
  expect(hanging.taken()).toBe(1)
})

test('A statement that times out is answered 503 with Retry-After', async () => {
  const app = await startApp()
  onTestFinished(() => app.close())
  const { client, project } = await makeOwner(app)
  const limit = sql`set local statement_timeout = 0`
  const quick = `do $$ begin execute format('alter role %I in database %I set statement_timeout = ''300ms''', session_user, current_database()); end $$`
  await sql.raw(quick).execute(app.server.db)
  // connections opened earlier have the normal time limit
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(app.server.db)
  await app.server.db.transaction().execute(async (tx) => {
    await limit.execute(tx)
    await sql`lock table issues in access exclusive mode`.execute(tx)
    const path = fillPath(getIssueByNumber.path, { id: project.id, number: 1 })
    const ask = async () => {
      const answer = await client.send('GET', path)
      return [answer.status, answer.headers['retry-after'], (answer.body as { error?: string }).error]
    }
    await expect.poll(ask, { timeout: 40_000 }).toEqual([503, '2', 'unavailable'])
  })
})

describe.skipIf(!natsServer)('with NATS', () => {
  if (!natsServer) process.stdout.write('Skipped: there is no nats-server on this machine\n')

  test('The bus recovers when NATS starts late or restarts', async () => {
    const port = await findFreePort()
    const start = () => spawn(natsServer ?? '', ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
    const stop = async (child: ReturnType<typeof start>) => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
    }
    const open = () => natsBus(`nats://127.0.0.1:${port}`, () => {})
    const [here, there] = [open(), open()]
    const heard: unknown[] = []
    there.subscribe('topic', (message) => heard.push(message))
    const own: unknown[] = []
    here.subscribe('topic', (message) => own.push(message))
    expect([here.ready(), there.ready()]).toEqual([false, false])
    await here.publish('topic', 'alone')
    await expect.poll(() => own).toEqual(['alone'])
    let nats = start()
    const bothReady = () => here.ready() && there.ready()
    const arrives = async (message: string) => {
      await here.publish('topic', message)
      await pause(20)
      return heard.includes(message)
    }
    await expect.poll(bothReady, { timeout: 20_000 }).toBe(true)
    await expect.poll(() => arrives('first'), { timeout: 20_000 }).toBe(true)
    await stop(nats)
    await expect.poll(() => here.ready() || there.ready(), { timeout: 20_000 }).toBe(false)
    nats = start()
    await expect.poll(bothReady, { timeout: 20_000 }).toBe(true)
    await expect.poll(() => arrives('second'), { timeout: 20_000 }).toBe(true)
    await here.close()
    await there.close()
    await stop(nats)
  }, 120_000)
})
