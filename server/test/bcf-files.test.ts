import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import type { Topic } from '@plumbline/bcf/model'
import { openBcf } from '@plumbline/bcf/open'
import { type TopicToWrite, writeBcf } from '@plumbline/bcf/write'
import { cancelBcfImport, getBcfImport, listBcfImports, startBcfImport } from '@plumbline/contract/bcf/bcf'
import { createHeader } from '@plumbline/contract/bim/bim'
import {
  createIssue,
  deleteIssue,
  getIssue,
  type IssueRow,
  updateIssue,
} from '@plumbline/contract/issues/issues'
import { listIssues } from '@plumbline/contract/issues/lists'
import { listTimeline } from '@plumbline/contract/issues/timeline'
import { createLevel, updateProject } from '@plumbline/contract/projects/projects'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostileArchives } from '../../bcf/generate/hostile.ts'
import { generateProject, generateTopics } from '../../bcf/generate/topics.ts'
import { startApp, type TestApp } from './app.ts'
import { applyFile, exportFile, importFile, listImportRows, previewFile, untilState } from './bcf-files.ts'
import { type Client, RefusedCall, refusal } from './client.ts'
import { makeMember, makeOwner } from './make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
}, 60_000)
afterAll(() => app.close())

const nothing = () => Promise.reject(new Error('no entry'))
const archive = (topics: TopicToWrite[], version: '2.1' | '3.0' = '3.0') =>
  buffer(writeBcf(version, generateProject(), topics))

function aTopic(fields: Partial<Topic> = {}): Topic {
  return {
    ...{ guid: randomUUID(), title: 'Duct meets beam', labels: [], reference_links: [], files: [] },
    ...{ topic_type: 'Clash', topic_status: 'Open', priority: 'High' },
    ...{ creation_date: '2026-01-05T08:00:00.000Z', creation_author: 'ana@example.com' },
    ...{ document_references: [], related_topics: [], comments: [], viewpoints: [] },
    ...fields,
  }
}
const file = (...topics: Topic[]) => archive(topics.map((topic) => ({ topic, openEntry: nothing })))
const aComment = (comment: string, date = '2026-01-06T08:00:00.000Z') => ({
  ...{ guid: randomUUID(), date, author: 'ben@example.com', comment },
})

async function issuesOf(client: Client, id: string): Promise<IssueRow[]> {
  return (await client.call(listIssues, { params: { id }, query: {} })).items
}
async function onlyIssue(client: Client, id: string) {
  const [row] = await issuesOf(client, id)
  return client.call(getIssue, { params: { id, issueId: row?.id ?? '' } })
}
async function topicsIn(bytes: Uint8Array): Promise<Topic[]> {
  const read = await openBcf(bytes)
  const topics: Topic[] = []
  for await (const topic of read.topics()) topics.push(topic)
  return topics
}

describe('A new topic', () => {
  test('becomes an issue with its dates, people, words and parts', async () => {
    const { client, project } = await makeOwner(app)
    const ana = await makeMember(app, project.id, 'CONTRIBUTOR')
    const level = await client.call(createLevel, {
      params: { id: project.id },
      body: { name: '02', elevation_m: 3 },
    })
    const topic = aTopic({
      ...{ topic_type: 'Fault', topic_status: 'Closed', priority: 'Weird', assigned_to: ana.email },
      labels: ['Level: 02', 'Trade: Electrical', 'Level: nowhere', 'Free'],
      ...{ creation_author: ana.email.toUpperCase(), modified_date: '2026-02-01T09:00:00.000Z' },
      ...{ due_date: '2026-03-01T00:00:00.000Z', comments: [aComment('Seen'), aComment('Again')] },
    })
    const done = await importFile(client, project.id, await file(topic))
    expect(done).toMatchObject({ state: 'DONE', outcomes: { NEW: 1, SAME: 0 }, version: '3.0' })
    expect(done.people).toContainEqual({ author: 'ben@example.com', topics: 1, user_id: null })
    expect(await onlyIssue(client, project.id)).toMatchObject({
      ...{ id: topic.guid, source: 'BCF', type: 'DEFECT', status: 'CLOSED', priority: 'MEDIUM' },
      ...{ created_by: ana.id, assignee_id: ana.id, level_id: level.id, trade: 'ELECTRICAL' },
      ...{ labels: ['Level: nowhere', 'Free'], due_date: '2026-03-01', comments: 2 },
    })
    const said = await client.call(listTimeline, {
      params: { id: project.id, issueId: topic.guid },
      query: {},
    })
    expect(said.items.flatMap(({ comment }) => comment?.text ?? [])).toEqual(['Seen', 'Again'])
    const [again] = await topicsIn(await exportFile(app, client, project.id, '3.0'))
    expect(again).toMatchObject({
      topic_type: 'Fault',
      priority: 'Weird',
      modified_date: topic.modified_date,
    })
  })

  test('notifies its assignee once and gets no anchor in a missing model', async () => {
    const { client, project } = await makeOwner(app)
    const ana = await makeMember(app, project.id, 'CONTRIBUTOR')
    const topics = Array.from({ length: 3 }, () => aTopic({ assigned_to: ana.email }))
    await importFile(client, project.id, await file(...topics))
    const told = await app.server.db
      .selectFrom('notifications')
      .selectAll()
      .where('user_id', '=', ana.id)
      .execute()
    expect(told).toHaveLength(1)
  })

  test('is anchored to the element that its viewpoint selects and exported with the name of the model', async () => {
    const { client, project, team } = await makeOwner(app)
    const { db } = app.server
    const header = await client.call(createHeader, {
      params: { id: project.id },
      body: { name: 'Structure' },
    })
    const key = randomUUID()
    await db
      .insertInto('bim_file_variants')
      .values({
        ...{ id: randomUUID(), project_id: project.id, header_id: header.id, version: 1, size_bytes: 1 },
        ...{ file_name: 'structure.ifc', state: 'COMPLETED', artefacts_key: key, artefacts_team_id: team.id },
      })
      .execute()
    const ifc_guid = '2MF28NhmDBiRVyFakgdbCT'
    await sql`
      with model as (insert into element_models (team_id, artefacts_key, version, elements, storeys, cut)
        values (${team.id}, ${key}, 1, 1, '[]', false) returning id)
      insert into elements select id, 0, ${ifc_guid}, 'Beam B12', '', 'IfcBeam', '', -1, 0, 0, 0 from model`.execute(
      db,
    )
    const camera = {
      ...{ camera_view_point: { x: 0, y: 0, z: 2 }, camera_direction: { x: 0, y: 2, z: 0 } },
      ...{ camera_up_vector: { x: 0, y: 0, z: 1 }, field_of_view: 50, aspect_ratio: 1.5 },
    }
    const components = { selection: [{ ifc_guid }], visibility: { default_visibility: true } }
    const viewpoint = { guid: randomUUID(), view: { perspective_camera: camera, components }, bitmaps: [] }
    await importFile(client, project.id, await file(aTopic({ viewpoints: [viewpoint] })))
    expect((await onlyIssue(client, project.id)).anchors).toMatchObject([
      { bim_file_header_id: header.id, ifc_guid, element_name: 'Beam B12', point: { x: 0, y: 5, z: 2 } },
    ])
    const bytes = await exportFile(app, client, project.id, '3.0')
    expect((await topicsIn(bytes))[0]?.files).toMatchObject([
      { filename: 'structure.ifc', is_external: true },
    ])
    expect((await previewFile(client, project.id, bytes)).outcomes).toMatchObject({ SAME: 1 })
  })

  test('is assigned to the member chosen by the importer', async () => {
    const { client, project } = await makeOwner(app)
    const ben = await makeMember(app, project.id, 'CONTRIBUTOR')
    const bytes = await file(aTopic({ assigned_to: 'B. Smith' }))
    const people = [{ author: 'B. Smith', user_id: ben.id }]
    await importFile(client, project.id, bytes, { known: 'MERGE', people })
    expect((await onlyIssue(client, project.id)).assignee_id).toBe(ben.id)
    expect((await previewFile(client, project.id, bytes)).outcomes).toMatchObject({ SAME: 1 })
    const stranger = await makeOwner(app)
    const read = await previewFile(client, project.id, await file(aTopic({ assigned_to: 'X' })))
    const wrong = { known: 'MERGE' as const, people: [{ author: 'X', user_id: stranger.id }] }
    expect((await refusal(applyFile(client, project.id, read.id, wrong))).status).toBe(409)
  })
})

describe('An existing topic', () => {
  async function scene(fields: Partial<Topic> = {}) {
    const { client, project } = await makeOwner(app)
    const topic = aTopic({ description: 'As it was', labels: ['a', 'b'], ...fields })
    await importFile(client, project.id, await file(topic))
    const change = (body: object) =>
      client.call(updateIssue, { params: { id: project.id, issueId: topic.guid }, body: body as never })
    const later = (changed: Partial<Topic>) =>
      file({ ...topic, modified_date: new Date(Date.now() + 3600_000).toISOString(), ...changed })
    return { client, project, topic, change, later, issue: () => onlyIssue(client, project.id) }
  }

  test('accepts changes of the file and keeps changes made here', async () => {
    const { client, project, change, later, issue } = await scene()
    await change({ description: 'Said here', labels: ['b', 'ours'] })
    const done = await importFile(
      client,
      project.id,
      await later({ title: 'Said there', labels: ['a', 'b', 'theirs'], comments: [aComment('New')] }),
    )
    expect(done.outcomes).toMatchObject({ CHANGED: 1, CONFLICT: 0 })
    const after = await issue()
    expect(after).toMatchObject({ name: 'Said there', description: 'Said here', comments: 1 })
    expect([...after.labels].sort()).toEqual(['b', 'ours', 'theirs'])
  })

  test('changed on both sides takes the later change and reports the conflict', async () => {
    const { client, project, topic, change, later, issue } = await scene()
    await change({ name: 'Ours' })
    const old = { ...topic, title: 'Theirs, earlier', modified_date: '2026-01-07T00:00:00.000Z' }
    const read = await previewFile(client, project.id, await file(old))
    expect(read.outcomes).toMatchObject({ CONFLICT: 1 })
    const told = { field: 'title', ours: 'Ours', theirs: 'Theirs, earlier', taken: 'OURS', conflict: true }
    expect((await listImportRows(client, project.id, read.id))[0]?.differences).toEqual([told])
    await applyFile(client, project.id, read.id)
    expect((await issue()).name).toBe('Ours')
    await importFile(client, project.id, await later({ title: 'Theirs, later' }))
    expect((await issue()).name).toBe('Theirs, later')
  })

  test('is skipped if only new topics are imported', async () => {
    const { client, project, topic, later, issue } = await scene()
    const both = await openBcf(await later({ title: 'Changed' }))
    const topics: Topic[] = [aTopic({ title: 'Fresh' })]
    for await (const each of both.topics()) topics.push(each)
    const done = await importFile(client, project.id, await file(...topics), { known: 'SKIP' })
    expect(done.outcomes).toMatchObject({ NEW: 1, CHANGED: 0, SAME: 1 })
    expect((await issuesOf(client, project.id)).find(({ id }) => id === topic.guid)?.name).toBe(topic.title)
    expect((await issue()).name).toBeDefined()
  })

  test('is not reverted by an older file, and deleted parts stay deleted', async () => {
    const { client, project, topic, change, issue } = await scene({ comments: [aComment('Kept')] })
    await change({ name: 'Newer' })
    await exportFile(app, client, project.id, '3.0')
    const done = await importFile(client, project.id, await file(topic))
    expect(done.outcomes).toMatchObject({ SAME: 1 })
    expect((await issue()).name).toBe('Newer')
    await client.call(deleteIssue, { params: { id: project.id, issueId: topic.guid } })
    expect((await previewFile(client, project.id, await file(topic))).outcomes).toMatchObject({ DELETED: 1 })
    expect(await issuesOf(client, project.id)).toEqual([])
  })

  test('takes the later text of a comment', async () => {
    const said = aComment('First')
    const { client, project, topic, later } = await scene({ comments: [said] })
    const date = new Date(Date.now() + 3600_000).toISOString()
    const done = await importFile(
      client,
      project.id,
      await later({ comments: [{ ...said, comment: 'Second', modified_date: date }] }),
    )
    expect(done.outcomes).toMatchObject({ CHANGED: 1 })
    const timeline = await client.call(listTimeline, {
      ...{ params: { id: project.id, issueId: topic.guid }, query: {} },
    })
    expect(timeline.items.flatMap(({ comment }) => comment?.text ?? [])[0]).toBe('Second')
  })
})

test('A file imported into projects of two companies reveals nothing across them', async () => {
  const [a, b] = [await makeOwner(app), await makeOwner(app)]
  const topic = aTopic({ comments: [aComment('Both')] })
  const bytes = await file(topic)
  for (const { client, project } of [a, b])
    expect((await importFile(client, project.id, bytes)).outcomes).toMatchObject({ NEW: 1 })
  const [here, there] = [await onlyIssue(a.client, a.project.id), await onlyIssue(b.client, b.project.id)]
  expect(here.id).not.toBe(there.id)
  for (const { client, project } of [a, b]) {
    const [out] = await topicsIn(await exportFile(app, client, project.id, '3.0'))
    expect([out?.guid, out?.comments[0]?.guid]).toEqual([topic.guid, topic.comments[0]?.guid])
  }
})

test('An issue hidden from the importer is left alone with the outcome DELETED', async () => {
  const { client, project } = await makeOwner(app)
  const editor = await makeMember(app, project.id, 'EDITOR')
  const hidden = await client.call(createIssue, {
    params: { id: project.id },
    body: { name: 'Ours alone', visibility: 'PRIVATE' } as never,
  })
  const bytes = await file(aTopic({ guid: hidden.id, title: 'Overwritten' }))
  const done = await importFile(editor.client, project.id, bytes)
  expect(done.outcomes).toMatchObject({ DELETED: 1, NEW: 0 })
  expect(JSON.stringify(await listImportRows(editor.client, project.id, done.id))).not.toContain('Ours alone')
  expect((await client.call(getIssue, { params: { id: project.id, issueId: hidden.id } })).name).toBe(
    'Ours alone',
  )
})

describe('Refusals', () => {
  let owner: Awaited<ReturnType<typeof makeOwner>>
  beforeAll(async () => {
    owner = await makeOwner(app)
  })

  test.each(hostileArchives.filter(({ limits }) => !limits))(
    '$name ends with its own words',
    async ({ code, bytes }) => {
      const { client, project } = owner
      const failed = await previewFile(client, project.id, bytes())
      expect(failed).toMatchObject({ state: 'FAILED', error: { code: `BCF_${code}` } })
      expect(failed.error?.message).not.toMatch(/\{\w+\}/)
      expect(await issuesOf(client, project.id)).toEqual([])
    },
  )

  test('Members below editor neither import nor see imports', async () => {
    const { client, project } = await makeOwner(app)
    const contributor = await makeMember(app, project.id, 'CONTRIBUTOR')
    const read = await previewFile(client, project.id, await file(aTopic()))
    const at = { params: { id: project.id, importId: read.id } }
    expect((await refusal(contributor.client.call(getBcfImport, at))).status).toBe(403)
    const other = await makeOwner(app)
    const elsewhere = { params: { id: other.project.id, importId: read.id } }
    expect((await refusal(other.client.call(getBcfImport, elsewhere))).status).toBe(404)
  })

  test('An import is applied once, and not by a former editor', async () => {
    const { client, project } = await makeOwner(app)
    const done = await importFile(client, project.id, await file(aTopic()))
    expect((await refusal(applyFile(client, project.id, done.id))).body.error).toBe('wrong_state')
    const read = await previewFile(client, project.id, await file(aTopic()))
    await client.call(updateProject, { params: { id: project.id }, body: { status: 'ARCHIVED' } as never })
    const failed = await applyFile(client, project.id, read.id).catch((error) => error as RefusedCall)
    expect(failed).toMatchObject(failed instanceof RefusedCall ? { status: 409 } : { state: 'FAILED' })
    expect(await issuesOf(client, project.id)).toHaveLength(1)
  })

  test('An import whose author loses the right while waiting fails with the reason', async () => {
    const { client, project } = await makeOwner(app)
    const editor = await makeMember(app, project.id, 'EDITOR')
    const read = await previewFile(editor.client, project.id, await file(aTopic()))
    const { db, jobs } = app.server
    await db.transaction().execute(async (tx) => {
      const mine = tx.updateTable('project_members').where('user_id', '=', editor.id)
      await mine.set({ permission_level: 'CONTRIBUTOR' }).execute()
      await tx.updateTable('bcf_imports').set({ state: 'APPLYING' }).where('id', '=', read.id).execute()
      await jobs.add(tx, 'bcf', {})
    })
    const failed = await untilState(client, { project_id: project.id, id: read.id }, ['DONE', 'FAILED'])
    expect(failed).toMatchObject({ state: 'FAILED', error: { code: 'BCF_RIGHTS' } })
    expect(await issuesOf(client, project.id)).toEqual([])
  })

  test('Unfinished imports are limited per project', async () => {
    const { client, project } = await makeOwner(app)
    const bytes = await file(aTopic())
    for (let count = 0; count < 5; count++) await previewFile(client, project.id, bytes)
    expect((await refusal(previewFile(client, project.id, bytes))).body.error).toBe('conflict')
    const [first] = await client.call(listBcfImports, { params: { id: project.id } })
    await client.call(cancelBcfImport, { params: { id: project.id, importId: first?.id ?? '' } })
    expect((await previewFile(client, project.id, bytes)).state).toBe('READY')
  })

  test('Imports without changes do not count as unfinished', async () => {
    const { client, project } = await makeOwner(app)
    const bytes = await file(aTopic())
    await importFile(client, project.id, bytes)
    for (let count = 0; count < 6; count++) {
      const { state, outcomes } = await previewFile(client, project.id, bytes)
      expect([state, outcomes.SAME]).toEqual(['READY', 1])
    }
  })
})

describe('A cancelled import', () => {
  const many = () => buffer(writeBcf('3.0', generateProject(), generateTopics({ topics: 300, snapshot: 64 })))
  const blobsLeft = (folder: string) =>
    readdirSync(`${app.dataDir}/blobs`, { recursive: true }).filter((name) =>
      new RegExp(`^(bcf|snapshots)/${folder}/.+`).test(String(name)),
    )

  test.each(['READING', 'READY', 'APPLYING'] as const)(
    'leaves no blobs when cancelled while %s',
    async (state) => {
      const { client, project } = await makeOwner(app)
      const params = { id: project.id }
      const begun = await client.call(startBcfImport, {
        ...{ params, query: { name: 'many.bcf' } },
        file: new Blob([new Uint8Array(await many())]) as never,
      })
      const at = { project_id: project.id, id: begun.id }
      if (state !== 'READING') await untilState(client, at, ['READY'])
      if (state === 'APPLYING') void applyFile(client, project.id, begun.id).catch(() => {})
      if (state === 'APPLYING') await untilState(client, at, ['APPLYING'])
      await client.call(cancelBcfImport, { params: { ...params, importId: begun.id } })
      await expect.poll(() => blobsLeft(project.id), { timeout: 20_000 }).toEqual([])
      expect(await issuesOf(client, project.id)).toEqual([])
      const [after] = await client.call(listBcfImports, { params })
      expect(after?.state).toBe('CANCELLED')
    },
  )
})
