import { createView } from '@plumbline/contract/bim/views'
import { addChatFile, openChat } from '@plumbline/contract/chat/chat'
import { addAttachment } from '@plumbline/contract/issues/attachments'
import { createIssue } from '@plumbline/contract/issues/issues'
import { setProjectPicture } from '@plumbline/contract/projects/projects'
import { setMyPicture } from '@plumbline/contract/users/profile'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { buildFileHeaders, buildFullViewpoint, createBcfClient } from './bcf.ts'
import { picture } from './cast.ts'
import { keepJournal } from './disk-journal.ts'
import { makeOwner } from './make.ts'
import { waitUntilProcessed } from './upload.ts'
import { awaitBytes, drawing, type RawCall, uploadCalls } from './upload-calls.ts'
import { PIXEL } from './world.ts'

/** Confirmed files are durable: checked at the commit of their row and at the reply. */

let app: TestApp
let owner: Awaited<ReturnType<typeof makeOwner>>
let journal: Awaited<ReturnType<typeof keepJournal>>
beforeAll(async () => {
  app = await startApp()
  owner = await makeOwner(app)
  journal = await keepJournal(app)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await app.close()
})

const params = () => ({ id: owner.project.id })
const view = {
  perspective_camera: {
    ...{ camera_view_point: { x: 0, y: 0, z: 0 }, camera_direction: { x: 0, y: 1, z: 0 } },
    ...{ camera_up_vector: { x: 0, y: 0, z: 1 }, field_of_view: 60, aspect_ratio: 1 },
  },
  snapshot: { snapshot_type: 'png' as const, snapshot_data: PIXEL },
}
const fileIssue = (more = {}) =>
  owner.client.call(createIssue, { params: params(), body: { name: 'Crack', ...more } })

type Prepare = () => Promise<() => Promise<unknown>>
const writes: [what: string, prepare: Prepare][] = [
  [
    'a photo of an issue',
    async () => {
      const { id } = await fileIssue()
      const at = { params: { ...params(), issueId: id }, query: { name: 'crack.png' }, file: picture }
      return () => owner.client.call(addAttachment, at)
    },
  ],
  [
    'a file of a conversation',
    async () => {
      const chat = await owner.client.call(openChat, {
        body: { kind: 'PROJECT', project_id: owner.project.id },
      })
      const at = { params: { id: chat.id }, query: { name: 'crack.png' }, file: picture }
      return () => owner.client.call(addChatFile, at)
    },
  ],
  [
    'a picture of a project',
    async () => () => owner.client.call(setProjectPicture, { params: params(), file: picture }),
  ],
  ['a picture of a person', async () => () => owner.client.call(setMyPicture, { file: picture })],
  ['an issue with a view', async () => () => fileIssue({ viewpoints: [view] })],
  [
    'a saved view',
    async () => () =>
      owner.client.call(createView, {
        params: params(),
        body: {
          name: 'South',
          is_shared: true,
          view,
          extras: { models: [], storey: null, is_plan: false, coloring: null },
        } as never,
      }),
  ],
  [
    'a viewpoint with bitmaps by the BCF API',
    async () => {
      const { id } = await fileIssue()
      return () =>
        createBcfClient(owner.client, '3.0', owner.project.id).post(
          `/topics/${id}/viewpoints`,
          buildFullViewpoint(),
        )
    },
  ],
  [
    'a document by the BCF API',
    async () => () =>
      createBcfClient(owner.client, '3.0', owner.project.id).send(
        'POST',
        '/documents',
        Buffer.from('Law'),
        buildFileHeaders('law.txt'),
      ),
  ],
]

test.each(writes)('%s survives a power loss once confirmed', async (_, prepare) => {
  const { commits, lost } = await journal.watch(await prepare())
  expect(commits).toBeGreaterThan(0)
  expect(lost).toEqual([])
})

test('An uploaded version and its artefacts survive a power loss once their rows are committed', async () => {
  const version = await awaitBytes(app, owner.project.id, drawing.length, { created_by: owner.id })
  const send = ({ method, path, headers, body }: RawCall) =>
    owner.client.send(method, path, body, { 'tus-resumable': '1.0.0', ...headers } as never)
  const { commits, lost } = await journal.watch(async () => {
    const answer = await send(uploadCalls.createWith(drawing, version.uploadId))
    expect(answer.status).toBe(201)
  })
  expect(commits).toBeGreaterThan(0)
  expect(lost.filter((file) => file.startsWith('variants/'))).toEqual([])
  await waitUntilProcessed(owner.client, owner.project.id, version)
  expect(journal.volatile()).toEqual([])
})
