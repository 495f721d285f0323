import { createIssue } from '@plumbline/contract/issues'
import { expect, inject, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { postgresBus } from '../src/live/bus.ts'
import { startApp } from './app.ts'
import { Listener } from './listener.ts'
import { makeOwner } from './make.ts'

/** Several server processes on one PostgreSQL tell each other what happened. */

test('what one process tells, the readers of another hear', async () => {
  const first = await startApp()
  const config = readConfig(
    { NODE_ENV: 'test', DATA_DIR: first.dataDir, DATABASE_URL: first.url, LOG_LEVEL: 'silent', ROLE: 'web' },
    first.dataDir,
  )
  const [one, two] = [
    await createApp({ config, databaseUrl: first.url }),
    await createApp({ config, databaseUrl: first.url }),
  ]
  try {
    await two.fastify.listen({ port: 0, host: '127.0.0.1' })
    const address = two.fastify.server.address()
    const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    const owner = await makeOwner({ ...first, ...one })
    const listener = new Listener(origin, owner.client)
    await listener.first('hello')
    const body = { name: 'Told by the other process' }
    const issue = await owner.client.call(createIssue, { params: { id: owner.project.id }, body })
    expect((await listener.first('issue.created')).data).toEqual({ issue_id: issue.id })
    listener.close()
  } finally {
    await one.close()
    await two.close()
    await first.close()
  }
})

test('NOTIFY carries messages between two connections', async () => {
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
