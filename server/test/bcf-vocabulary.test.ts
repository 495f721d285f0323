import { buffer } from 'node:stream/consumers'
import type { Topic } from '@plumbline/bcf/model'
import { openBcf } from '@plumbline/bcf/open'
import { writeBcf } from '@plumbline/bcf/write'
import { createIssue, getIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { listIssues } from '@plumbline/contract/issues/lists'
import { createTerm, updateVocabulary } from '@plumbline/contract/issues/vocabulary'
import { createProject } from '@plumbline/contract/projects/projects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateProject } from '../../bcf/generate/topics.ts'
import { startApp, type TestApp } from './app.ts'
import { createBcfClient } from './bcf.ts'
import { exportFile, importFile, listImportRows, previewFile } from './bcf-files.ts'
import { makeOwner } from './make.ts'

/** A project's own names of types, trades and statuses in BCF files and in the BCF API. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
}, 60_000)
afterAll(() => app.close())

const words = {
  type: { names: { DEFECT: 'Snag' } },
  trade: { names: { HVAC: 'Air & heat' } },
  status: { names: { IN_PROGRESS: 'Being fixed' } },
}

async function setUp() {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const rename = (body: object) => client.call(updateVocabulary, { params, body: body as never })
  const issue = await client.call(createIssue, { params, body: { name: 'Leak', trade: 'HVAC' } })
  const ref = { ...params, issueId: issue.id }
  await client.call(updateIssue, { params: ref, body: { status: 'IN_PROGRESS' } })
  const read = () => client.call(getIssue, { params: ref })
  const take = (version: '2.1' | '3.0' = '3.0') => exportFile(app, client, project.id, version)
  const listTypes = async () => {
    const { items } = await client.call(listIssues, { params, query: { sort: 'number' } as never })
    return items.map(({ name, type }) => [name, type])
  }
  return { client, project, params, rename, issue, read, take, listTypes }
}

async function readTopic(bytes: Uint8Array) {
  for await (const topic of (await openBcf(bytes)).topics()) return topic
  throw new Error('no topic')
}

const openEntry = () => Promise.reject(new Error('no entry'))
const write = (...topics: Topic[]) =>
  buffer(
    writeBcf(
      '3.0',
      generateProject(),
      topics.map((topic) => ({ topic, openEntry })),
    ),
  )

test('Files use the project’s names, and files with former names change nothing', async () => {
  const { client, project, rename, read, take } = await setUp()
  const files = [await take(), await take('2.1')]
  await rename(words)
  const before = await read()
  for (const version of ['2.1', '3.0'] as const) {
    const bytes = await take(version)
    files.push(bytes)
    const topic = await readTopic(bytes)
    expect(topic).toMatchObject({
      topic_type: 'Snag',
      topic_status: 'Being fixed',
      labels: ['Trade: Air & heat'],
    })
  }
  await rename({
    type: { names: { DEFECT: 'Punch item', TASK: 'Defect' } },
    status: { names: { IN_PROGRESS: null } },
  })
  // the last exchange is under the newest names
  await take()
  for (const bytes of files.slice(2)) {
    const found = await previewFile(client, project.id, bytes)
    expect(found.outcomes).toMatchObject({ SAME: 1, NEW: 0, CHANGED: 0, CONFLICT: 0 })
    expect((await listImportRows(client, project.id, found.id))[0]?.differences).toEqual([])
    await importFile(client, project.id, bytes)
  }
  expect(await read()).toMatchObject({ type: 'DEFECT', status: 'IN_PROGRESS', version: before.version })
  const topic = await readTopic(await take())
  expect(topic).toMatchObject({ topic_type: 'Punch item', topic_status: 'In Progress' })
})

test('A word edited in a file is the value that has the name now, or had it alone', async () => {
  const { client, project, rename, take, listTypes } = await setUp()
  await rename(words)
  const topic = await readTopic(await take())
  await rename({ type: { names: { DEFECT: 'Punch item', CLASH: 'Hit' } } })
  const copy = (title: string, topic_type: string): Topic => ({
    ...topic,
    ...{ title, topic_type, guid: crypto.randomUUID() },
  })
  await importFile(
    client,
    project.id,
    await write(
      copy('now', 'punch ITEM'),
      copy('before', 'Snag'),
      copy('built in', 'Clash'),
      copy('of another program', 'Error'),
      copy('unknown', 'Whatever'),
    ),
  )
  expect(await listTypes()).toEqual([
    ['Leak', 'DEFECT'],
    ['now', 'DEFECT'],
    ['before', 'DEFECT'],
    ['built in', 'CLASH'],
    ['of another program', 'DEFECT'],
    ['unknown', 'OTHER'],
  ])
  const types = new Map<string, string | undefined>()
  for await (const each of (await openBcf(await take())).topics()) types.set(each.title, each.topic_type)
  // spellings of other programs stay, our own are renewed
  expect(Object.fromEntries(types)).toEqual({
    ...{ Leak: 'Punch item', now: 'punch ITEM', before: 'Punch item', 'built in': 'Hit' },
    ...{ 'of another program': 'Error', unknown: 'Whatever' },
  })
})

test('In a project with other names a file is read by the built-in names and its own', async () => {
  const { client, project, rename, take } = await setUp()
  const builtIn = await take()
  await rename(words)
  const other = await client.call(createProject, { body: { name: 'Other' } })
  const params = { id: other.id }
  await client.call(updateVocabulary, { params, body: { type: { names: { DEFECT: 'Fehler' } } } })
  await importFile(client, other.id, builtIn)
  const { items } = await client.call(listIssues, { params, query: {} })
  expect(items[0]).toMatchObject({ type: 'DEFECT', trade: 'HVAC', labels: [] })
  const found = await previewFile(client, project.id, await exportFile(app, client, other.id, '3.0'))
  // the other project's word is not in our vocabulary: it is reported, and read as an unknown type
  expect((await listImportRows(client, project.id, found.id))[0]?.differences).toMatchObject([
    { field: 'topic_type', ours: 'Snag', theirs: 'Fehler' },
  ])
})

test('The BCF API speaks the names of the project', async () => {
  const { client, project, rename, issue, read } = await setUp()
  await rename({ ...words, type: { ...words.type, off: { RFI: true, CLASH: true } } })
  await client.call(createIssue, { params: { id: project.id }, body: { name: 'Old', type: 'CLASH' } })
  const api = createBcfClient(client, '3.0', project.id)
  const at = `/topics/${issue.id}`
  const got = await api.get<{ topic_type: string; topic_status: string; labels: string[] }>(at)
  expect(got).toMatchObject({
    topic_type: 'Snag',
    topic_status: 'Being fixed',
    labels: ['Trade: Air & heat'],
  })
  const before = await read()
  await api.put(at, got)
  expect(await read()).toEqual(before)
  const { topic_type, topic_status, topic_label } = await api.get<Record<string, string[]>>('/extensions')
  expect(topic_type).toEqual([
    'Snag',
    'Clash',
    'Coordination',
    'Quality',
    'Safety',
    'Change',
    'Task',
    'Other',
  ])
  expect(topic_status).toContain('Being fixed')
  expect(topic_status).not.toContain('In Progress')
  expect(topic_label).toContain('Trade: Air & heat')
  expect(topic_label).not.toContain('Trade: HVAC')
  const filter = async ($filter: string) =>
    (await api.get<{ title: string }[]>(`/topics?${new URLSearchParams({ $filter })}`)).map(
      ({ title }) => title,
    )
  expect(await filter("topic_type eq 'Snag' and topic_status eq 'Being fixed'")).toEqual(['Leak'])
  expect(await filter("labels/any(x: x eq 'Trade: Air & heat')")).toEqual(['Leak'])
  expect(await filter("topic_type eq 'Defect'")).toEqual([])
  await api.put(at, { ...got, title: 'Leak', topic_type: 'Task', labels: ['Trade: HVAC'] })
  expect(await read()).toMatchObject({ type: 'TASK', trade: 'HVAC', labels: [] })
  const events = await api.get<{ actions: { type: string; value: string | null }[] }[]>(`${at}/events`)
  const actions = events.flatMap((event) => event.actions)
  expect(actions).toContainEqual({ type: 'status_updated', value: 'Being fixed' })
  expect(actions).toContainEqual({ type: 'type_updated', value: 'Task' })
})

test('Types and trades that a project added travel under their names, and are read where a project has the name', async () => {
  const { client, project, params, issue, read, take } = await setUp()
  for (const kind of ['type', 'trade'] as const)
    for (const name of ['First', 'Scaffold & lift'])
      await client.call(createTerm, { params, body: { kind, name } })
  const body = { type: 'OWN_2', trade: 'OWN_2' } as const
  await client.call(updateIssue, { params: { ...params, issueId: issue.id }, body })
  const before = await read()
  for (const version of ['2.1', '3.0'] as const) {
    const bytes = await take(version)
    expect(await readTopic(bytes)).toMatchObject({
      topic_type: 'Scaffold & lift',
      labels: ['Trade: Scaffold & lift'],
    })
    const found = await previewFile(client, project.id, bytes)
    expect(found.outcomes).toMatchObject({ SAME: 1, CHANGED: 0 })
  }
  const api = createBcfClient(client, '3.0', project.id)
  const at = `/topics/${issue.id}`
  const got = await api.get<{ topic_type: string; labels: string[] }>(at)
  await api.put(at, got)
  expect(await read()).toEqual(before)
  const { topic_type, topic_label } = await api.get<Record<string, string[]>>('/extensions')
  expect(topic_type?.slice(-2)).toEqual(['First', 'Scaffold & lift'])
  expect(topic_label).toContain('Trade: First')
  const query = new URLSearchParams({
    $filter: "topic_type eq 'Scaffold & lift' and labels/any(x: x eq 'Trade: Scaffold & lift')",
  })
  expect(await api.get<unknown[]>(`/topics?${query}`)).toHaveLength(1)
  // under another value of the same name
  const other = await client.call(createProject, { body: { name: 'Other' } })
  const bytes = await take()
  const there = { params: { id: other.id }, body: { kind: 'type', name: 'scaffold & LIFT' } as const }
  await client.call(createTerm, there)
  await importFile(client, other.id, bytes)
  const { items } = await client.call(listIssues, { params: { id: other.id }, query: {} })
  expect(items[0]).toMatchObject({ type: 'OWN_1', trade: 'GENERAL', labels: ['Trade: Scaffold & lift'] })
})
