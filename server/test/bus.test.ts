import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { removeMember } from '@plumbline/contract/access/access'
import { logout } from '@plumbline/contract/auth/auth'
import { socketCloses } from '@plumbline/contract/events'
import { createIssue } from '@plumbline/contract/issues/issues'
import { expect, inject, test } from 'vitest'
import { type App, createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { toJsonb } from '../src/db/database.ts'
import { postgresBus } from '../src/live/bus.ts'
import { numberOutboxRows } from '../src/live/sequencer.ts'
import { listenOnPort, startApp, type TestApp } from './app.ts'
import type { Client } from './client.ts'
import { Listener } from './listener.ts'
import { makeMember, makeOwner } from './make.ts'

/** Several server processes on one PostgreSQL exchange events. */

interface Two {
  first: TestApp
  /** two further processes, and the origin of the second */
  one: App
  two: App
  origin: string
}

/** Starts two servers on the database of `first`; both serve its clients. */
async function withTwo(work: (two: Two) => Promise<void>, prepare: (first: TestApp) => unknown = () => {}) {
  const first = await startApp()
  await prepare(first)
  const config = readConfig(
    { NODE_ENV: 'test', DATA_DIR: first.dataDir, DATABASE_URL: first.url, LOG_LEVEL: 'silent', ROLE: 'web' },
    first.dataDir,
  )
  const [one, two] = [
    await createApp({ config, databaseUrl: first.url }),
    await createApp({ config, databaseUrl: first.url }),
  ]
  try {
    await work({ first, one, two, origin: await listenOnPort(two) })
  } finally {
    await one.close()
    await two.close()
    await first.close()
  }
}

test('Events of one process reach the sockets of another', () =>
  withTwo(async ({ first, one, origin }) => {
    const owner = await makeOwner({ ...first, ...one })
    const listener = new Listener(origin, owner.client)
    await listener.first('hello')
    const body = { name: 'Told by the other process' }
    const issue = await owner.client.call(createIssue, { params: { id: owner.project.id }, body })
    expect((await listener.first('issue.created')).data).toEqual({ issue_id: issue.id })
    listener.close()
  }))

test('Ended sessions and removed members take effect in the other process', () =>
  withTwo(async ({ first, one, origin }) => {
    const app = { ...first, ...one }
    const owner = await makeOwner(app)
    const { id } = owner.project
    const member = await makeMember(app, id, 'EDITOR')
    const listener = new Listener(origin, member.client)
    await listener.first('hello')
    await owner.client.call(removeMember, { params: { id, userId: member.id }, query: {} })
    await listener.first('reload')
    await owner.client.call(createIssue, { params: { id }, body: { name: 'Not for them' } })
    await member.client.call(logout, {})
    expect(await listener.until(() => listener.closed)).toEqual({ code: socketCloses.signedOut.code })
    expect(listener.frames.map(({ type }) => type)).not.toContain('issue.created')
  }))

test('Presence includes people connected to other processes', () =>
  withTwo(async ({ first, one, origin }) => {
    const app = { ...first, ...one }
    const owner = await makeOwner(app)
    const { id } = owner.project
    const member = await makeMember(app, id, 'VIEWER')
    const [here, there] = [
      new Listener(await listenOnPort(one), owner.client),
      new Listener(origin, member.client),
    ]
    await there.first('hello')
    there.socket.send(JSON.stringify({ here: id }))
    const shown = { online: [owner.id, member.id].sort(), here: [member.id] }
    const says = (listener: Listener) =>
      listener.until(() =>
        listener.frames.find(
          ({ type, data }) => type === 'presence.updated' && isDeepStrictEqual(data, shown),
        ),
      )
    await Promise.all([says(here), says(there)])
    for (const listener of [here, there]) listener.close()
  }))

test('A new process resumes clients from the log, up to the limit where reloading is cheaper', () => {
  const numbers: number[] = []
  const publishMany = async (app: TestApp) => {
    const owner = await makeOwner(app)
    const audience = { users: [owner.id] }
    await app.server.db
      .insertInto('outbox')
      .values(
        Array.from({ length: 3300 }, () => ({
          id: randomUUID(),
          type: 'user.updated',
          project_id: null,
          audience: toJsonb(audience),
          data: toJsonb({ user_id: owner.id }),
        })),
      )
      .execute()
    while ((await numberOutboxRows(app.server.db)).length > 0);
    const rows = await app.server.db.selectFrom('outbox').select('seq').orderBy('seq').execute()
    numbers.push(...rows.map(({ seq }) => Number(seq)))
    client = owner.client
  }
  let client: Client
  return withTwo(async ({ origin }) => {
    const last = numbers.at(-1) ?? 0
    const after = last - 2000
    const missed = new Listener(origin, client, { after })
    await missed.first('hello')
    const heard = missed.frames.filter(({ type }) => type === 'user.updated').map(({ id }) => id)
    expect(heard).toEqual(numbers.filter((number) => number > after))
    expect(missed.frames.map(({ type }) => type)).not.toContain('reload')
    const long = new Listener(origin, client, { after: last - 3200 })
    await long.first('hello')
    expect(long.frames.map(({ type }) => type).slice(0, 2)).toEqual(['reload', 'hello'])
    for (const listener of [missed, long]) listener.close()
  }, publishMany)
})

test('NOTIFY delivers messages between two connections', async () => {
  const problems: Error[] = []
  const [here, there] = await Promise.all(
    [1, 2].map(() => postgresBus(inject('adminUrl'), (error) => problems.push(error))),
  )
  const heard = new Promise((resolve) => there?.subscribe('topic', resolve))
  await here?.publish('topic', { id: 7, text: 'Grüße' })
  expect(await heard).toEqual({ id: 7, text: 'Grüße' })
  await Promise.all([here?.close(), there?.close()])
  expect(problems).toEqual([])
})
