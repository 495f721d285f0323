import { spawnSync } from 'node:child_process'
import path from 'node:path'

const RUN = `
  import pg from 'pg'
  import { startEmbeddedPostgres } from './server/src/db/embedded-postgres.ts'
  const [folder, statements] = process.argv.slice(1)
  const { url } = await startEmbeddedPostgres(folder)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const [statement, values] of JSON.parse(statements)) await client.query(statement, values)
  await client.end()
`

type Statement = [statement: string, values: string[]]

/** Runs SQL in the database of the running server. */
export function changeRows(...statements: Statement[]) {
  const script = ['--input-type=module', '-e', RUN, process.env.E2E_DATA ?? '', JSON.stringify(statements)]
  const cwd = path.join(import.meta.dirname, '..')
  const { status, stderr } = spawnSync('node', script, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

const queueRun = (queue: 'sweep' | 'remind'): Statement => [
  'insert into pgboss.job (name, data) values ($1, $2)',
  [queue, '{}'],
]

/** Queues the sweep that a server runs every minute, so that it runs within seconds. */
export function queueSweep() {
  changeRows(queueRun('sweep'))
}

/** Makes the waiting mails about an issue due and queues the run that sends them. */
export function queueMailsOfIssue(issueId: string) {
  changeRows(
    [
      "update notifications set mail_at = now() where mail_at is not null and payload->>'issue_id' = $1",
      [issueId],
    ],
    queueRun('remind'),
  )
}
