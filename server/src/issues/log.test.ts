import { createHash } from 'node:crypto'
import * as attachments from '@plumbline/contract/issues/attachments'
import * as issues from '@plumbline/contract/issues/issues'
import * as timelines from '@plumbline/contract/issues/timeline'
import { deleteProject } from '@plumbline/contract/projects/projects'
import { deleteMe } from '@plumbline/contract/users/delete-me'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { makeMember, makeOwner, type User } from '../../test/make.ts'
import { PIXEL } from '../../test/world.ts'
import { inTransaction, type Tx } from '../db/database.ts'
import { formatCanonicalJson } from '../db/hash-chain.ts'
import { purgeProjects } from '../projects/purge-projects.ts'
import { recordIssues } from './log.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

async function makeProject() {
  const owner = await makeOwner(app, 'Ada Mason')
  const params = { id: owner.project.id }
  const file = (body: object = {}, by: User = owner) =>
    by.client.call(issues.createIssue, { params, body: { name: 'Crack', ...body } })
  const change = (issueId: string, body: object, by: User = owner) =>
    by.client.call(issues.updateIssue, { params: { ...params, issueId }, body })
  const check = () => owner.client.call(timelines.checkLog, { params })
  const feed = async (by: User = owner, query: object = {}) =>
    (await by.client.call(timelines.listLog, { params, query })).items
  return { owner, params, file, change, check, feed }
}

/** Disables the trigger, as an attacker with the database password could. */
const tamper = (statement: ReturnType<typeof sql>) =>
  app.server.db.transaction().execute(async (tx) => {
    await sql`alter table issue_log disable trigger user`.execute(tx)
    await statement.execute(tx)
    await sql`alter table issue_log enable trigger user`.execute(tx)
  })

test('Every change of an issue and its parts adds an entry, and the chain verifies', async () => {
  const { owner, params, file, change, check, feed } = await makeProject()
  const issue = await file()
  const at = { ...params, issueId: issue.id }
  await change(issue.id, { name: 'Wide crack', priority: 'HIGH' })
  await change(issue.id, { status: 'RESOLVED', comment: 'Filled' })
  await owner.client.call(attachments.addAttachment, {
    params: at,
    query: { name: 'after.png' },
    file: new Blob([Buffer.from(PIXEL, 'base64')]),
  })
  await owner.client.call(issues.deleteIssue, { params: at })
  await owner.client.call(issues.restoreIssue, { params: at })
  const entries = await feed()
  expect(entries.map(({ kind }) => kind)).toEqual([
    'RESTORED',
    'DELETED',
    'ATTACHED',
    'COMMENTED',
    'CHANGED',
    'CHANGED',
    'CREATED',
  ])
  expect(entries[5]?.changes).toEqual([
    { field: 'name', from: 'Crack', to: 'Wide crack' },
    { field: 'priority', from: 'MEDIUM', to: 'HIGH' },
  ])
  expect(entries[4]?.changes).toEqual([{ field: 'status', from: 'OPEN', to: 'RESOLVED' }])
  expect(entries[2]).toMatchObject({ subject: 'after.png', issue_number: 1, issue_name: 'Wide crack' })
  const { entries: count, head, broken_at } = await check()
  expect([count, broken_at]).toEqual([7, null])
  expect(head).toMatch(/^[0-9a-f]{64}$/)
})

test('An empty log verifies', async () => {
  const { check } = await makeProject()
  expect(await check()).toEqual({ entries: 0, head: '0'.repeat(64), broken_at: null })
})

test('Hashes can be verified independently from the previous hash and the entry', async () => {
  const { owner, params, file, check } = await makeProject()
  await file()
  const row = await app.server.db
    .selectFrom('issue_log')
    .selectAll()
    .where('project_id', '=', params.id)
    .executeTakeFirstOrThrow()
  const text = `{"at":"${new Date(row.at).toISOString()}","bulk_id":null,"by":"${owner.id}","data":${formatCanonicalJson(row.data)},"issue_id":"${row.issue_id}","kind":"CREATED","project_id":"${params.id}","seq":1}`
  const expected = createHash('sha256').update(Buffer.alloc(32)).update(text).digest('hex')
  expect((await check()).head).toBe(expected)
})

test('The check finds the position of a changed, removed or inserted entry', async () => {
  const { params, file, change, check } = await makeProject()
  const { id } = await file()
  for (const name of ['B', 'C', 'D', 'E']) await change(id, { name })
  expect(await check()).toMatchObject({ entries: 5, broken_at: null })
  const of = (seq: number) => sql`project_id = ${params.id} and seq = ${seq}`
  const original = await app.server.db
    .selectFrom('issue_log')
    .selectAll()
    .where(sql<boolean>`${of(3)}`)
    .executeTakeFirstOrThrow()
  const restore = () =>
    tamper(sql`update issue_log set data = ${JSON.stringify(original.data)}::jsonb,
    by_user_id = ${original.by_user_id}, at = ${original.at}, seq = 3 where project_id = ${params.id}
    and issue_id = ${id} and hash = ${original.hash}`)
  for (const forged of [
    sql`update issue_log set data = jsonb_set(data, '{changes,0,to}', '"X"') where ${of(3)}`,
    sql`update issue_log set by_user_id = null where ${of(3)}`,
    sql`update issue_log set at = at - interval '1 day' where ${of(3)}`,
    sql`update issue_log set seq = 300 where ${of(3)}`,
  ]) {
    await tamper(forged)
    expect(await check()).toMatchObject({ entries: 2, broken_at: 3 })
    await restore()
    expect(await check()).toMatchObject({ entries: 5, broken_at: null })
  }
  await tamper(sql`delete from issue_log where ${of(5)}`)
  expect(await check()).toMatchObject({ entries: 4, broken_at: 5 })
})

test('The database refuses to change or delete entries until the project is purged', async () => {
  const { owner, params, file } = await makeProject()
  await file()
  const { db } = app.server
  await expect(sql`update issue_log set by_user_id = null`.execute(db)).rejects.toThrow('only ever added to')
  await expect(sql`delete from issue_log`.execute(db)).rejects.toThrow('only ever added to')
  await expect(sql`truncate issue_log`.execute(db)).rejects.toThrow('only ever added to')
  await owner.client.call(deleteProject, { params })
  const later = () => new Date(Date.now() + 31 * 24 * 3600 * 1000)
  await purgeProjects({ ...app.server, now: later })
  const left = await db.selectFrom('issue_log').select('seq').where('project_id', '=', params.id).execute()
  expect(left).toEqual([])
})

test('Concurrent entries are numbered without gaps in one chain', async () => {
  const { params, file, check } = await makeProject()
  const { id } = await file()
  await Promise.all(
    Array.from({ length: 20 }, () =>
      app.server.db.transaction().execute((tx) =>
        recordIssues(tx, { project_id: params.id, by: null, at: new Date().toISOString() }, [
          { issue_id: id, kind: 'PLACED' },
          { issue_id: id, kind: 'UNPLACED' },
        ]),
      ),
    ),
  )
  expect(await check()).toMatchObject({ entries: 41, broken_at: null })
})

test('A write that has recorded its entry does not hold up the next write before its own last statement', async () => {
  const { params, file, check } = await makeProject()
  const { id } = await file()
  const { db } = app.server
  const record = (tx: Tx, kind: 'PLACED' | 'UNPLACED') =>
    recordIssues(tx, { project_id: params.id, by: null, at: new Date().toISOString() }, [
      { issue_id: id, kind },
    ])
  await inTransaction(db, async (tx) => {
    await record(tx, 'PLACED')
    await inTransaction(db, (other) => record(other, 'UNPLACED'))
  })
  const rows = await db
    .selectFrom('issue_log')
    .select('kind')
    .where('issue_id', '=', id)
    .orderBy('seq')
    .execute()
  expect(rows.map(({ kind }) => kind)).toEqual(['CREATED', 'UNPLACED', 'PLACED'])
  expect(await check()).toMatchObject({ entries: 3, broken_at: null })
})

test('A write whose log has lost its head fails as a server error, not as the caller’s', async () => {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  await client.call(issues.createIssue, { params, body: { name: 'With a log' } })
  await sql`delete from issue_chains where project_id = ${project.id}`.execute(app.server.db)
  const failed = await refusal(client.call(issues.createIssue, { params, body: { name: 'Without a head' } }))
  expect([failed.status, failed.body.error]).toEqual([500, 'internal'])
})

test('Entries of one write keep their order, however many are recorded at once', async () => {
  const { params, file, check } = await makeProject()
  const { id } = await file()
  const stamp = { project_id: params.id, by: null, at: new Date().toISOString() }
  const list = (count: number, kind: 'PLACED' | 'UNPLACED') =>
    Array.from({ length: count }, () => ({ issue_id: id, kind }))
  await inTransaction(app.server.db, async (tx) => {
    await recordIssues(tx, stamp, list(1, 'PLACED'))
    await recordIssues(tx, stamp, list(60, 'UNPLACED'))
    await recordIssues(tx, stamp, list(2, 'PLACED'))
  })
  const rows = await app.server.db
    .selectFrom('issue_log')
    .select('kind')
    .where('issue_id', '=', id)
    .orderBy('seq')
    .execute()
  const kinds = [...list(1, 'PLACED'), ...list(60, 'UNPLACED'), ...list(2, 'PLACED')].map(({ kind }) => kind)
  expect(rows.map(({ kind }) => kind)).toEqual(['CREATED', ...kinds])
  expect(await check()).toMatchObject({ entries: 64, broken_at: null })
})

test('The log lists visible issues only, and deleted ones for editors only', async () => {
  const { owner, params, file, feed } = await makeProject()
  const [editor, contributor] = [
    await makeMember(app, params.id, 'EDITOR'),
    await makeMember(app, params.id, 'CONTRIBUTOR'),
  ]
  const secret = await file({ name: 'Secret', visibility: 'PRIVATE' })
  const open = await file({ name: 'Open' })
  const gone = await file({ name: 'Gone' })
  await owner.client.call(issues.relateIssue, { params: { ...params, issueId: open.id, otherId: secret.id } })
  await owner.client.call(issues.deleteIssue, { params: { ...params, issueId: gone.id } })
  const seen = async (by: User) => (await feed(by)).map((entry) => `${entry.kind} ${entry.issue_name}`)
  expect(await seen(owner)).toEqual([
    'DELETED Gone',
    'RELATED Secret',
    'RELATED Open',
    'CREATED Gone',
    'CREATED Open',
    'CREATED Secret',
  ])
  expect(await seen(editor)).toEqual(['DELETED Gone', 'CREATED Gone', 'CREATED Open'])
  expect(await seen(contributor)).toEqual(['CREATED Open'])
  const { items } = await contributor.client.call(timelines.listTimeline, {
    params: { ...params, issueId: open.id },
    query: {},
  })
  expect(JSON.stringify(items)).not.toContain('Secret')
  const stranger = await makeProject()
  expect(await stranger.feed()).toEqual([])
})

test('The log is filtered by user, kind and day, in pages', async () => {
  const { owner, params, file, change, feed } = await makeProject()
  const worker = await makeMember(app, params.id, 'CONTRIBUTOR')
  const theirs = await file({}, worker)
  await change(theirs.id, { name: 'Renamed' })
  await change(theirs.id, { name: 'Renamed again' })
  expect((await feed(owner, { by: worker.id })).map(({ kind }) => kind)).toEqual(['CREATED'])
  expect(await feed(owner, { kind: 'CHANGED' })).toHaveLength(2)
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  expect(await feed(owner, { from: day(-1), to: day(1) })).toHaveLength(3)
  expect(await feed(owner, { to: day(-2) })).toEqual([])
  expect(await feed(owner, { from: day(2) })).toEqual([])
  const first = await owner.client.call(timelines.listLog, { params, query: { limit: 2 } })
  const next = await owner.client.call(timelines.listLog, {
    params,
    query: { limit: 2, before: first.before ?? 0 },
  })
  expect([first, next].flatMap(({ items }) => items.map(({ seq }) => seq))).toEqual([3, 2, 1])
  expect(next.before).toBeNull()
})

test('Entries of a deleted account stay without an author', async () => {
  const { owner, params, file, feed, check } = await makeProject()
  const worker = await makeMember(app, params.id, 'CONTRIBUTOR')
  const issue = await file({ assignee_id: worker.id })
  const at = { ...params, issueId: issue.id }
  await worker.client.call(timelines.addComment, { params: at, body: { text: 'On my way' } })
  await worker.client.call(deleteMe, {})
  const [released, said] = await feed()
  expect(released).toMatchObject({
    by: null,
    changes: [{ field: 'assignee_id', from: worker.id, to: null }],
  })
  expect(said).toMatchObject({ by: null, comment: { text: 'On my way', created_by: null } })
  expect(await check()).toMatchObject({ entries: 3, broken_at: null })
  expect((await owner.client.call(issues.getIssue, { params: at })).watcher_ids).toEqual([])
})

test('Equal values have the same canonical JSON', () => {
  expect(formatCanonicalJson({ b: [1, { d: null, c: undefined }], a: 'ä"' })).toBe(
    '{"a":"ä\\"","b":[1,{"d":null}]}',
  )
})

test('Pages of a timeline and of the log end before comments of BCF files that would fill the memory', async () => {
  const { owner, params, file } = await makeProject()
  const { id: issueId } = await file()
  const at = { ...params, issueId }
  for (let n = 1; n <= 12; n++)
    await owner.client.call(timelines.addComment, { params: at, body: { text: `Comment ${n}` } })
  await sql`update issue_comments set text = repeat('x', 1000000) where issue_id = ${issueId}`.execute(
    app.server.db,
  )
  const readPage = (query: object) => owner.client.call(timelines.listTimeline, { params: at, query })

  const first = await readPage({})
  const second = await readPage({ before: first.before })

  expect(first.items.map(({ comment }) => comment?.text.length)).toEqual(Array(7).fill(1_000_000))
  expect(second.items.map(({ kind }) => kind)).toEqual(['CREATED', ...Array(5).fill('COMMENTED')])
  expect(second.before).toBeNull()
  const log = await owner.client.call(timelines.listLog, { params, query: { limit: 100 } })
  expect(log.items).toHaveLength(7)
  const rest = await owner.client.call(timelines.listLog, { params, query: { before: log.before ?? 0 } })
  expect(rest.items).toHaveLength(6)
})
