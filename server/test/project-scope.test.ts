import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { apiEntries } from '@plumbline/contract/api'
import { fillPath, listParamNames } from '@plumbline/contract/http'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getProjectScope } from '../src/db/project-scope.ts'
import { startApp, type TestApp } from './app.ts'
import { makeOwner } from './make.ts'

/** Calls in a project run in its scope (decision 048), except for statements with a reason to need other rows. */

interface Statement {
  text: string
  scope: string | null
}

/** The statements of the call that is being made. */
const calls = new AsyncLocalStorage<Statement[]>()
const connect = pg.Pool.prototype.connect

function recordStatements(client: pg.PoolClient) {
  const query = client.query.bind(client) as (...values: unknown[]) => unknown
  client.query = ((...values: unknown[]) => {
    const [text] = values
    if (typeof text === 'string' && !['begin', 'commit', 'rollback'].includes(text))
      calls.getStore()?.push({ text, scope: getProjectScope() })
    return query(...values)
  }) as typeof client.query
}

let app: TestApp
beforeAll(async () => {
  const recorded = new WeakSet<pg.PoolClient>()
  const record = (client: pg.PoolClient) => {
    if (!recorded.has(client)) recordStatements(client)
    recorded.add(client)
    return client
  }
  pg.Pool.prototype.connect = function (this: pg.Pool, callback?: (...values: unknown[]) => void) {
    if (callback) return (connect as (callback: unknown) => void).call(this, callback)
    return (connect as () => Promise<pg.PoolClient>).call(this).then(record)
  } as unknown as typeof connect
  app = await startApp()
})
afterAll(async () => {
  pg.Pool.prototype.connect = connect
  await app.close()
})

/** Parameters other than UUIDs. */
const samples: Record<string, string> = {
  number: '1',
  markerId: randomBytes(16).toString('base64url'),
  key: 'a',
  chunk: `chunk-${'0'.repeat(32)}.pack`,
  name: 'manifest.json',
}

test('Every call in a project runs its statements in the scope of that project', async () => {
  const owner = await makeOwner(app)
  const projectId = owner.project.id
  const outside: Record<string, string[]> = {}
  const inProjects = apiEntries.filter(({ endpoint }) => endpoint.access.startsWith('project:'))
  for (const { name, endpoint } of inProjects) {
    const names = listParamNames(endpoint.path).filter((each) => each !== 'id')
    const params = Object.fromEntries(names.map((each) => [each, samples[each] ?? randomUUID()]))
    const url = fillPath(endpoint.path, { ...params, id: projectId })
    const statements: Statement[] = []
    await calls.run(statements, () => owner.client.send(endpoint.method, url, endpoint.example?.body))
    if (!statements.some(({ scope }) => scope === projectId)) outside[name] = ['none in the scope']
    const others = statements.filter(({ scope }) => scope !== projectId)
    if (others.length > 0) outside[name] = others.map(({ text }) => text)
  }
  expect(inProjects.length).toBeGreaterThan(100)
  expect(outside).toEqual({})
})

test('Statements across projects have a reason', () => {
  const source = path.resolve(import.meta.dirname, '../src')
  const found = fs
    .readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'db/project-scope.ts')
    .flatMap((file) =>
      [...fs.readFileSync(path.join(source, file), 'utf8').matchAll(/acrossProjects\(\s*('[^']*')?/g)].map(
        ([, reason = 'no reason']) => `${file}: ${reason.slice(1, -1)}`,
      ),
    )
  expect(found.toSorted()).toEqual([
    'access/add-member.ts: people are connected by any project that they share',
    'bcf/files/apply-import.ts: ids are unique among all projects',
    'billing/plan-limits.ts: the plan limits all projects of the company together',
    'billing/plan-limits.ts: the plan limits all projects of the company together',
    'http/serve.ts: work after the commit belongs to the server',
    'issues/analyze-issues.ts: statistics are about whole tables',
    'issues/lists/search-issue-numbers.ts: policies keep the index of words from being used; the query has its own condition',
    'jobs/jobs.ts: tables of the queue',
    'live/bus.ts: listeners serve all projects',
  ])
})
