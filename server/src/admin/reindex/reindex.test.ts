import fsp from 'node:fs/promises'
import path from 'node:path'
import { setMaintenance } from '@plumbline/contract/admin/maintenance'
import { listOperatorLog } from '@plumbline/contract/admin/people'
import { startReindex } from '@plumbline/contract/admin/reindex'
import { searchElements } from '@plumbline/contract/bim/elements'
import { listChats, searchMessages, sendMessage } from '@plumbline/contract/chat/chat'
import { createIssue } from '@plumbline/contract/issues/issues'
import { listIssues } from '@plumbline/contract/issues/lists'
import { addComment } from '@plumbline/contract/issues/timeline'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOperator } from '../../../test/admin-writes.ts'
import { startApp, type TestApp } from '../../../test/app.ts'
import { refusal } from '../../../test/client.ts'
import { plantModel } from '../../../test/converted-models.ts'
import { makeOwner, type User } from '../../../test/make.ts'
import { buildHouse, waitForRun } from '../../../test/older-models.ts'
import { sendModel, waitUntilProcessed } from '../../../test/upload.ts'
import { forgetElements } from '../../bim/elements/forget-elements.ts'
import { runRunCommand } from '../run-commands.ts'

type Owner = Awaited<ReturnType<typeof makeOwner>>

let app: TestApp
let operator: User
let owner: Owner
let key: string
beforeAll(async () => {
  app = await startApp()
  operator = await makeOperator(app)
  owner = await makeOwner(app, 'Ida Index')
  await plantModel(app, owner.project.id, buildHouse(1))
  const sent = await sendModel(owner.client, owner.project.id, 'house.ifc', buildHouse(1))
  key = (await waitUntilProcessed(owner.client, owner.project.id, sent)).artefacts_key ?? ''
}, 120_000)
afterAll(() => app.close())

async function reindex(body: { team_id?: string; project_id?: string } = {}) {
  await operator.client.call(startReindex, { body })
  return waitForRun(operator, 'REINDEX')
}

const readModel = () =>
  app.server.db
    .selectFrom('element_models')
    .selectAll()
    .where('artefacts_key', '=', key)
    .executeTakeFirstOrThrow()

/** All rows of the model's index. */
async function dumpIndex() {
  const { id } = await readModel()
  const read = (table: string) =>
    sql`select * from ${sql.table(table)} where model_id = ${id} order by 2, 3`.execute(app.server.db)
  const tables = await Promise.all(['elements', 'element_properties', 'element_values'].map(read))
  return tables.map(({ rows }) => rows)
}

/** Hits of searches for some classes. */
function countElements() {
  const params = { id: owner.project.id }
  const find = async (q: string) =>
    (await owner.client.call(searchElements, { params, query: { class: q } })).total
  return Promise.all(['IfcWall', 'IfcSlab', 'IfcDoor', 'IfcSpace', 'IfcBuildingStorey'].map(find))
}

test('A rebuild changes nothing on a server with correct derived data', async () => {
  const { run, failures } = await reindex()
  expect(run).toMatchObject({ state: 'COMPLETED', scope: null, failed: 0, changed: 0, done: run?.items })
  // the model, its project and the conversation of the project
  expect(run?.items).toBeGreaterThanOrEqual(3)
  expect(failures).toEqual([])
}, 60_000)

test('Damaged rows of an element index are counted and repaired, and the model keeps its id', async () => {
  const { db } = app.server
  const { id } = await readModel()
  const whole = await dumpIndex()
  const count = await countElements()
  await db.deleteFrom('elements').where('model_id', '=', id).where('element', 'in', [1, 2]).execute()
  await db
    .updateTable('elements')
    .set({ name: 'Wrong' })
    .where('model_id', '=', id)
    .where('element', '=', 3)
    .execute()
  await sql`insert into elements select ${id}::int, 100000 + element, guid, name, tag, class, type, storey,
    properties_hash, shape_hash, place_hash from elements where model_id = ${id} and element = 4`.execute(db)
  await sql`update element_values set postings = '\\x00' where model_id = ${id} and (property, part) =
    (select v.property, v.part from element_values v join element_properties p on p.model_id = v.model_id and p.id = v.property
    where v.model_id = ${id} and p.kind = 'class' order by 1, 2 limit 1)`.execute(db)
  await db.updateTable('element_models').set({ cut: true }).where('id', '=', id).execute()
  // in the memory of the process from here on
  forgetElements(db)
  expect(await countElements()).not.toEqual(count)
  expect((await reindex({ project_id: owner.project.id })).run).toMatchObject({
    ...{ state: 'COMPLETED', scope: { part: 'PROJECT', name: 'Harbour School' } },
    changed: 2 + 1 + 1 + 1 + 1,
  })
  expect(await dumpIndex()).toEqual(whole)
  expect(await readModel()).toMatchObject({ id, cut: false })
  expect(await countElements()).toEqual(count)
  expect((await reindex()).run).toMatchObject({ changed: 0 })
}, 60_000)

test('A missing element index is rebuilt from data stored with the model', async () => {
  const whole = await dumpIndex()
  await app.server.db.deleteFrom('element_models').where('artefacts_key', '=', key).execute()
  const { run } = await reindex({ team_id: owner.team.id })
  expect(run).toMatchObject({ state: 'COMPLETED', changed: whole[0]?.length })
  const withoutId = (tables: unknown[][]) =>
    tables.map((rows) => rows.map((row) => ({ ...(row as object), model_id: 0 })))
  expect(withoutId(await dumpIndex())).toEqual(withoutId(whole))
  const found = await owner.client.call(searchElements, { params: { id: owner.project.id }, query: {} })
  expect(found).toMatchObject({ total: expect.any(Number) })
}, 60_000)

test('A model without a stored index fails with the reason and keeps its rows', async () => {
  const stored = path.join(app.dataDir, 'blobs/artefacts', owner.team.id, key, 'elements.ndjson.gz')
  const whole = await dumpIndex()
  await fsp.rename(stored, `${stored}-away`)
  try {
    const { run, failures } = await reindex({ project_id: owner.project.id })
    expect(run).toMatchObject({ state: 'COMPLETED', failed: 1, changed: 0 })
    expect(failures).toMatchObject([
      { name: 'house.ifc', project_name: 'Harbour School', company: 'Index Builders', code: 'NO_INDEX' },
    ])
    expect(await dumpIndex()).toEqual(whole)
  } finally {
    await fsp.rename(`${stored}-away`, stored)
  }
}, 60_000)

test('Words and counts of issues are repaired, also for processes that have the lists in memory', async () => {
  const { client, project } = owner
  const params = { id: project.id }
  const issue = await client.call(createIssue, { params, body: { name: 'Leaking gutter' } })
  await client.call(createIssue, { params, body: { name: 'Cracked tile' } })
  await client.call(addComment, {
    params: { ...params, issueId: issue.id },
    body: { text: 'Near the chimney' },
  })
  const search = async (q: string) =>
    (await client.call(listIssues, { params, query: { q } })).items.map(({ name }) => name)
  const { db } = app.server
  await sql`update issue_words set words = '' where issue_id = ${issue.id}`.execute(db)
  await db.updateTable('issues').set({ comments: 7 }).where('id', '=', issue.id).execute()
  // in the memory of the process from here on
  expect([await search('gutter'), await search('chimney'), await search('tile')]).toEqual([
    [],
    [],
    ['Cracked tile'],
  ])
  const other = await makeOwner(app)
  expect((await reindex({ team_id: other.team.id })).run).toMatchObject({ changed: 0 })
  expect((await reindex({ project_id: project.id })).run).toMatchObject({ changed: 2, failed: 0 })
  expect([await search('gutter'), await search('chimney')]).toEqual([['Leaking gutter'], ['Leaking gutter']])
  const row = await db.selectFrom('issues').select('comments').where('id', '=', issue.id).executeTakeFirst()
  expect(row?.comments).toBe(1)
  expect((await reindex({ project_id: project.id })).run).toMatchObject({ changed: 0 })
}, 60_000)

test('Search words of messages are corrected, during maintenance as well', async () => {
  const { client } = owner
  const [chat] = await client.call(listChats, { query: {} })
  const params = { id: chat?.id ?? '' }
  const message = await client.call(sendMessage, { params, body: { message: 'Décor for the Lobby' } })
  const search = async (q: string) => (await client.call(searchMessages, { query: { q } })).items.length
  await sql`update chat_messages set words = array_to_tsvector(array['wrong']) where id = ${message.id}`.execute(
    app.server.db,
  )
  expect([await search('decor'), await search('wrong')]).toEqual([0, 1])
  const maintenance = { text: 'The disk is replaced.', until: null }
  await operator.client.call(setMaintenance, { body: { maintenance } })
  try {
    expect((await reindex()).run).toMatchObject({ changed: 1, failed: 0 })
  } finally {
    await operator.client.call(setMaintenance, { body: { maintenance: null } })
  }
  expect([await search('decor'), await search('wrong')]).toEqual([1, 0])
}, 60_000)

test('The command starts a run, shows its progress, and refuses invalid arguments', async () => {
  const { db, now, jobs } = app.server
  const run = (...args: string[]) => runRunCommand({ db, now }, ['reindex', ...args])
  await expect(run('--dry-run')).rejects.toThrow('reindex [--company')
  await expect(run('cancel')).rejects.toThrow('not in the right state')
  expect((await run('--company', 'Index Builders')).join()).toMatch(/^\d+ indexes wait to be rebuilt/)
  await run('pause')
  await expect(run()).rejects.toThrow('not in the right state')
  expect((await refusal(operator.client.call(startReindex, { body: {} }))).body.error).toBe('wrong_state')
  await run('resume')
  // a running server finds it within a minute
  await jobs.add(db, 'reindex', {})
  await waitForRun(operator, 'REINDEX')
  expect((await run('status')).join()).toMatch(/^completed of the company Index Builders/)
  const { items } = await operator.client.call(listOperatorLog, { query: {} })
  expect(items[0]).toMatchObject({ kind: 'REINDEX_RESUMED', by_id: null })
}, 60_000)
