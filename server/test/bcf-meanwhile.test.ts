import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Topic } from '@plumbline/bcf/model'
import { openBcf } from '@plumbline/bcf/open'
import { writeBcf } from '@plumbline/bcf/write'
import { applyBcfImport, startBcfImport } from '@plumbline/contract/bcf/bcf'
import { addAttachment } from '@plumbline/contract/issues/attachments'
import { createIssue, deleteIssue, getIssue, restoreIssue } from '@plumbline/contract/issues/issues'
import { listIssues } from '@plumbline/contract/issues/lists'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { generateProject, generateTopics } from '../../bcf/generate/topics.ts'
import { buildAttachmentFolder } from '../src/issues/attachments/attachments.ts'
import { startApp, type TestApp } from './app.ts'
import { applyFile, exportFile, importFile, previewFile, untilState } from './bcf-files.ts'
import { makeOwner } from './make.ts'
import { takeStorageAway } from './storage-away.ts'
import { PIXEL } from './world.ts'

/** Changes of issues while a BCF file of them is imported or exported: nobody's changes are lost. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
}, 60_000)
afterAll(() => app.close())

function aTopic(): Topic {
  const [made] = generateTopics({ topics: 1, comments: 1, viewpoints: 1 })
  if (!made) throw new Error('no topic')
  return { ...made.topic, guid: crypto.randomUUID() }
}
const picture = () => Readable.from([Buffer.from(PIXEL, 'base64')], { objectMode: false })
const archive = (topic: Topic) => buffer(writeBcf('3.0', generateProject(), [{ topic, openEntry: picture }]))

test('An issue restored after the preview gets the viewpoints and pictures of the file', async () => {
  const { client, project } = await makeOwner(app)
  const topic = aTopic()
  const params = { id: project.id, issueId: topic.guid }
  const viewpoints = topic.viewpoints.map((viewpoint) => ({ ...viewpoint, snapshot: 'picture.png' }))
  await importFile(client, project.id, await archive({ ...topic, viewpoints: [] }))
  await client.call(deleteIssue, { params })
  const read = await previewFile(client, project.id, await archive({ ...topic, viewpoints }))
  expect(read.outcomes).toMatchObject({ DELETED: 1 })
  await client.call(restoreIssue, { params })
  expect((await applyFile(client, project.id, read.id)).outcomes).toMatchObject({ CHANGED: 1 })
  expect((await client.call(getIssue, { params })).viewpoints).toMatchObject([{ has_snapshot: true }])
})

test.each(['2.1', '3.0'] as const)(
  'An export as %s continues without a file deleted meanwhile',
  async (version) => {
    const { client, project } = await makeOwner(app)
    const params = { id: project.id }
    for (const name of ['First', 'Second']) {
      const issue = await client.call(createIssue, { params, body: { name } })
      await client.call(addAttachment, {
        params: { ...params, issueId: issue.id },
        query: { name: `${name}.txt` },
        file: new Blob([`Words of ${name}`]) as never,
      })
    }
    const [first] = await app.server.db
      .selectFrom('issue_attachments as a')
      .innerJoin('issues', 'issues.id', 'a.issue_id')
      .select('a.blob_id')
      .where('issues.project_id', '=', project.id)
      .orderBy('issues.number')
      .execute()
    await app.server.blobs.remove(buildAttachmentFolder(project.id, first?.blob_id ?? ''))
    const read = await openBcf(await exportFile(app, client, project.id, version))
    const titles: string[] = []
    for await (const { title } of read.topics()) titles.push(title)
    expect(titles.sort()).toEqual(['First', 'Second'])
    expect(read.warnings.map(({ code }) => code)).toEqual(['MISSING_FILE'])
    const [document, ...others] = read.project.documents
    expect([document?.filename, others]).toEqual(['Second.txt', []])
    expect(String(await buffer(read.read(document?.entry ?? '')))).toBe('Words of Second')
  },
)

test('Issues are filed and files are sent while a large import is being applied', async () => {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const topics = [aTopic(), aTopic()]
  const bytes = await buffer(
    writeBcf(
      '3.0',
      generateProject(),
      topics.map((topic) => ({ topic, openEntry: picture })),
    ),
  )
  const { id } = await previewFile(client, project.id, bytes)
  await app.server.db.transaction().execute(async (tx) => {
    // only imports and exports write this table: the import stops in the middle of its transaction
    await sql`lock table bcf_bases in share mode`.execute(tx)
    await client.call(applyBcfImport, { params: { ...params, importId: id }, body: { known: 'MERGE' } })
    await expect
      .poll(async () => {
        const { rows } =
          await sql`select from pg_locks where relation = 'bcf_bases'::regclass and not granted`.execute(tx)
        return rows.length
      })
      .toBe(1)
    const { number } = await client.call(createIssue, { params, body: { name: 'Filed meanwhile' } })
    expect(number).toBe(3)
    const sent = await client.call(startBcfImport, {
      ...{ params, query: { name: 'next.bcf' } },
      file: new Blob([new Uint8Array(bytes)]) as never,
    })
    expect(sent.state).toBe('READING')
  })
  await untilState(client, { project_id: project.id, id }, ['DONE'])
  const { items } = await client.call(listIssues, { params, query: {} })
  expect(items.map(({ number, name }) => [number, name]).sort()).toEqual([
    [1, topics[0]?.title],
    [2, topics[1]?.title],
    [3, 'Filed meanwhile'],
  ])
})

test('Numbers that an import does not use are given to the next issue', async () => {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const topic = aTopic()
  const bytes = await archive(topic)
  const [first, second] = [
    await previewFile(client, project.id, bytes),
    await previewFile(client, project.id, bytes),
  ]
  await applyFile(client, project.id, first.id)
  expect((await applyFile(client, project.id, second.id)).outcomes).toMatchObject({ NEW: 0, SAME: 1 })
  expect((await client.call(createIssue, { params, body: { name: 'Next' } })).number).toBe(2)
})

test('An import that starts while the storage is unavailable is read once it is back', async () => {
  const { client, project } = await makeOwner(app)
  const storage = takeStorageAway(app)
  const read = previewFile(client, project.id, await archive({ ...aTopic(), viewpoints: [] }))
  await expect.poll(storage.countTries, { timeout: 30_000 }).toBeGreaterThan(2)
  storage.end()
  expect(await read).toMatchObject({ state: 'READY', outcomes: { NEW: 1 } })
})

test('Waiting imports are read although the bytes of an earlier one cannot be removed', async () => {
  const { client, project } = await makeOwner(app)
  const { blobs } = app.server
  const { remove } = blobs
  const removing = vi.spyOn(blobs, 'remove').mockImplementation(async (key) => {
    if (key.startsWith(`bcf/${project.id}/`)) throw new Error('EACCES')
    return remove(key)
  })
  onTestFinished(() => removing.mockRestore())
  const bytes = await archive({ ...aTopic(), viewpoints: [] })
  expect(await importFile(client, project.id, bytes)).toMatchObject({ state: 'DONE' })
  const topics = [...generateTopics({ topics: 300 })].map(({ topic }) => ({ topic, openEntry: picture }))
  const many = await buffer(writeBcf('3.0', generateProject(), topics))
  const read = await Promise.all([many, bytes, bytes].map((file) => previewFile(client, project.id, file)))
  expect(read.map(({ state }) => state)).toEqual(['READY', 'READY', 'READY'])
})
