import { randomUUIDv7 } from 'node:crypto'
import { fillPath } from '@plumbline/contract/http'
import { addAttachment, deleteAttachment } from '@plumbline/contract/issues/attachments'
import { addViewpoint, getIssue, getViewBitmap, setViewpointMarkup } from '@plumbline/contract/issues/issues'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import {
  type BcfClient,
  buildFileHeaders,
  buildFullViewpoint,
  createBcfClient,
  perspective,
} from '../../../test/bcf.ts'
import type { Client } from '../../../test/client.ts'
import { makeMember, makeOwner } from '../../../test/make.ts'
import { PIXEL } from '../../../test/world.ts'
import { toJsonb } from '../../db/database.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

interface Guid {
  guid: string
}
interface View extends Guid {
  perspective_camera: { field_of_view: number; aspect_ratio?: number }
  bitmaps: { guid: string; bitmap_type: string }[]
}

async function setUp() {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const api = createBcfClient(owner.client, '3.0', params.id)
  const older = createBcfClient(owner.client, '2.1', params.id)
  const { guid } = await api.post<Guid>('/topics', { title: 'A' })
  return { owner, params, api, older, guid, at: `/topics/${guid}` }
}

/** Status and invalid fields of a refusal. */
const faults = async (answer: ReturnType<BcfClient['send']>) => {
  const { status, body } = await answer
  return [status, Object.keys((body as { fields?: object }).fields ?? {})]
}

describe('Viewpoints', () => {
  test('have a horizontal field of view in 2.1 and a vertical one in 3.0', async () => {
    const { api, older, at } = await setUp()
    const { guid } = await api.post<View>(`${at}/viewpoints`, { perspective_camera: perspective })
    const wide = await older.get<View>(`${at}/viewpoints/${guid}`)
    // 2 atan(1.5 tan 30°)
    expect(wide.perspective_camera.field_of_view).toBeCloseTo(81.787, 2)
    expect(wide.perspective_camera).not.toHaveProperty('aspect_ratio')
  })

  test('with angles at their limits and very long sides are read by both versions and by the issue', async () => {
    const { owner, params, api, older, guid, at } = await setUp()
    const tall = await sharp({ create: { width: 1, height: 2000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const { aspect_ratio: _, ...camera } = perspective
    await older.post(`${at}/viewpoints`, {
      perspective_camera: { ...camera, field_of_view: 179.99999999999997 },
      snapshot: { snapshot_type: 'png', snapshot_data: tall.toString('base64') },
    })
    for (const aspect_ratio of [1e300, 1e-320])
      for (const field_of_view of [5e-324, 60, 179.99999999999997])
        await api.post(`${at}/viewpoints`, { perspective_camera: { ...camera, field_of_view, aspect_ratio } })
    for (const read of [api, older]) expect(await read.get(`${at}/viewpoints`)).toHaveLength(7)
    const issue = await owner.client.call(getIssue, { params: { ...params, issueId: guid } })
    expect(issue.viewpoints).toHaveLength(7)
  })

  test('sent by 2.1 come back unchanged and get the aspect ratio of their snapshot', async () => {
    const { api, older, at } = await setUp()
    const { aspect_ratio: _, ...camera } = { ...perspective, field_of_view: 60 }
    const picture = await sharp({ create: { width: 200, height: 100, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    const snapshot = { snapshot_type: 'jpg', snapshot_data: picture.toString('base64') }
    const sent = { perspective_camera: camera, snapshot }
    const { guid } = await older.post<View>(`${at}/viewpoints`, sent)
    const same = await older.get<View>(`${at}/viewpoints/${guid}`)
    expect(same.perspective_camera.field_of_view).toBeCloseTo(60, 9)
    const { perspective_camera: high } = await api.get<View>(`${at}/viewpoints/${guid}`)
    expect(high.aspect_ratio).toBe(2)
    // 2 atan(tan 30° / 2)
    expect(high.field_of_view).toBeCloseTo(32.204, 2)
  })

  test('look the same in the issues API', async () => {
    const { owner, params, api, guid, at } = await setUp()
    const view = await api.post<View>(`${at}/viewpoints`, buildFullViewpoint())
    const issue = await owner.client.call(getIssue, { params: { ...params, issueId: guid } })
    const { clipping_planes, components, lines } = buildFullViewpoint()
    expect(issue.viewpoints).toMatchObject([
      { guid: view.guid, index: 7, has_snapshot: true, perspective_camera: perspective },
    ])
    expect(issue.viewpoints).toMatchObject([{ clipping_planes, components, lines }])
    const { bitmap_data, ...place } = buildFullViewpoint().bitmaps[0] ?? {}
    expect(issue.viewpoints[0]?.bitmaps).toMatchObject([place])
    const of = { ...params, issueId: guid, viewpointId: view.guid }
    const bitmapOf = (client: Client, bitmapId: string) =>
      client.send('GET', fillPath(getViewBitmap.path, { ...of, bitmapId }))
    const bitmapId = issue.viewpoints[0]?.bitmaps?.[0]?.guid ?? ''
    const sent = await bitmapOf(owner.client, bitmapId)
    expect([sent.status, sent.headers['content-type']]).toEqual([200, 'image/png'])
    expect((await bitmapOf(owner.client, randomUUIDv7())).status).toBe(404)
    expect((await bitmapOf((await makeOwner(app)).client, bitmapId)).status).toBe(404)
  })

  test('show everything without visibility and only the exceptions with exceptions alone', async () => {
    const { api, at } = await setUp()
    const add = (components?: object) =>
      api.post<View>(`${at}/viewpoints`, { perspective_camera: perspective, components })
    const shown = async ({ guid }: View) => api.get(`${at}/viewpoints/${guid}/visibility`)
    const all = { visibility: { default_visibility: true } }
    expect(await shown(await add())).toEqual(all)
    expect(await shown(await add({ selection: [{ ifc_guid: '2MF28NhmDBiRVyFakgdbCT' }] }))).toEqual(all)
    const exceptions = [{ ifc_guid: '2MF28NhmDBiRVyFakgdbCT' }]
    expect(await shown(await add({ visibility: { exceptions } }))).toEqual({
      visibility: { default_visibility: false, exceptions },
    })
  })

  const orthogonal_camera = { ...perspective, field_of_view: undefined, view_to_world_scale: 5 }
  test.each<[string, object, string]>([
    ['two cameras', { perspective_camera: perspective, orthogonal_camera }, 'orthogonal_camera'],
    ['no camera and no picture', {}, 'perspective_camera'],
    [
      'lines without a camera',
      { ...buildFullViewpoint(), perspective_camera: undefined },
      'perspective_camera',
    ],
    [
      'a field of view of zero',
      { perspective_camera: { ...perspective, field_of_view: 0 } },
      'perspective_camera.field_of_view',
    ],
    [
      'an invalid IFC GUID',
      { perspective_camera: perspective, components: { selection: [{ ifc_guid: 'x' }] } },
      'components.selection.0.ifc_guid',
    ],
    [
      'a NUL character in a name',
      { perspective_camera: perspective, components: { selection: [{ originating_system: 'a\u0000' }] } },
      'components.selection.0.originating_system',
    ],
  ])('A viewpoint with %s is refused', async (_, body, field) => {
    const { api, at } = await setUp()
    expect(await faults(api.send('POST', `${at}/viewpoints`, body))).toEqual([
      400,
      expect.arrayContaining([field]),
    ])
    expect(await api.get(`${at}/viewpoints`)).toEqual([])
  })

  test('with endless nesting are refused', async () => {
    const { api, at } = await setUp()
    const body = Buffer.from(`{"lines":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)
    const { status } = await api.send('POST', `${at}/viewpoints`, body, {
      'content-type': 'application/json',
    })
    expect(status).toBe(400)
  })

  test('keep the format of their bitmaps, which are deleted with them', async () => {
    const { owner, params, api, at } = await setUp()
    const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    const [bitmap] = buildFullViewpoint().bitmaps
    const bitmaps = [{ ...bitmap, bitmap_type: 'jpg', bitmap_data: picture.toString('base64') }]
    const view = await api.post<View>(`${at}/viewpoints`, { ...buildFullViewpoint(), bitmaps })
    const { guid: bitmapGuid = '', bitmap_type } = view.bitmaps[0] ?? {}
    expect(bitmap_type).toBe('jpg')
    const { headers } = await api.send('GET', `${at}/viewpoints/${view.guid}/bitmaps/${bitmapGuid}`)
    expect(headers['content-type']).toBe('image/jpeg')
    const key = `snapshots/${params.id}/${view.guid}/bitmaps/${bitmapGuid}`
    expect(await owner.client.app.server.blobs.size(key)).toBeGreaterThan(0)
    await api.send('DELETE', `${at}/viewpoints/${view.guid}`)
    await expect.poll(() => app.server.blobs.size(key)).toBeNull()
  })

  test('have PNG snapshots with their markup, for every reader', async () => {
    const { owner, params, api, guid, at } = await setUp()
    const reader = await makeMember(app, params.id, 'VIEWER')
    const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'white' } })
      .png()
      .toBuffer()
    const at2 = { ...params, issueId: guid }
    const view = await owner.client.call(addViewpoint, {
      params: at2,
      body: { snapshot: { snapshot_type: 'png', snapshot_data: picture.toString('base64') } },
    })
    await owner.client.call(setViewpointMarkup, {
      params: { ...at2, viewpointId: view.guid },
      body: {
        version: 1,
        shapes: [{ kind: 'BOX', from: [0.1, 0.1], to: [0.9, 0.9], color: 'RED', width: 0.05 }],
      },
    })
    expect((await api.send('GET', `${at}/viewpoints/${view.guid}/snapshot`)).headers['content-type']).toBe(
      'image/png',
    )
    const path = `/bcf/3.0/projects/${params.id}${at}/viewpoints/${view.guid}/snapshot`
    const cookie = [...reader.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { rawPayload } = await app.fastify.inject({ method: 'GET', url: path, headers: { cookie } })
    const edge = await sharp(rawPayload).extract({ left: 3, top: 10, width: 2, height: 10 }).png().toBuffer()
    const [red, green] = (await sharp(edge).stats()).channels
    expect(red?.mean).toBeGreaterThan((green?.mean ?? 255) + 50)
  })
})

describe('Comments', () => {
  test('may refer to a viewpoint of their topic, with or without text', async () => {
    const { api, at } = await setUp()
    const view = await api.post<View>(`${at}/viewpoints`, { perspective_camera: perspective })
    const comment = await api.post<Guid>(`${at}/comments`, { viewpoint_guid: view.guid })
    expect(comment).toMatchObject({ comment: '', viewpoint_guid: view.guid })
    expect(await api.put(`${at}/comments/${comment.guid}`, { comment: 'Said' })).not.toHaveProperty(
      'viewpoint_guid',
    )
    expect(await faults(api.send('POST', `${at}/comments`, {}))).toEqual([400, ['comment']])
    expect(await faults(api.send('POST', `${at}/comments`, { comment: '  ' }))).toEqual([400, ['comment']])
  })

  test('of people without an account carry the author named by the file', async () => {
    const { api, at } = await setUp()
    const { guid } = await api.post<Guid>(`${at}/comments`, { comment: 'From elsewhere' })
    await app.server.db
      .updateTable('issue_comments')
      .set({ created_by: null, bcf: toJsonb({ author: 'ann@elsewhere.example' }) })
      .where('id', '=', guid)
      .execute()
    expect(await api.get(`${at}/comments/${guid}`)).toMatchObject({ author: 'ann@elsewhere.example' })
    const query = "$filter=author eq 'Ann@Elsewhere.example'"
    expect(await api.get(`${at}/comments?${query}`)).toMatchObject([{ guid }])
  })

  test('are filtered by author and date', async () => {
    const { owner, api, at } = await setUp()
    await api.post(`${at}/comments`, { comment: 'One' })
    await api.post(`${at}/comments`, { comment: 'Two' })
    const found = async (query: string) =>
      (await api.get<{ comment: string }[]>(`${at}/comments?${query}`)).map(({ comment }) => comment)
    expect(await found(`$filter=author eq '${owner.email}'&$orderby=date desc`)).toEqual(['Two', 'One'])
    expect(await found("$filter=author eq 'nobody@example.com'")).toEqual([])
    expect(await found('$filter=date gt 2100-01-01T00:00:00Z')).toEqual([])
    expect(await found('$top=1&$skip=1')).toEqual(['Two'])
  })
})

describe('Events', () => {
  test('are filtered by type, author, date and topic', async () => {
    const { owner, api, guid } = await setUp()
    await api.put(`/topics/${guid}`, { title: 'B', stage: 'Shell' })
    await api.put(`/topics/${guid}`, { title: 'B' })
    const found = async (query: string) =>
      (await api.get<{ actions: { type: string }[] }[]>(`/topics/events?${query}`)).map(({ actions }) =>
        actions.map(({ type }) => type).join(),
      )
    expect(await found("$filter=type eq 'title_updated' or type eq 'stage_added'")).toEqual([
      'title_updated',
      'title_updated,stage_added',
    ])
    expect(await found("$filter=type eq 'stage_removed'&$orderby=date desc")).toEqual(['stage_removed'])
    expect(await found(`$filter=topic_guid eq '${guid.toUpperCase()}'&$top=1`)).toHaveLength(1)
    expect(await found(`$filter=author ne '${owner.email}'`)).toEqual([])
    expect(await found('$filter=date gt 2100-01-01')).toEqual([])
  })
})

describe('Documents', () => {
  test('become attachments of the first topic that refers to them', async () => {
    const { owner, params, api, guid, at } = await setUp()
    const bytes = Buffer.from(PIXEL, 'base64')
    const sent = await api.send('POST', '/documents', bytes, buildFileHeaders('plan é.png'))
    const { guid: document_guid } = sent.body as Guid
    await api.post(`${at}/document_references`, { document_guid, description: 'The plan' })
    const issue = await owner.client.call(getIssue, { params: { ...params, issueId: guid } })
    expect(issue.attachments).toMatchObject([
      { id: document_guid, name: 'plan é.png', kind: 'FILE', type: 'image/png' },
    ])
    expect(await api.get('/documents')).toEqual([{ guid: document_guid, filename: 'plan é.png' }])
    const other = await api.post<Guid>('/topics', { title: 'Refers, too' })
    await api.post(`/topics/${other.guid}/document_references`, { document_guid })
    expect(await api.get(`/topics/${other.guid}/document_references`)).toMatchObject([{ document_guid }])
  })

  test('are no longer referenced once their attachment is deleted', async () => {
    const { owner, params, api, guid, at } = await setUp()
    const file = new Blob([Buffer.from('A')])
    const ref = { ...params, issueId: guid }
    const { id } = await owner.client.call(addAttachment, { params: ref, query: { name: 'a.txt' }, file })
    await owner.client.call(deleteAttachment, { params: { ...ref, attachmentId: id } })
    expect(await api.get(`${at}/document_references`)).toEqual([])
  })

  test.each([
    [{}, 'url'],
    [{ url: 'https://example.com', document_guid: crypto.randomUUID() }, 'url'],
    [{ document_guid: crypto.randomUUID() }, 'document_guid'],
  ])('A missing reference and a reference to two documents are refused: %j', async (body, field) => {
    const { api, at } = await setUp()
    expect(await faults(api.send('POST', `${at}/document_references`, body))).toEqual([400, [field]])
  })

  test.each([
    ["filename*=UTF-8''a%00%2F..%2Fb.txt", 'b.txt'],
    ['filename="..\\\\..\\\\secret.txt"', 'secret.txt'],
    ['', 'document'],
  ])('A path in the name of an upload is dropped: %s', async (disposition, name) => {
    const { api } = await setUp()
    const headers = { 'content-type': 'text/plain', 'content-disposition': `attachment; ${disposition}` }
    const { status, body } = await api.send('POST', '/documents', Buffer.from('A'), headers)
    expect([status, (body as { filename: string }).filename]).toEqual([201, name])
  })

  test('keep a JSON upload byte for byte', async () => {
    const { api } = await setUp()
    const headers = { ...buildFileHeaders('a.json'), 'content-type': 'application/json' }
    const { body } = await api.send('POST', '/documents', Buffer.from('{"a": 1 }'), headers)
    const file = await api.send('GET', `/documents/${(body as Guid).guid}`)
    expect(file.body).toBe('{"a": 1 }')
  })

  test('over 25 MB are refused with 413', async () => {
    const { api } = await setUp()
    const { status } = await api.send(
      'POST',
      '/documents',
      Buffer.alloc(25_000_001),
      buildFileHeaders('a.bin'),
    )
    expect([status, await api.get('/documents')]).toEqual([413, []])
  })
})

describe('Snippets', () => {
  test('A new file replaces the old one and is deleted when the topic drops its snippet', async () => {
    const { params, api, guid, at } = await setUp()
    const put = (text: string, name: string) =>
      api.send('PUT', `${at}/snippet`, Buffer.from(text), buildFileHeaders(name))
    await put('one', 'one.txt')
    await put('two', 'two.txt')
    expect((await api.send('GET', `${at}/snippet`)).body).toBe('two')
    const topic = await api.get(at)
    await api.put(at, { ...topic, title: 'Renamed' })
    expect((await api.send('GET', `${at}/snippet`)).body).toBe('two')
    const { snippet_blob_id } = await app.server.db
      .selectFrom('issue_bcf')
      .select('snippet_blob_id')
      .where('issue_id', '=', guid)
      .executeTakeFirstOrThrow()
    const key = `attachments/${params.id}/${snippet_blob_id}/original`
    expect(await app.server.blobs.size(key)).toBe(3)
    await api.put(at, { title: 'Without' })
    expect((await api.send('GET', `${at}/snippet`)).status).toBe(404)
    await expect.poll(() => app.server.blobs.size(key)).toBeNull()
  })
})
