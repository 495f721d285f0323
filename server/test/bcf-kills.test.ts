import { readdirSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { writeBcf } from '@plumbline/bcf/write'
import { applyBcfImport, startBcfImport } from '@plumbline/contract/bcf/bcf'
import { fillPath } from '@plumbline/contract/http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateProject, generateTopics } from '../../bcf/generate/topics.ts'
import { GENESIS_HASH } from '../src/db/hash-chain.ts'
import { startApp, type TestApp } from './app.ts'
import { makeProject, ServerProcess, type SignedIn, signInPeople } from './server-process.ts'
import { atSize, longTest } from './size.ts'

/** An import survives a killed server: it is applied completely or not at all. */

const TOPICS = atSize(250, 40)
/** this process runs no jobs, it only queries the database */
let app: TestApp
let server: ServerProcess
let bytes: Buffer
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' })
  server = new ServerProcess(app.url, app.dataDir)
  bytes = await buffer(writeBcf('3.0', generateProject(), generateTopics({ topics: TOPICS, snapshot: 32 })))
}, 60_000)
afterAll(async () => {
  await server.end('SIGKILL')
  await app.close()
})

interface Scene {
  person: SignedIn
  id: string
  importId: string
}

async function send(person: SignedIn, method: string, path: string, body: string | FormData, json = true) {
  const headers = { authorization: `Bearer ${person.token}` }
  const answer = await fetch(server.origin + path, {
    method,
    body,
    headers: json ? { ...headers, 'content-type': 'application/json' } : headers,
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as { id: string }
}

async function begin(): Promise<Scene> {
  await server.start()
  const [person] = await signInPeople(app.server.db, 1)
  if (!person) throw new Error('nobody')
  const { id } = await makeProject(app.server.db, [person])
  await app.server.db
    .insertInto('issue_chains')
    .values({ project_id: id, seq: 0, hash: GENESIS_HASH })
    .execute()
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]))
  const path = `${fillPath(startBcfImport.path, { id })}?name=made.bcf`
  const begun = await send(person, 'POST', path, form, false)
  return { person, id, importId: begun.id }
}

const stateOf = async ({ importId }: Scene) =>
  (
    await app.server.db
      .selectFrom('bcf_imports')
      .select('state')
      .where('id', '=', importId)
      .executeTakeFirstOrThrow()
  ).state

const issuesIn = async ({ id }: Scene) =>
  (await app.server.db.selectFrom('issues').select('id').where('project_id', '=', id).execute()).length

async function until(what: () => Promise<boolean>): Promise<void> {
  while (!(await what())) await pause(5)
}

const apply = ({ person, id, importId }: Scene) =>
  send(person, 'POST', fillPath(applyBcfImport.path, { id, importId }), JSON.stringify({ known: 'MERGE' }))

/** Makes the heartbeat of a killed server as old as if it had been killed minutes ago. */
async function backdateHeartbeat({ importId }: Scene): Promise<void> {
  await app.server.db
    .updateTable('bcf_imports')
    .set({ heartbeat_at: sql`heartbeat_at - interval '5 minutes'` })
    .where('id', '=', importId)
    .execute()
}

const pictures = ({ id }: Scene) =>
  readdirSync(`${app.dataDir}/blobs/snapshots/${id}`).filter((name) => name.endsWith('.png')).length

async function endsWhole(scene: Scene): Promise<void> {
  await server.start()
  await until(async () => (await stateOf(scene)) !== 'READING')
  if ((await stateOf(scene)) === 'READY') await apply(scene)
  await until(async () => (await stateOf(scene)) !== 'APPLYING')
  expect(await stateOf(scene)).toBe('DONE')
  expect(await issuesIn(scene)).toBe(TOPICS)
  await expect.poll(() => pictures(scene), { timeout: 20_000 }).toBe(TOPICS)
  await server.end('SIGTERM')
}

const countOf = async ({ importId }: Scene, isStored: boolean) =>
  (
    await app.server.db
      .selectFrom('bcf_import_topics')
      .select('place')
      .where('import_id', '=', importId)
      .$if(isStored, (topics) => topics.where('is_stored', '=', true))
      .execute()
  ).length

longTest('An import killed while reading is completed by the next server', async () => {
  const scene = await begin()
  await until(async () => (await countOf(scene, false)) > 0)
  await server.end('SIGKILL')
  await backdateHeartbeat(scene)
  expect(await issuesIn(scene)).toBe(0)
  await endsWhole(scene)
})

longTest('An import killed while storing pictures is completed by the next server', async () => {
  const scene = await begin()
  await until(async () => (await stateOf(scene)) === 'READY')
  await apply(scene)
  await until(async () => (await countOf(scene, true)) > 20)
  await server.end('SIGKILL')
  await backdateHeartbeat(scene)
  expect(await issuesIn(scene)).toBe(0)
  await endsWhole(scene)
})

test('An import killed while writing issues is completed by the next server', async () => {
  const scene = await begin()
  await until(async () => (await stateOf(scene)) === 'READY')
  await app.server.db.transaction().execute(async (tx) => {
    // the log is written last and locked here, so that everything else has been written
    await tx.selectFrom('issue_chains').select('seq').where('project_id', '=', scene.id).forUpdate().execute()
    await apply(scene)
    await until(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(app.server.db)
      return rows.length > 0
    })
    await server.end('SIGKILL')
  })
  // the connection of the killed server holds the import until the lock above is free
  await backdateHeartbeat(scene)
  expect(await issuesIn(scene)).toBe(0)
  await endsWhole(scene)
})

longTest('Two servers do not apply one import twice', async () => {
  const second = new ServerProcess(app.url, app.dataDir)
  await second.start()
  try {
    const scene = await begin()
    await until(async () => (await stateOf(scene)) === 'READY')
    await apply(scene)
    await until(async () => (await stateOf(scene)) !== 'APPLYING')
    expect(await stateOf(scene)).toBe('DONE')
    expect(await issuesIn(scene)).toBe(TOPICS)
  } finally {
    await second.end('SIGKILL')
  }
})
