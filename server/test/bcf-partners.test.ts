import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Topic } from '@plumbline/bcf/model'
import { openBcf } from '@plumbline/bcf/open'
import { writeBcf } from '@plumbline/bcf/write'
import { createIssue, getIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { addComment } from '@plumbline/contract/issues/timeline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateProject } from '../../bcf/generate/topics.ts'
import { startApp, type TestApp } from './app.ts'
import { exportFile, importFile } from './bcf-files.ts'
import { makeMember, makeOwner } from './make.ts'

/** Files exported to several partners, and returned in any order. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
}, 60_000)
afterAll(() => app.close())

async function setUp() {
  const { client, project } = await makeOwner(app)
  const viewer = await makeMember(app, project.id, 'VIEWER')
  const params = { id: project.id }
  const { id: issueId } = await client.call(createIssue, {
    params,
    body: { name: 'Duct meets beam', description: 'Axis C', labels: ['Check', 'Fire'] },
  })
  const ref = { ...params, issueId }
  /** The topic as exported. */
  async function take(by = client): Promise<Topic> {
    for await (const topic of (await openBcf(await exportFile(app, by, project.id, '3.0'))).topics())
      return topic
    throw new Error('no topic')
  }
  /** Imports a topic as changed by a partner. */
  async function giveBack(topic: Topic, changes: Partial<Topic>) {
    const edited = { ...topic, modified_date: new Date().toISOString(), ...changes }
    const none = () => Promise.reject(new Error('no entry'))
    const bytes = await buffer(writeBcf('3.0', generateProject(), [{ topic: edited, openEntry: none }]))
    return importFile(client, project.id, bytes)
  }
  return {
    viewer,
    take,
    giveBack,
    comment: (text: string) => client.call(addComment, { params: ref, body: { text } }),
    change: (body: object) => client.call(updateIssue, { params: ref, body: body as never }),
    read: () => client.call(getIssue, { params: ref }),
  }
}

const aComment = (comment: string) => ({
  ...{ guid: randomUUID() as string, date: new Date().toISOString(), author: 'ben@example.com', comment },
})

test('A file that went out before a change does not undo it, though others were sent the issue since', async () => {
  const { viewer, take, giveBack, change, read } = await setUp()
  const architect = await take()
  await change({ name: 'Duct meets beam B12', due_date: '2026-12-24' })
  await take(viewer.client)
  const done = await giveBack(architect, { comments: [aComment('Moved the duct')] })
  expect(done.outcomes).toMatchObject({ CHANGED: 1, CONFLICT: 0 })
  expect(await read()).toMatchObject({ name: 'Duct meets beam B12', due_date: '2026-12-24', comments: 1 })
})

test.each([
  ['several choices', { status: 'IN_PROGRESS', priority: 'CRITICAL', labels: ['Fire'] }, ''],
  ['one choice and a comment', { status: 'IN_PROGRESS' }, 'Began today'],
])('A file that went out before %s were changed does not undo them', async (_, here, words) => {
  const { take, giveBack, change, comment, read } = await setUp()
  const architect = await take()
  await change(here)
  if (words) await comment(words)
  await take()
  await giveBack(architect, { comments: [aComment('Moved the duct')] })
  expect(await read()).toMatchObject(here)
})

test('A partner who sends files of his own can add a label and remove it again', async () => {
  const { take, giveBack, read } = await setUp()
  const topic = await take()
  await giveBack(topic, { labels: ['Check', 'Fire', 'Urgent'] })
  expect((await read()).labels).toContain('Urgent')
  await giveBack(topic, { comments: [aComment('No longer urgent')] })
  expect((await read()).labels).not.toContain('Urgent')
})

test('Parts removed by a partner are removed, although others received the issue since', async () => {
  const { viewer, take, giveBack, read } = await setUp()
  const architect = await take()
  const modified_date = new Date().toISOString()
  await take(viewer.client)
  await giveBack(architect, { modified_date, labels: ['Fire'] })
  expect(await read()).toMatchObject({ labels: ['Fire'] })
})

test.each([
  ['a status with words', { status: 'IN_PROGRESS' }, { topic_status: 'Open' }, true, { status: 'OPEN' }],
  [
    'a title without any',
    { name: 'Other' },
    { title: 'Duct meets beam' },
    false,
    { name: 'Duct meets beam' },
  ],
])('A partner who has the latest file can set back %s', async (_, here, there, hasWords, expected) => {
  const { take, giveBack, change, read } = await setUp()
  await take()
  await change(here)
  const latest = await take()
  await giveBack(latest, { ...there, ...(hasWords ? { comments: [aComment('Not yet')] } : {}) })
  expect(await read()).toMatchObject(expected)
})
