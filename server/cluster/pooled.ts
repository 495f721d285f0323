import { createIssue, getIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { addComment, checkLog } from '@plumbline/contract/issues/timeline'
import { listNotifications } from '@plumbline/contract/notifications/notifications'
import { sql } from 'kysely'
import pg from 'pg'
import { expect } from 'vitest'
import { isDirectUrl } from '../src/db/prepare-role.ts'
import { refusal } from '../test/client.ts'
import { makeMember, makeOwner, type User } from '../test/make.ts'
import type { Cluster } from './cluster.ts'
import { checkWrites, startWriters, waitForWrites } from './kills.ts'
import { connectApp } from './remote-app.ts'

/** Servers that share the few connections of PgBouncer in transaction mode. */

const CLIENTS = 20
/** PgBouncer's own, see test/pooler.ts */
const CONNECTIONS = 5

/** Many clients at once are served by few connections, and the servers notice that they are not PostgreSQL's own. */
export async function checkPoolerShares(cluster: Cluster) {
  expect([await isDirectUrl(cluster.pooledUrl), await isDirectUrl(cluster.directUrl)]).toEqual([false, true])
  const clients = Array.from({ length: CLIENTS }, () => new pg.Client(cluster.pooledUrl))
  await Promise.all(clients.map((client) => client.connect()))
  const pids = await Promise.all(
    clients.map(async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid, pg_sleep(0.05)')
      return rows[0]?.pid
    }),
  )
  await Promise.all(clients.map((client) => client.end()))
  expect(new Set(pids).size).toBeLessThanOrEqual(CONNECTIONS)
}

/** Reads and writes an issue as often as makes its statements frequent ones. */
async function useIssue({ client }: Pick<User, 'client'>, project: string, rounds: number) {
  const params = { id: project }
  const { id } = await client.call(createIssue, { params, body: { name: 'Crack' } })
  const at = { ...params, issueId: id }
  for (let round = 0; round < rounds; round++) {
    const { version } = await client.call(getIssue, { params: at })
    await client.call(
      updateIssue,
      { params: at, body: { name: `Crack ${round}` } },
      { 'if-match': `"${version}"` },
    )
    await client.call(addComment, { params: at, body: { text: `Comment ${round}` } })
    await client.call(listNotifications, { query: {} })
  }
}

export async function checkFrequentStatements(cluster: Cluster) {
  const app = connectApp(cluster, cluster.origin)
  const owner = await makeOwner(app)
  const { id } = owner.project
  const people: Pick<User, 'client'>[] = [owner]
  while (people.length < 8) people.push(await makeMember(app, id, 'EDITOR'))
  await Promise.all(people.map((person) => useIssue(person, id, 12)))
  const log = await owner.client.call(checkLog, { params: { id } })
  expect(log).toMatchObject({ entries: 8 * (1 + 2 * 12), broken_at: null })
  // no transaction was left open on a connection of the pool
  const { rows } = await cluster.database.pool.query(
    "select count(*)::int as n from pg_stat_activity where state = 'idle in transaction' and state_change < now() - interval '2 s'",
  )
  expect(rows).toEqual([{ n: 0 }])
}

/** The last statement of a transaction fails: nothing of the transaction stays. */
export async function checkFailedEnding(cluster: Cluster) {
  const { client, project } = await makeOwner(connectApp(cluster, cluster.origin))
  const params = { id: project.id }
  await client.call(createIssue, { params, body: { name: 'With a log' } })
  // the log has lost its head: its next entry has the number of the first
  await sql`delete from issue_chains where project_id = ${project.id}`.execute(cluster.database.db)
  const failed = await refusal(client.call(createIssue, { params, body: { name: 'Without a head' } }))
  expect(failed.status).toBe(500)
  const { rows } = await sql`select name from issues where project_id = ${project.id}`.execute(
    cluster.database.db,
  )
  expect(rows).toEqual([{ name: 'With a log' }])
}

/** PgBouncer is killed with all connections, and started again, while people write. */
export async function checkRestartedPooler(cluster: Cluster) {
  const { place, writers } = await startWriters(cluster)
  try {
    for (let round = 0; round < 3; round++) {
      await waitForWrites(writers, 30)
      await cluster.pooler.restart()
    }
    await waitForWrites(writers, 30)
  } finally {
    await Promise.all(writers.map((writer) => writer.end()))
  }
  await checkWrites(cluster, place, writers)
  const unexpected = writers.flatMap(({ refused }) => refused).filter((failure) => failure !== '503')
  expect(unexpected).toEqual([])
}

/** Errors of PostgreSQL and PgBouncer that come from statements or transactions on the wrong connection. */
export function checkPoolerErrors(cluster: Cluster) {
  const errors =
    /prepared statement|current transaction is aborted|there is (no|already a) transaction|unnamed/
  expect(
    cluster
      .readLogs()
      .split('\n')
      .filter((line) => errors.test(line)),
  ).toEqual([])
}
