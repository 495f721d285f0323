import { buffer } from 'node:stream/consumers'
import type { Topic } from '@plumbline/bcf/model'
import { openBcf } from '@plumbline/bcf/open'
import { writeBcf } from '@plumbline/bcf/write'
import { addAttachment, setMarkup } from '@plumbline/contract/issues/attachments'
import { createIssue, getIssue, setViewpointMarkup, updateIssue } from '@plumbline/contract/issues/issues'
import { addComment, listTimeline } from '@plumbline/contract/issues/timeline'
import { getProject } from '@plumbline/contract/projects/projects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateProject, generateTopics } from '../../bcf/generate/topics.ts'
import { collectTopics } from '../../bcf/test/archives.ts'
import { startApp, type TestApp } from './app.ts'
import { buildFileHeaders, createBcfClient } from './bcf.ts'
import { applyFile, exportFile, importFile, listImportRows, previewFile } from './bcf-files.ts'
import { makeMember, makeOwner } from './make.ts'
import { PIXEL } from './world.ts'

/** Exporting and importing again loses nothing. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
}, 60_000)
afterAll(() => app.close())

const shapes = setMarkup.example.body.shapes as never

/** Creates an issue with everything that BCF can hold, including a photo and a viewpoint with markup. */
async function setUp() {
  const owner = await makeOwner(app)
  const { client, project } = owner
  const ana = await makeMember(app, project.id, 'CONTRIBUTOR', 'Ana Ruiz')
  const params = { id: project.id }
  const at = { x: 1, y: 2, z: 3 }
  const camera = {
    ...{ camera_view_point: at, camera_direction: at, camera_up_vector: at },
    ...{ field_of_view: 50, aspect_ratio: 1.5 },
  }
  const mention = `@[Ana Ruiz](user:${ana.id})`
  const issue = await client.call(createIssue, {
    params,
    body: {
      ...{ name: 'Crack  in slab', description: `One\r\ntwo, ${mention}`, type: 'RFI', priority: 'CRITICAL' },
      ...{ trade: 'HVAC', labels: ['x', 'y'], stage: 'Tender', due_date: '2026-05-01', assignee_id: ana.id },
      viewpoints: [{ perspective_camera: camera, snapshot: { snapshot_type: 'png', snapshot_data: PIXEL } }],
    } as never,
  })
  const ref = { ...params, issueId: issue.id }
  await client.call(addComment, { params: ref, body: { text: `Look *here* ${mention}` } })
  const photo = await client.call(addAttachment, {
    params: ref,
    query: { name: 'crack.png' },
    file: new Blob([Buffer.from(PIXEL, 'base64')]) as never,
  })
  await client.call(setMarkup, {
    params: { ...ref, attachmentId: photo.id },
    body: { shapes, version: photo.version },
  })
  const { viewpoints } = await client.call(getIssue, { params: ref })
  const [view] = viewpoints
  await client.call(setViewpointMarkup, {
    params: { ...ref, viewpointId: view?.guid ?? '' },
    body: { shapes, version: view?.version ?? 0 },
  })
  const read = () => client.call(getIssue, { params: ref })
  const comments = async () => {
    const { items } = await client.call(listTimeline, { params: ref, query: {} })
    return items.flatMap(({ comment }) => comment?.text ?? [])
  }
  return { owner, client, project, ana, mention, read, comments }
}

async function onlyTopic(bytes: Uint8Array): Promise<Topic> {
  for await (const topic of (await openBcf(bytes)).topics()) return topic
  throw new Error('no topic')
}

test('Importing our own export changes nothing in either version, and exports are reproducible', async () => {
  const { client, project, read } = await setUp()
  const before = await read()
  for (const version of ['2.1', '3.0'] as const) {
    const bytes = await exportFile(app, client, project.id, version)
    expect(bytes.equals(await exportFile(app, client, project.id, version))).toBe(true)
    const found = await previewFile(client, project.id, bytes)
    expect(found.outcomes).toMatchObject({ SAME: 1, NEW: 0, CHANGED: 0 })
    expect((await listImportRows(client, project.id, found.id))[0]?.differences).toEqual([])
    await applyFile(client, project.id, found.id)
  }
  expect(await read()).toEqual(before)
})

test('An export imported into another project and exported again is unchanged', async () => {
  const { client, project, ana } = await setUp()
  const other = await makeOwner(app)
  const bytes = await exportFile(app, client, project.id, '3.0')
  const done = await importFile(other.client, other.project.id, bytes)
  expect(done).toMatchObject({ state: 'DONE', outcomes: { NEW: 1 }, warnings: [] })
  const topic = await onlyTopic(await exportFile(app, other.client, other.project.id, '3.0'))
  expect(topic).toMatchObject({ title: 'Crack  in slab', assigned_to: ana.email, priority: 'Critical' })
  expect(topic.document_references).toHaveLength(1)
  const back = await previewFile(
    client,
    project.id,
    await exportFile(app, other.client, other.project.id, '2.1'),
  )
  expect(back.outcomes).toMatchObject({ SAME: 1, CHANGED: 0, CONFLICT: 0 })
})

test('Mentions are exported as plain names and restored on import', async () => {
  const { owner, client, project, mention, read, comments } = await setUp()
  const topic = await onlyTopic(await exportFile(app, client, project.id, '3.0'))
  expect(topic.description).toContain('two, @Ana Ruiz')
  expect(topic.comments[0]?.comment).toBe('Look *here* @Ana Ruiz')

  const later = new Date(Date.now() + 60_000).toISOString()
  const changed: Topic = {
    ...topic,
    ...{ title: 'Crack in the slab', modified_date: later },
    comments: topic.comments.map((comment) => ({
      ...comment,
      ...{ comment: '@Ana Ruiz, look *there*', modified_date: later },
    })),
  }
  const none = () => Promise.reject(new Error('no entry'))
  const bare = { ...changed, viewpoints: [], document_references: [] }
  const bytes = await buffer(writeBcf('3.0', generateProject(), [{ topic: bare, openEntry: none }]))
  expect((await importFile(client, project.id, bytes)).outcomes).toMatchObject({ CHANGED: 1 })
  expect(await read()).toMatchObject({ name: 'Crack in the slab', description: `One\r\ntwo, ${mention}` })
  expect(await comments()).toEqual([`${mention}, look *there*`])

  const api = createBcfClient(owner.client, '3.0', project.id)
  const issue = await read()
  const at = `/topics/${issue.id}`
  const got = await api.get<{ description: string; title: string }>(at)
  expect(got.description).toContain('@Ana Ruiz')
  await api.put(at, { ...got, title: 'Crack' })
  expect(await read()).toMatchObject({ name: 'Crack', description: `One\r\ntwo, ${mention}` })
  const [comment] = await api.get<{ guid: string; comment: string }[]>(`${at}/comments`)
  expect(comment?.comment).toBe('@Ana Ruiz, look *there*')
  await api.put(`${at}/comments/${comment?.guid}`, { comment: 'Done, @Ana Ruiz' })
  expect(await comments()).toEqual([`Done, ${mention}`])
  for (const events of [`${at}/events`, `${at}/comments/${comment?.guid}/events`]) {
    const told = JSON.stringify(await api.get(events))
    expect(told).toContain('@Ana Ruiz')
    expect(told).not.toContain('](user:')
  }
})

test('A day written as midnight in another time zone stays that day here and in exports', async () => {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const { timezone } = await client.call(getProject, { params })
  expect(timezone).not.toBe('Asia/Tokyo')
  const [made] = generateTopics({ topics: 1 })
  const topic = { ...(made?.topic as Topic), due_date: '2026-07-01T00:00:00.000+09:00' }
  const none = () => Promise.reject(new Error('no entry'))
  const bytes = await buffer(
    writeBcf('3.0', generateProject(), [{ topic: { ...topic, viewpoints: [] }, openEntry: none }]),
  )
  await importFile(client, project.id, bytes)
  const issue = await client.call(getIssue, { params: { ...params, issueId: topic.guid } })
  expect(issue.due_date).toBe('2026-07-01')
  for (const version of ['2.1', '3.0'] as const) {
    const again = await exportFile(app, client, project.id, version)
    expect((await onlyTopic(again)).due_date).toBe(topic.due_date)
    expect((await previewFile(client, project.id, again)).outcomes).toMatchObject({ SAME: 1 })
  }
})

test('A topic with more related topics than an issue can have is exported with all of them', async () => {
  const { client, project } = await makeOwner(app)
  const topics = [...generateTopics({ topics: 121 })].map(({ topic }) => ({
    ...topic,
    ...{ guid: crypto.randomUUID() as string, viewpoints: [], related_topics: [] as string[] },
  }))
  const [group, ...members] = topics
  const guids = members.map(({ guid }) => guid).sort()
  group?.related_topics.push(...guids)
  const none = () => Promise.reject(new Error('no entry'))
  const bytes = await buffer(
    writeBcf(
      '3.0',
      generateProject(),
      topics.map((topic) => ({ topic, openEntry: none })),
    ),
  )
  await importFile(client, project.id, bytes)
  const params = { id: project.id, issueId: group?.guid ?? '' }
  expect((await client.call(getIssue, { params })).related).toHaveLength(100)
  const again = await exportFile(app, client, project.id, '3.0', { ids: params.issueId })
  expect((await onlyTopic(again)).related_topics).toEqual(guids)
  expect((await previewFile(client, project.id, bytes)).outcomes).toMatchObject({ SAME: 121 })
})

test('A document that a program refers to in two topics is exported with both, but not from a hidden issue', async () => {
  const { client, project } = await makeOwner(app)
  const viewer = await makeMember(app, project.id, 'VIEWER')
  const api = createBcfClient(client, '3.0', project.id)
  const sent = await api.send(
    'POST',
    '/documents',
    Buffer.from('What the law asks for'),
    buildFileHeaders('law.txt'),
  )
  const { guid: document_guid } = sent.body as { guid: string }
  const topics: string[] = []
  for (const title of ['First', 'Second']) {
    const { guid } = await api.post<{ guid: string }>('/topics', { title })
    await api.post(`/topics/${guid}/document_references`, { document_guid })
    topics.push(guid)
  }
  const [first = '', second = ''] = topics
  for (const version of ['2.1', '3.0'] as const) {
    const read = await openBcf(await exportFile(app, client, project.id, version, { ids: second }))
    const [topic] = await collectTopics(read)
    expect(topic?.document_references).toHaveLength(1)
    const [document, ...others] = read.project.documents
    expect([document?.filename, others]).toEqual(['law.txt', []])
    expect(String(await buffer(read.read(document?.entry ?? '')))).toBe('What the law asks for')
  }
  const params = { id: project.id, issueId: first }
  await client.call(updateIssue, { params, body: { visibility: 'PRIVATE' } })
  const seen = await openBcf(await exportFile(app, viewer.client, project.id, '3.0'))
  expect((await collectTopics(seen)).map(({ document_references }) => document_references)).toEqual([[]])
  expect(seen.project.documents).toEqual([])
})

test('A document that comes back under another GUID is not attached a second time', async () => {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const { id: issueId } = await client.call(createIssue, { params, body: { name: 'Duct meets beam' } })
  const ref = { ...params, issueId }
  const file = new Blob(['Words']) as never
  await client.call(addAttachment, { params: ref, query: { name: 'plan.txt' }, file })
  const read = await openBcf(await exportFile(app, client, project.id, '2.1'))
  const [topic] = await collectTopics(read)
  const [document] = topic?.document_references ?? []
  const added = { guid: crypto.randomUUID() as string, url: 'https://example.com/law' }
  const document_references = [{ ...document, guid: crypto.randomUUID() as string }, added]
  const back = { ...(topic as Topic), modified_date: new Date().toISOString(), document_references }
  const openEntry = (name: string) => read.read(name)
  const bytes = await buffer(writeBcf('2.1', read.project, [{ topic: back, openEntry }]))
  expect(await importFile(client, project.id, bytes)).toMatchObject({ outcomes: { CHANGED: 1 } })
  expect((await client.call(getIssue, { params: ref })).attachments).toHaveLength(1)
  expect(await importFile(client, project.id, bytes)).toMatchObject({ outcomes: { SAME: 1 } })
  const again = await onlyTopic(await exportFile(app, client, project.id, '3.0'))
  expect(again.document_references).toHaveLength(2)
})
