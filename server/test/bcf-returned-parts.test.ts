import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { BcfComment, BcfViewpoint, Topic } from '@plumbline/bcf/model'
import { openBcf } from '@plumbline/bcf/open'
import { writeBcf } from '@plumbline/bcf/write'
import { addViewpoint, createIssue, getIssue } from '@plumbline/contract/issues/issues'
import { listIssues } from '@plumbline/contract/issues/lists'
import { addComment, deleteComment, listTimeline } from '@plumbline/contract/issues/timeline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPng } from '../../bcf/generate/pictures.ts'
import { collectTopics } from '../../bcf/test/archives.ts'
import { startApp, type TestApp } from './app.ts'
import { perspective } from './bcf.ts'
import { exportFile, importFile } from './bcf-files.ts'
import { makeOwner } from './make.ts'
import { PIXEL } from './world.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
}, 60_000)
afterAll(() => app.close())

const newGuid = (): string => crypto.randomUUID()

async function reportIssue() {
  const { client, project } = await makeOwner(app)
  const { id: issueId } = await client.call(createIssue, {
    params: { id: project.id },
    body: { name: 'Duct meets beam' },
  })
  const params = { id: project.id, issueId }
  const components = {
    selection: [{ ifc_guid: '1E8YkwPMfB$h99jtn_uAjI' }],
    visibility: { default_visibility: true },
  }
  const snapshot = { snapshot_type: 'png' as const, snapshot_data: PIXEL }
  await client.call(addViewpoint, { params, body: { perspective_camera: perspective, components, snapshot } })
  await client.call(addComment, { params, body: { text: 'Seen on **Tuesday**' } })
  const gone = await client.call(addComment, { params, body: { text: 'Deleted here after the export' } })
  const read = async () => {
    const { viewpoints } = await client.call(getIssue, { params })
    const { items } = await client.call(listTimeline, { params, query: {} })
    return { viewpoints, comments: items.flatMap(({ comment }) => comment ?? []) }
  }
  const removeLast = () => client.call(deleteComment, { params: { ...params, commentId: gone.id } })
  return { client, project, read, removeLast }
}

test.each(['2.1', '3.0'] as const)(
  'Comments and views that come back from a program as %s under other GUIDs are not added again',
  async (version) => {
    const { client, project, read, removeLast } = await reportIssue()
    const out = await openBcf(await exportFile(app, client, project.id, version))
    const [topic] = await collectTopics(out)
    if (!topic) throw new Error('no topic')
    await removeLast()
    const before = await read()
    const viewpoints: BcfViewpoint[] = topic.viewpoints.map((view) => ({ ...view, guid: newGuid() }))
    const shown = viewpoints[0]?.guid
    const comments: BcfComment[] = topic.comments.map((comment) => ({ ...comment, guid: newGuid() }))
    const send = async (rest: Partial<Topic>) => {
      const openEntry = (name: string) =>
        name === 'drawn.png' ? Readable.from([buildPng(3, 2)], { objectMode: false }) : out.read(name)
      const back = { ...topic, modified_date: new Date().toISOString(), viewpoints, comments, ...rest }
      const bytes = await buffer(writeBcf(version, out.project, [{ topic: back, openEntry }]))
      return importFile(client, project.id, bytes)
    }
    await send({})
    expect(await read()).toEqual(before)
    expect(await send({})).toMatchObject({ outcomes: { SAME: 1 } })
    // the program's additions are imported: a comment on the view, and a view of the same camera with another
    // picture
    const said = {
      ...{ guid: newGuid(), date: '2026-05-01T08:00:00.000Z', author: 'ben@example.com' },
      comment: 'Agreed',
    }
    const [view] = viewpoints
    await send({
      comments: [...comments, { ...said, viewpoint_guid: shown }],
      viewpoints: [...viewpoints, { ...(view as BcfViewpoint), guid: newGuid(), snapshot: 'drawn.png' }],
    })
    const after = await read()
    expect(after.viewpoints).toHaveLength(2)
    expect(after.comments.map(({ text, viewpoint_id }) => [text, viewpoint_id]).at(-1)).toEqual([
      'Agreed',
      before.viewpoints[0]?.guid,
    ])
    expect(after.comments).toHaveLength(before.comments.length + 1)
  },
)

test('A new comment of the day of a deleted one is kept, from a program that writes days only', async () => {
  const { client, project, read } = await reportIssue()
  const out = await openBcf(await exportFile(app, client, project.id, '3.0'))
  const [topic] = await collectTopics(out)
  if (!topic) throw new Error('no topic')
  const send = async (comment: string) => {
    const said = { guid: newGuid(), date: '2026-05-01T00:00:00.000Z', author: 'ben@example.com', comment }
    const back = { ...topic, modified_date: new Date().toISOString(), comments: [said] }
    const openEntry = (name: string) => out.read(name)
    await importFile(
      client,
      project.id,
      await buffer(writeBcf('3.0', out.project, [{ topic: back, openEntry }])),
    )
    return said.guid
  }
  await send('Seal is missing')
  const { comments } = await read()
  const seal = comments.find(({ text }) => text === 'Seal is missing')
  const { items } = await client.call(listIssues, { params: { id: project.id }, query: {} })
  const params = { id: project.id, issueId: items[0]?.id ?? '', commentId: seal?.id ?? '' }
  await client.call(deleteComment, { params })
  await send('Frame is loose')
  expect((await read()).comments.map(({ text }) => text)).toContain('Frame is loose')
})
