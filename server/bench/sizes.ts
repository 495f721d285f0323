import { parseArgs } from 'node:util'
import { sendMessage } from '@plumbline/contract/chat/chat'
import type { CallOf, EndpointSpec } from '@plumbline/contract/http'
import { createIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { addComment } from '@plumbline/contract/issues/timeline'
import { sql } from 'kysely'
import type { Db } from '../src/db/database.ts'
import { callAs, makeProject, ServerProcess, type SignedIn, signInPeople } from '../test/server-process.ts'
import { withDatabase } from './database.ts'

/**
 * What one act leaves in the database, indexes, logs and notifications included: the growth of all tables over many of
 * them, divided by their number. The figures of docs/scale.md.
 *   node server/bench/sizes.ts [--count 2000] [--people 10]
 */
const { values } = parseArgs({
  options: { count: { type: 'string', default: '2000' }, people: { type: 'string', default: '10' } },
})
const COUNT = Number(values.count)
const PARALLEL = 8

/** Bytes of each table with its indexes and long values, without rows that are dead. */
async function readSizes(db: Db): Promise<Map<string, number>> {
  await sql`vacuum full`.execute(db)
  const { rows } = await sql<{ name: string; bytes: string }>`
    select relname as name, pg_total_relation_size(oid) as bytes from pg_class
    where relkind = 'r' and relnamespace not in (select oid from pg_namespace where nspname like 'pg\\_%' or nspname = 'information_schema')`.execute(
    db,
  )
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]))
}

/** Runs an act `COUNT` times, a few at once. */
async function repeat(act: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < COUNT) await act(next++)
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
}

const words = (n: number) =>
  `Crack beside the door of axis ${n % 40}, seen on the round of day ${n % 300}, to be repaired before the ceiling closes`

await withDatabase(async ({ db, databaseUrl, dataDir }) => {
  const server = new ServerProcess(databaseUrl, dataDir)
  try {
    await server.start()
    const people = await signInPeople(db, Number(values.people))
    const project = await makeProject(db, people)
    const of = <T>(list: readonly T[], n: number) => list[n % list.length] as T
    const issues: string[] = []
    const call = async <E extends EndpointSpec>(person: SignedIn, endpoint: E, input: CallOf<E>) => {
      const reply = await callAs(server.origin, person, endpoint, input)
      if (reply === null) throw new Error(`${endpoint.path} was refused`)
      return reply
    }
    const acts: Record<string, (n: number) => Promise<unknown>> = {
      'an issue, assigned': async (n) => {
        const body = {
          name: words(n).slice(0, 60),
          description: words(n),
          assignee_id: of(people, n + 1).id,
          labels: [`Round ${n % 50}`],
        }
        const issue = await call(of(people, n), createIssue, { params: { id: project.id }, body })
        issues.push(issue.id)
      },
      'a change of an issue': (n) =>
        call(of(people, n), updateIssue, {
          params: { id: project.id, issueId: of(issues, n) },
          body: { priority: n % 2 ? 'HIGH' : 'LOW' },
        }),
      'a comment': (n) =>
        call(of(people, n), addComment, {
          params: { id: project.id, issueId: of(issues, n) },
          body: { text: words(n) },
        }),
      'a chat message': (n) =>
        call(of(people, n), sendMessage, {
          params: { id: project.chat_id },
          body: { message: words(n) },
        }),
    }
    let before = await readSizes(db)
    for (const [name, act] of Object.entries(acts)) {
      await repeat(act)
      const after = await readSizes(db)
      const grown = [...after]
        .map(([table, bytes]) => [table, (bytes - (before.get(table) ?? 0)) / COUNT] as const)
        .filter(([, bytes]) => bytes >= 20)
        .sort((a, b) => b[1] - a[1])
      const total = grown.reduce((sum, [, bytes]) => sum + bytes, 0)
      const parts = grown.map(([table, bytes]) => `${table} ${bytes.toFixed(0)}`).join(', ')
      console.log(`${name}: ${total.toFixed(0)} bytes (${parts})`)
      before = after
    }
  } finally {
    await server.end('SIGKILL')
  }
})
