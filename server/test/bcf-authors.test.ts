import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { bcfLimits } from '@plumbline/bcf/limits'
import type { BcfArchiveProject, Topic } from '@plumbline/bcf/model'
import { openBcf } from '@plumbline/bcf/open'
import { writeBcf } from '@plumbline/bcf/write'
import { createHeader } from '@plumbline/contract/bim/bim'
import { maxAttachments } from '@plumbline/contract/issues/attachments'
import { getIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { listIssues } from '@plumbline/contract/issues/lists'
import { listTimeline } from '@plumbline/contract/issues/timeline'
import { deleteMe } from '@plumbline/contract/users/delete-me'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { generateProject, generateTopics } from '../../bcf/generate/topics.ts'
import { collectTopics } from '../../bcf/test/archives.ts'
import { startApp, type TestApp } from './app.ts'
import { exportFile, importFile } from './bcf-files.ts'
import type { Client } from './client.ts'
import { makeMember, makeOwner } from './make.ts'

/** Authors and assignees of imported issues, and parts of a file that cannot be imported. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
}, 60_000)
afterAll(() => app.close())

const aTopic = (): Topic => {
  const [made] = generateTopics({ topics: 1, comments: 1, viewpoints: 1 })
  if (!made) throw new Error('no topic')
  return made.topic
}
const archive = (topic: Topic, project: BcfArchiveProject, entry: (name: string) => Readable) =>
  buffer(writeBcf('3.0', project, [{ topic, openEntry: entry }]))
const empty = () => Readable.from([])

async function writtenBy(client: Client, id: string, issueId: string) {
  const params = { id, issueId }
  const issue = await client.call(getIssue, { params })
  const { items } = await client.call(listTimeline, { params, query: {} })
  const comment = items.find(({ kind }) => kind === 'COMMENTED')?.comment
  return [issue, comment].map((each) => ({ by: each?.created_by, author: each?.author }))
}

test('An author without an account is named by the address in the file', async () => {
  const { client, project } = await makeOwner(app)
  const topic = { ...aTopic(), creation_author: 'ana@example.com', assigned_to: 'bo@example.com' }
  await importFile(client, project.id, await archive(topic, generateProject(), empty))
  const author = topic.comments[0]?.author
  expect(await writtenBy(client, project.id, topic.guid)).toEqual([
    { by: null, author: 'ana@example.com' },
    { by: null, author },
  ])
  const params = { id: project.id, issueId: topic.guid }
  const read = () => client.call(getIssue, { params })
  expect(await read()).toMatchObject({ assignee_id: null, assigned_to: 'bo@example.com' })
  const { id: assignee_id } = await makeMember(app, project.id, 'CONTRIBUTOR')
  await client.call(updateIssue, { params, body: { assignee_id } })
  expect(await read()).toMatchObject({ assignee_id, assigned_to: null })
})

test('An assignee without an account appears in lists until the issue is unassigned', async () => {
  const { client, project } = await makeOwner(app)
  const topic = { ...aTopic(), assigned_to: 'bo@example.com' }
  await importFile(client, project.id, await archive(topic, generateProject(), empty))
  const listed = async () => (await client.call(listIssues, { params: { id: project.id } })).items[0]
  const params = { id: project.id, issueId: (await listed())?.id ?? '' }
  expect(await listed()).toMatchObject({ assignee_id: null, assigned_to: 'bo@example.com', version: 1 })
  await client.call(updateIssue, { params, body: { assignee_id: null } })
  expect(await listed()).toMatchObject({ assigned_to: null, version: 2 })
  await client.call(updateIssue, { params, body: { assignee_id: null } })
  expect(await listed()).toMatchObject({ assigned_to: null, version: 2 })
})

test('Header files are matched to models by file name and IFC project', async () => {
  const { client, project, team } = await makeOwner(app)
  const { db } = app.server
  const model = async (name: string, file_name: string) => {
    const header = await client.call(createHeader, { params: { id: project.id }, body: { name } })
    const key = crypto.randomUUID()
    await db
      .insertInto('bim_file_variants')
      .values({
        ...{
          id: crypto.randomUUID(),
          project_id: project.id,
          header_id: header.id,
          version: 1,
          size_bytes: 1,
        },
        ...{ file_name, state: 'COMPLETED', artefacts_key: key, artefacts_team_id: team.id },
      })
      .execute()
    return { id: header.id, key }
  }
  const named = await model('House', 'Architectural.ifc')
  const known = await model('Ducts', 'of-another-name.ifc')
  await model('Bridge', 'bridge.ifc')
  await sql`
    with model as (insert into element_models (team_id, artefacts_key, version, elements, storeys, cut)
      values (${team.id}, ${known.key}, 1, 1, '[]', false) returning id)
    insert into elements select id, 0, '3uXQz5UyL2Jx1ub0YqyQQR', 'P', '', 'IfcProject', '', -1, 0, 0, 0 from model`.execute(
    db,
  )
  const about = async (...files: Topic['files']) => {
    const topic = { ...aTopic(), guid: crypto.randomUUID(), files }
    await importFile(client, project.id, await archive(topic, generateProject(), empty))
    return (await client.call(getIssue, { params: { id: project.id, issueId: topic.guid } })).model_ids
  }
  expect(await about({ filename: 'ARCHITECTURAL.ifc', is_external: true })).toEqual([named.id])
  expect(
    await about({ ifc_project: '3uXQz5UyL2Jx1ub0YqyQQR', filename: 'x.ifc', is_external: true }),
  ).toEqual([known.id])
  expect(await about({ filename: 'elsewhere.ifc', is_external: true })).toEqual([])
  expect(await about()).toEqual([])
})

test('Deleting an account removes the address of its imported content', async () => {
  const { client, project } = await makeOwner(app)
  const ana = await makeMember(app, project.id, 'CONTRIBUTOR')
  const made = aTopic()
  const edit = { modified_date: '2026-03-01T00:00:00.000Z', modified_author: ana.email }
  const comments = made.comments.map((comment) => ({ ...comment, author: ana.email, ...edit }))
  const topic = { ...made, guid: crypto.randomUUID(), creation_author: ana.email, comments, ...edit }
  await importFile(client, project.id, await archive(topic, generateProject(), empty))
  const named = { by: ana.id, author: ana.email }
  expect(await writtenBy(client, project.id, topic.guid)).toEqual([named, named])
  await ana.client.call(deleteMe, {})
  const nobody = { by: null, author: null }
  expect(await writtenBy(client, project.id, topic.guid)).toEqual([nobody, nobody])
  const exported = await openBcf(await exportFile(app, client, project.id, '3.0'))
  expect(JSON.stringify(await collectTopics(exported))).not.toContain(ana.email)
})

test('Invalid pictures and documents above the limit are reported as warnings', async () => {
  const { client, project } = await makeOwner(app)
  const guids = Array.from({ length: maxAttachments + 2 }, () => crypto.randomUUID())
  const made = aTopic()
  const topic = {
    ...made,
    guid: crypto.randomUUID(),
    viewpoints: made.viewpoints.map((viewpoint) => ({ ...viewpoint, snapshot: 'words.png' })),
    document_references: guids.map((document_guid) => ({ guid: crypto.randomUUID(), document_guid })),
  }
  const documents = guids.map((guid, at) => ({ guid, filename: `${at}.txt`, entry: `${at}.txt` }))
  const words = (name: string) => Readable.from([Buffer.from(`words of ${name}`)], { objectMode: false })
  const file = await archive(topic, { ...generateProject(), documents }, words)
  const done = await importFile(client, project.id, file)
  expect(done.state).toBe('DONE')
  expect(done.warnings.map(({ code, count }) => [code, count])).toEqual([
    ['BCF_TOO_MANY_DOCUMENTS', 2],
    ['BCF_NO_PICTURE', 1],
  ])
})

test('A document that many topics refer to is not stored more often than an archive may be large', async () => {
  const { client, project } = await makeOwner(app)
  const document_guid = crypto.randomUUID()
  const documents = [{ guid: document_guid, filename: 'law.txt', entry: 'law.txt' }]
  const topics = Array.from({ length: 4 }, () => ({
    ...{ ...aTopic(), guid: crypto.randomUUID() as string, viewpoints: [] },
    document_references: [{ guid: crypto.randomUUID(), document_guid }],
  }))
  const openEntry = () => Readable.from([Buffer.alloc(100_000, 'words ')], { objectMode: false })
  const file = await buffer(
    writeBcf(
      '3.0',
      { ...generateProject(), documents },
      topics.map((topic) => ({ topic, openEntry })),
    ),
  )
  const { archive_bytes } = bcfLimits
  onTestFinished(() => void Object.assign(bcfLimits, { archive_bytes }))
  bcfLimits.archive_bytes = 350_000
  const failed = await importFile(client, project.id, file)
  expect(failed).toMatchObject({ state: 'FAILED', error: { code: 'BCF_ARCHIVE_TOO_LARGE' } })
  const { items } = await client.call(listIssues, { params: { id: project.id }, query: {} })
  expect(items).toEqual([])
  bcfLimits.archive_bytes = 450_000
  expect(await importFile(client, project.id, file)).toMatchObject({ state: 'DONE', outcomes: { NEW: 4 } })
})
