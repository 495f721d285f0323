import { bcfApiVersions } from '@plumbline/contract/bcf/api-version'
import { createHeader } from '@plumbline/contract/bim/bim'
import { addAttachment } from '@plumbline/contract/issues/attachments'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startApp, type TestApp } from '../../../test/app.ts'
import {
  type BcfClient,
  buildFileHeaders,
  buildFullViewpoint,
  createBcfClient,
  perspective,
} from '../../../test/bcf.ts'
import { getPublishedSchemas } from '../../../test/bcf-published.ts'
import { Client } from '../../../test/client.ts'
import { makeOwner } from '../../../test/make.ts'
import { PIXEL } from '../../../test/world.ts'

/** Calls each service of the BCF API in both versions and checks path, status and the published schema of the reply. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Owner = Awaited<ReturnType<typeof makeOwner>>
interface Guid {
  guid: string
}

describe.each(bcfApiVersions)('BCF API %s', (version) => {
  const schemas = getPublishedSchemas(version)
  let owner: Owner
  let api: BcfClient
  let topic: Guid
  beforeAll(async () => {
    owner = await makeOwner(app)
    api = createBcfClient(owner.client, version, owner.project.id)
    topic = await api.post<Guid>('/topics', { title: 'Duct meets beam' })
  })
  /** Expects a reply to match the published schema. */
  const expectSchema = (schema: z.ZodMiniType, value: unknown) => {
    const { error } = z.safeParse(schema, value)
    expect(error?.issues ?? []).toEqual([])
  }
  const at = (path = '') => `/topics/${topic.guid}${path}`

  test('GET projects, GET project', async () => {
    const { status, body } = await owner.client.send('GET', `/bcf/${version}/projects`)
    expect(status).toBe(200)
    expectSchema(z.array(schemas.project), body)
    const project = await api.get('')
    expectSchema(schemas.project, project)
    expect(body).toEqual([project])
    expect(project).toMatchObject({ project_id: owner.project.id, name: 'Harbour School' })
  })

  test('PUT project', async () => {
    const { status, body } = await api.send('PUT', '', { name: `East Wing ${version}` })
    expect(status).toBe(200)
    expectSchema(schemas.project, body)
    expect(await api.get('')).toMatchObject({ name: `East Wing ${version}` })
  })

  test('GET extensions', async () => {
    const extensions = await api.get('/extensions')
    expectSchema(schemas.extensions, extensions)
    expect(extensions).toMatchObject({
      topic_status: ['Open', 'In Progress', 'Resolved', 'ReOpened', 'Closed', 'Void'],
      priority: ['Low', 'Medium', 'High', 'Critical'],
      [version === '3.0' ? 'users' : 'user_id_type']: [owner.email],
      project_actions: ['update', 'createTopic', 'createDocument'],
    })
    expect(extensions.topic_label).toContain('Trade: Electrical')
  })

  test('POST topic, GET topic, GET topics', async () => {
    const sent = {
      title: 'Crack in slab',
      topic_type: 'Clash',
      topic_status: 'In Progress',
      priority: 'High',
      index: 3,
      labels: ['Architecture', 'Trade: Electrical'],
      assigned_to: owner.email,
      stage: 'Shell',
      description: 'Axis C to D',
      due_date: '2026-12-24T00:00:00Z',
      reference_links: ['https://example.com/a'],
      bim_snippet: {
        snippet_type: 'clash',
        is_external: true,
        reference: 'https://example.com/clash',
        reference_schema: 'https://example.com/clash.xsd',
      },
    }
    const { status, body } = await api.send('POST', '/topics', sent)
    expect(status).toBe(201)
    expectSchema(schemas.topic, body)
    expect(body).toMatchObject({ ...sent, creation_author: owner.email })
    const { guid } = body as Guid
    expect(await api.get(`/topics/${guid}`)).toEqual(body)
    const topics = await api.get<Guid[]>('/topics')
    expectSchema(z.array(schemas.topic), topics)
    expect(topics.find((each) => each.guid === guid)).toEqual(body)
  })

  test('PUT topic', async () => {
    const before = await api.post<Guid>('/topics', {
      title: 'Before',
      description: 'Words',
      priority: 'High',
    })
    const { status, body } = await api.send('PUT', `/topics/${before.guid}`, { title: 'After' })
    expect(status).toBe(200)
    expectSchema(schemas.topic, body)
    expect(body).toMatchObject({ guid: before.guid, title: 'After', modified_author: owner.email })
    expect(body).not.toHaveProperty('description')
  })

  test('DELETE topic', async () => {
    const { guid } = await api.post<Guid>('/topics', { title: 'Given up' })
    const { status, body } = await api.send('DELETE', `/topics/${guid}`)
    expect([status, body]).toEqual([200, ''])
    expect((await api.send('GET', `/topics/${guid}`)).status).toBe(404)
  })

  test('PUT snippet, GET snippet', async () => {
    const bytes = Buffer.from('{"clash": 1}')
    const { status } = await api.send('PUT', at('/snippet'), bytes, buildFileHeaders('clash.json'))
    expect(status).toBe(200)
    expect(await api.get(at())).toMatchObject({
      bim_snippet: { snippet_type: '.json', is_external: false, reference: 'clash.json' },
    })
    const { body, headers } = await api.send('GET', at('/snippet'))
    expect([body, headers['content-type']]).toEqual([bytes.toString(), 'application/octet-stream'])
  })

  test('PUT files, GET files', async () => {
    const name = version === '3.0' ? 'filename' : 'file_name'
    const files = [
      { ifc_project: '0J$yPqHBD12v72y4qF6XcD', [name]: 'a.ifc', reference: 'https://example.com/a.ifc' },
    ]
    const { status, body } = await api.send('PUT', at('/files'), files)
    expect(status).toBe(200)
    expectSchema(z.array(schemas.file), body)
    expect(body).toEqual(files)
    expect(await api.get(at('/files'))).toEqual(files)
  })

  test('POST comment, GET comment, GET comments', async () => {
    const { status, body } = await api.send('POST', at('/comments'), { comment: 'Will rework it' })
    expect(status).toBe(201)
    expectSchema(schemas.comment, body)
    expect(body).toMatchObject({ comment: 'Will rework it', author: owner.email, topic_guid: topic.guid })
    expect(await api.get(at(`/comments/${(body as Guid).guid}`))).toEqual(body)
    const comments = await api.get<Guid[]>(at('/comments'))
    expectSchema(z.array(schemas.comment), comments)
    expect(comments).toContainEqual(body)
  })

  test('PUT comment, DELETE comment', async () => {
    const { guid } = await api.post<Guid>(at('/comments'), { comment: 'First' })
    const { status, body } = await api.send('PUT', at(`/comments/${guid}`), { comment: 'Second' })
    expect(status).toBe(200)
    expectSchema(schemas.comment, body)
    expect(body).toMatchObject({ guid, comment: 'Second', modified_author: owner.email })
    expect((await api.send('DELETE', at(`/comments/${guid}`))).status).toBe(200)
    expect((await api.send('GET', at(`/comments/${guid}`))).status).toBe(404)
  })

  test('POST viewpoint, GET viewpoint, GET viewpoints', async () => {
    const { status, body } = await api.send('POST', at('/viewpoints'), buildFullViewpoint())
    expect(status).toBe(201)
    expectSchema(schemas.viewpoint, body)
    const { lines, clipping_planes } = buildFullViewpoint()
    expect(body).toMatchObject({ index: 7, lines, clipping_planes, snapshot: { snapshot_type: 'png' } })
    expect(body).not.toHaveProperty('components')
    expect(await api.get(at(`/viewpoints/${(body as Guid).guid}`))).toEqual(body)
    const views = await api.get<Guid[]>(at('/viewpoints'))
    expectSchema(z.array(schemas.viewpoint), views)
    expect(views).toContainEqual(body)
  })

  test('GET snapshot, GET bitmap', async () => {
    const view = await api.post<Guid & { bitmaps: Guid[] }>(at('/viewpoints'), buildFullViewpoint())
    const snapshot = await api.send('GET', at(`/viewpoints/${view.guid}/snapshot`))
    expect([snapshot.status, snapshot.headers['content-type']]).toEqual([200, 'image/png'])
    const bitmap = await api.send('GET', at(`/viewpoints/${view.guid}/bitmaps/${view.bitmaps[0]?.guid}`))
    expect([bitmap.status, bitmap.headers['content-type']]).toEqual([200, 'image/png'])
    const none = await api.post<Guid>(at('/viewpoints'), { perspective_camera: perspective })
    expect((await api.send('GET', at(`/viewpoints/${none.guid}/snapshot`))).status).toBe(404)
  })

  test('GET selection, GET coloring, GET visibility', async () => {
    const { guid } = await api.post<Guid>(at('/viewpoints'), buildFullViewpoint())
    const { selection, coloring, visibility } = buildFullViewpoint().components
    const parts = { selection, coloring, visibility }
    for (const [name, value] of Object.entries(parts)) {
      const body = await api.get(at(`/viewpoints/${guid}/${name}`))
      expectSchema(schemas[name as 'selection'], body)
      expect(body).toEqual({ [name]: value })
    }
  })

  test('PUT related topics, GET related topics', async () => {
    const [one, two] = [
      await api.post<Guid>('/topics', { title: 'One' }),
      await api.post<Guid>('/topics', { title: 'Two' }),
    ]
    const related = [one, two].map(({ guid }) => ({ related_topic_guid: guid }))
    const { status, body } = await api.send('PUT', at('/related_topics'), related)
    expect([status, body]).toEqual([200, related])
    expectSchema(z.array(schemas.related), body)
    expect(await api.get(`/topics/${one.guid}/related_topics`)).toEqual([{ related_topic_guid: topic.guid }])
    await api.put(at('/related_topics'), [{ related_topic_guid: two.guid }])
    expect(await api.get(at('/related_topics'))).toEqual([{ related_topic_guid: two.guid }])
  })

  test('POST document, GET documents, GET document', async () => {
    const { status, body } = await api.send(
      'POST',
      '/documents',
      Buffer.from('%PDF-1.7'),
      buildFileHeaders('law.pdf'),
    )
    expect(status).toBe(201)
    expectSchema(schemas.document, body)
    expect(body).toMatchObject({ filename: 'law.pdf' })
    const documents = await api.get('/documents')
    expectSchema(z.array(schemas.document), documents)
    expect(documents).toContainEqual(body)
    const file = await api.send('GET', `/documents/${(body as Guid).guid}`)
    expect([file.body, file.headers['content-type']]).toEqual(['%PDF-1.7', 'application/pdf'])
  })

  test('POST document reference, GET document references, PUT document reference', async () => {
    const sent = { url: 'https://example.com/law.pdf', description: 'The law' }
    const { status, body } = await api.send('POST', at('/document_references'), sent)
    expect(status).toBe(201)
    expectSchema(schemas.reference, body)
    const { guid } = body as Guid
    expect(await api.get(at('/document_references'))).toContainEqual({ guid, ...sent })
    const document = await api.send('POST', '/documents', Buffer.from('A'), buildFileHeaders('a.txt'))
    const { guid: document_guid } = document.body as Guid
    const changed = await api.send('PUT', at(`/document_references/${guid}`), { document_guid })
    expect([changed.status, changed.body]).toEqual([200, { guid, document_guid }])
    expect(await api.get(at('/document_references'))).toEqual([{ guid, document_guid }])
  })

  test('Attachments of an issue are listed as its document references', async () => {
    const { guid } = await api.post<Guid>('/topics', { title: 'With a photo' })
    const file = new Blob([Buffer.from(PIXEL, 'base64')])
    const params = { id: owner.project.id, issueId: guid }
    const photo = await owner.client.call(addAttachment, { params, query: { name: 'crack.png' }, file })
    expect(await api.get(`/topics/${guid}/document_references`)).toEqual([
      { guid: photo.id, document_guid: photo.id },
    ])
    expect(await api.get('/documents')).toContainEqual({ guid: photo.id, filename: 'crack.png' })
  })

  test('GET topics events, GET topic events', async () => {
    const { guid } = await api.post<Guid>('/topics', { title: 'Eventful', labels: ['A'] })
    await api.put(`/topics/${guid}`, { title: 'Eventful', labels: ['B'], topic_status: 'In Progress' })
    const events = await api.get<{ actions: { type: string; value: string | null }[] }[]>(
      `/topics/${guid}/events`,
    )
    expectSchema(z.array(schemas.topicEvent), events)
    expect(events.map(({ actions }) => actions)).toEqual([
      expect.arrayContaining([
        { type: 'topic_created', value: null },
        { type: 'title_updated', value: 'Eventful' },
        { type: 'status_updated', value: 'Open' },
        { type: 'label_added', value: 'A' },
      ]),
      expect.arrayContaining([
        { type: 'status_updated', value: 'In Progress' },
        { type: 'label_removed', value: 'A' },
        { type: 'label_added', value: 'B' },
      ]),
    ])
    const all = await api.get<{ topic_guid: string }[]>('/topics/events')
    expectSchema(z.array(schemas.topicEvent), all)
    expect(all.filter(({ topic_guid }) => topic_guid === guid)).toEqual(events)
  })

  test('GET comments events, GET comment events', async () => {
    const view = await api.post<Guid>(at('/viewpoints'), { perspective_camera: perspective })
    const { guid } = await api.post<Guid>(at('/comments'), { comment: 'Look', viewpoint_guid: view.guid })
    await api.put(at(`/comments/${guid}`), { comment: 'Look again' })
    const events = await api.get<{ actions: unknown[] }[]>(at(`/comments/${guid}/events`))
    expectSchema(z.array(schemas.commentEvent), events)
    expect(events.map(({ actions }) => actions)).toEqual([
      [
        { type: 'comment_created', value: null },
        { type: 'comment_text_updated', value: 'Look again' },
        { type: 'viewpoint_updated', value: view.guid },
      ],
      [
        { type: 'comment_text_updated', value: 'Look again' },
        { type: 'viewpoint_removed', value: null },
      ],
    ])
    const all = await api.get<{ comment_guid: string }[]>('/topics/comments/events')
    expectSchema(z.array(schemas.commentEvent), all)
    expect(all.filter(({ comment_guid }) => comment_guid === guid)).toEqual(events)
  })

  test('An error reply has a message', async () => {
    const { status, body } = await api.send('GET', `/topics/${crypto.randomUUID()}`)
    expect(status).toBe(404)
    expectSchema(schemas.error, body)
  })
})

describe('BCF API 3.0 only', () => {
  test('GET files information', async () => {
    const owner = await makeOwner(app)
    const api = createBcfClient(owner.client, '3.0', owner.project.id)
    const params = { id: owner.project.id }
    const header = await owner.client.call(createHeader, { params, body: { name: 'Architecture' } })
    const files = await api.get('/files_information')
    const { error } = z.safeParse(z.array(getPublishedSchemas('3.0').fileInformation), files)
    expect(error).toBeUndefined()
    expect(files).toMatchObject([{ file: { filename: 'Architecture', reference: header.id } }])
  })

  test('DELETE viewpoint', async () => {
    const owner = await makeOwner(app)
    const api = createBcfClient(owner.client, '3.0', owner.project.id)
    const topic = await api.post<Guid>('/topics', { title: 'Seen' })
    const view = await api.post<Guid>(`/topics/${topic.guid}/viewpoints`, buildFullViewpoint())
    const path = `/topics/${topic.guid}/viewpoints/${view.guid}`
    expect((await api.send('DELETE', path)).status).toBe(200)
    expect((await api.send('GET', path)).status).toBe(404)
    const older = createBcfClient(owner.client, '2.1', owner.project.id)
    expect((await older.send('DELETE', path)).status).toBe(404)
  })
})

describe('Foundation API', () => {
  test('GET versions', async () => {
    const owner = await makeOwner(app)
    const { status, body } = await owner.client.send('GET', '/foundation/versions')
    expect(status).toBe(200)
    expect(z.safeParse(getPublishedSchemas('3.0').versions, body).error).toBeUndefined()
    const { versions } = body as { versions: { api_id: string; version_id: string; api_base_url: string }[] }
    expect(versions.map(({ api_id, version_id }) => `${api_id} ${version_id}`)).toEqual([
      'foundation 1.0',
      'foundation 1.1',
      'bcf 2.1',
      'bcf 3.0',
    ])
    expect(versions.every(({ api_base_url }) => api_base_url.startsWith(app.server.config.publicUrl))).toBe(
      true,
    )
    const older = await owner.client.send('GET', '/bcf/versions')
    expect(older.body).toMatchObject({ versions: [{ version_id: '2.1' }, { version_id: '3.0' }] })
  })

  test.each(['/foundation/1.0', '/foundation/1.1', '/bcf/2.1'])(
    'GET %s/auth and registration',
    async (base) => {
      const program = new Client(app)
      const { status, body } = await program.send('GET', `${base}/auth`)
      expect(status).toBe(200)
      expect(z.safeParse(getPublishedSchemas('3.0').auth, body).error).toBeUndefined()
      const { oauth2_dynamic_client_reg_url: register } = body as Record<string, string>
      const registered = await program.send('POST', new URL(register ?? '').pathname, {
        client_name: 'Clash checker',
        client_description: 'Finds clashes',
        client_url: 'https://checker.example.com',
        redirect_url: 'https://checker.example.com/callback',
      })
      expect(registered.status).toBe(201)
      expect(z.safeParse(getPublishedSchemas('3.0').client, registered.body).error).toBeUndefined()
    },
  )

  test.each(['/foundation/1.0', '/foundation/1.1', '/bcf/2.1'])('GET %s/current-user', async (base) => {
    const owner = await makeOwner(app, 'Anna Architect')
    const { status, body } = await owner.client.send('GET', `${base}/current-user`)
    expect([status, body]).toEqual([200, { id: owner.email, name: 'Anna Architect' }])
  })
})
