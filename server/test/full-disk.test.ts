import { buffer } from 'node:stream/consumers'
import { generateBuilding } from '@plumbline/bim/generate/building'
import { startBcfImport } from '@plumbline/contract/bcf/bcf'
import { restartVariant } from '@plumbline/contract/bim/bim'
import { createView } from '@plumbline/contract/bim/views'
import { addChatFile, openChat } from '@plumbline/contract/chat/chat'
import type { FileLike } from '@plumbline/contract/http'
import { addAttachment } from '@plumbline/contract/issues/attachments'
import { createIssue } from '@plumbline/contract/issues/issues'
import { setProjectPicture } from '@plumbline/contract/projects/projects'
import { setMyPicture } from '@plumbline/contract/users/profile'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { writeWorkbook } from '../src/issues/sheets/write-workbook.ts'
import { listenOnPort, startApp, type TestApp } from './app.ts'
import { createBcfClient } from './bcf.ts'
import { picture } from './cast.ts'
import { fillDisk } from './full-disk.ts'
import { makeOwner } from './make.ts'
import { longTest } from './size.ts'
import { sendModel, waitUntilProcessed } from './upload.ts'
import { awaitBytes, drawing, getVersionRow, sendRaw, uploadCalls } from './upload-calls.ts'
import { dumpTables, PIXEL } from './world.ts'

/** A full disk is answered 507, leaves nothing half-written, and the same call succeeds once there is room. */

let app: TestApp
let owner: Awaited<ReturnType<typeof makeOwner>>
let issueId: string
let chatId: string
beforeAll(async () => {
  app = await startApp()
  owner = await makeOwner(app)
  issueId = (await owner.client.call(createIssue, { params: params(), body: { name: 'Crack' } })).id
  const body = { kind: 'PROJECT', project_id: owner.project.id } as const
  chatId = (await owner.client.call(openChat, { body })).id
})
afterAll(() => app.close())

const params = () => ({ id: owner.project.id })
const text = (size: number) => new Blob(['x'.repeat(size)]) as FileLike
const view = {
  perspective_camera: {
    ...{ camera_view_point: { x: 0, y: 0, z: 0 }, camera_direction: { x: 0, y: 1, z: 0 } },
    ...{ camera_up_vector: { x: 0, y: 0, z: 1 }, field_of_view: 60, aspect_ratio: 1 },
  },
  snapshot: { snapshot_type: 'png' as const, snapshot_data: PIXEL },
}
const attach = (file: FileLike) =>
  owner.client.call(addAttachment, { params: { ...params(), issueId }, query: { name: 'a.txt' }, file })
const api = () => createBcfClient(owner.client, '3.0', owner.project.id)

const writes: [what: string, write: () => Promise<unknown>][] = [
  ['a photo of an issue', () => attach(picture as FileLike)],
  ['a file of an issue', () => attach(text(100))],
  ['a large file of an issue', () => attach(text(3_000_000))],
  [
    'a file of a conversation',
    () =>
      owner.client.call(addChatFile, {
        ...{ params: { id: chatId }, query: { name: 'a.txt' }, file: text(300_000) },
      }),
  ],
  ['a picture of a project', () => owner.client.call(setProjectPicture, { params: params(), file: picture })],
  ['a picture of a person', () => owner.client.call(setMyPicture, { file: picture })],
  [
    'an issue with a view',
    () => owner.client.call(createIssue, { params: params(), body: { name: 'Seen', viewpoints: [view] } }),
  ],
  [
    'a saved view',
    () =>
      owner.client.call(createView, {
        params: params(),
        body: {
          ...{ name: 'South', is_shared: true, view },
          extras: { models: [], storey: null, is_plan: false, coloring: null },
        },
      }),
  ],
  ['a document by the BCF API', () => api().post('/documents', Buffer.from('Law'))],
  ['a snippet by the BCF API', () => api().put(`/topics/${issueId}/snippet`, Buffer.from('{}'))],
  // last, because a job continues with it
  [
    'a BCF file',
    () =>
      owner.client.call(startBcfImport, {
        ...{ params: params(), query: { name: 'a.bcf' }, file: text(2_000_000) },
      }),
  ],
]

test.each(writes)(
  '%s is answered 507 on a full disk, changes nothing, and succeeds afterwards',
  async (_, write) => {
    const before = await dumpTables(app)
    const makeRoom = await fillDisk()
    try {
      const error = await write().then(
        () => null,
        (thrown: unknown) => thrown,
      )
      expect(String(error)).toMatch(/507/)
      expect(String(error)).toMatch(/disk_full/)
    } finally {
      makeRoom()
    }
    expect(await dumpTables(app)).toEqual(before)
    await write()
  },
)

test('A large file is answered 507 before all of it has arrived', async () => {
  const origin = await listenOnPort(app)
  const cookie = [...owner.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const form = new FormData()
  form.append('file', new Blob([Buffer.alloc(20_000_000)]))
  const makeRoom = await fillDisk()
  try {
    const answer = await fetch(
      `${origin}/api/project/${owner.project.id}/issue/${issueId}/attachment?name=a.bin`,
      {
        ...{ method: 'POST', body: form },
        headers: { cookie, 'x-xsrf-token': owner.client.cookies.get('XSRF-TOKEN') ?? '' },
      },
    )
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([507, 'disk_full'])
  } finally {
    makeRoom()
  }
})

test('An upload without room is answered 507, keeps its bytes and can be resumed', async () => {
  const version = await awaitBytes(app, owner.project.id, drawing.length, { created_by: owner.id })
  const send = (offset: number) =>
    sendRaw(owner.client, uploadCalls.send(drawing.subarray(offset), offset, version.uploadId))
  await sendRaw(owner.client, uploadCalls.create(drawing.length, version.uploadId))
  let makeRoom = await fillDisk()
  const first = await send(0)
  makeRoom()
  expect([first.status, first.body.error]).toEqual([507, 'disk_full'])
  const asked = await sendRaw(owner.client, uploadCalls.ask(version.uploadId))
  expect(asked.headers['upload-offset']).toBe('0')
  const { blobs } = app.server
  const copyFile = blobs.copyFile
  blobs.copyFile = async (...args) => {
    makeRoom = await fillDisk()
    await copyFile(...args)
  }
  const last = await send(0)
  makeRoom()
  blobs.copyFile = copyFile
  expect([last.status, last.body.error]).toEqual([507, 'disk_full'])
  expect(await getVersionRow(app, version)).toMatchObject({ state: 'UPLOADING' })
  expect((await sendRaw(owner.client, uploadCalls.ask(version.uploadId))).status).toBe(200)
  expect(await getVersionRow(app, version)).toMatchObject({ blob_key: expect.any(String) })
})

longTest(
  'A conversion without room for its artefacts fails with the reason and can be restarted',
  async () => {
    const bytes = Buffer.from(
      [
        ...generateBuilding({
          storeys: 1,
          bays_x: 1,
          bays_y: 1,
          seed: 1,
          discipline: 'structure',
          version: 1,
        }),
      ].join(''),
    )
    const full = vi
      .spyOn(app.server.blobs, 'putFile')
      .mockRejectedValue(Object.assign(new Error('full'), { code: 'ENOSPC' }))
    const sent = await sendModel(owner.client, owner.project.id, 'tower.ifc', bytes)
    const failed = await waitUntilProcessed(owner.client, owner.project.id, sent)
    expect(failed).toMatchObject({ state: 'FAILED', error: { code: 'DISK_FULL' } })
    full.mockRestore()
    const at = { ...params(), headerId: sent.headerId, variantId: sent.variantId }
    await owner.client.call(restartVariant, { params: at, body: {} })
    expect(await waitUntilProcessed(owner.client, owner.project.id, sent)).toMatchObject({
      state: 'COMPLETED',
    })
  },
)

test('A full database disk is answered 507, for exports as well', async () => {
  const { db } = app.server
  await sql`create function no_room() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(db)
  await sql`create trigger no_room before insert on issues for each row execute function no_room()`.execute(
    db,
  )
  const made = await owner.client.send('POST', `/api/project/${owner.project.id}/issue`, { name: 'No room' })
  expect([made.status, (made.body as { error: string }).error]).toEqual([507, 'disk_full'])
  await sql`drop function no_room cascade`.execute(db)
})

test('An export that cannot read its rows answers an error and the server survives', async () => {
  const { db } = app.server
  await owner.client.send('GET', `/api/project/${owner.project.id}/issue`)
  await sql`alter table issue_viewpoints rename column snapshot_key to hidden`.execute(db)
  for (const format of ['xlsx', 'csv']) {
    const at = `/api/project/${owner.project.id}/issue/export?format=${format}`
    const answer = await owner.client.send('GET', at)
    expect([format, answer.status]).toEqual([format, 500])
  }
  await sql`alter table issue_viewpoints rename column hidden to snapshot_key`.execute(db)
})

test('A workbook with failing rows ends with a stream error, not with a crash', async () => {
  const rows = async function* (): AsyncGenerator<string[][]> {
    yield [['A']]
    throw new Error('the database is away')
  }
  const file = writeWorkbook({ issues: 'Issues', values: 'Values' }, [{ head: 'Title', width: 9 }], rows())
  await expect(buffer(file)).rejects.toThrow('the database is away')
})
