import { createIssue, getIssue } from '@plumbline/contract/issues/issues'
import { createProject, updateProject } from '@plumbline/contract/projects/projects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { buildFileHeaders, buildFullViewpoint, createBcfClient } from '../../../test/bcf.ts'
import { Client } from '../../../test/client.ts'
import { makeMember, makeOwner, makeUser } from '../../../test/make.ts'

/** Permission rules of issues in the BCF API. The access level of each endpoint is tested by the matrix suite. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Topic = Record<string, unknown> & { guid: string; title: string; authorization: Actions }
interface Actions {
  topic_actions: string[]
}

async function setUp() {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const as = (user: { client: Client }) => createBcfClient(user.client, '3.0', params.id)
  return { owner, params, as, api: as(owner) }
}
const titles = (topics: Topic[]) => topics.map(({ title }) => title).sort()

describe('Hidden content', () => {
  test('of a project is indistinguishable from a missing project for outsiders', async () => {
    const { api, params } = await setUp()
    const { guid } = await api.post<Topic>('/topics', { title: 'Secret' })
    const stranger = await makeUser(app)
    const answer = async (projectId: string, path: string) => {
      const { status, body } = await createBcfClient(stranger.client, '3.0', projectId).send('GET', path)
      const { request_id: _, ...rest } = body as Record<string, unknown>
      return JSON.stringify([status, rest])
    }
    for (const path of ['', '/topics', `/topics/${guid}`, '/extensions', '/topics/events']) {
      const seen = await answer(params.id, path)
      expect(seen).toContain('404')
      expect(await answer(crypto.randomUUID(), path)).toBe(seen)
      expect(await answer('any-project-of-another-server', path)).toBe(seen)
    }
    const { body } = await stranger.client.send('GET', '/bcf/3.0/projects')
    expect(body).toEqual([])
  })

  test('Without a session only the list of versions is answered', async () => {
    const { params } = await setUp()
    const nobody = new Client(app)
    const { status, body } = await nobody.send('GET', `/bcf/3.0/projects/${params.id}`)
    expect([status, (body as { message: string }).message]).toEqual([401, 'missing or malformed jwt'])
    expect((await nobody.send('GET', '/foundation/versions')).status).toBe(200)
    expect((await nobody.send('GET', '/bcf/3.0/nothing')).status).toBe(404)
  })

  test('appears in no list, relation, event, document or extension', async () => {
    const { owner, params, as, api } = await setUp()
    const contributor = await makeMember(app, params.id, 'CONTRIBUTOR')
    const hidden = await owner.client.call(createIssue, {
      params,
      body: { name: 'Hidden', visibility: 'PRIVATE', labels: ['Secret'], stage: 'Covert' },
    })
    const open = await api.post<Topic>('/topics', { title: 'Open' })
    await api.put(`/topics/${open.guid}/related_topics`, [{ related_topic_guid: hidden.id }])
    const file = await api.send('POST', '/documents', Buffer.from('A'), buildFileHeaders('secret.txt'))
    const { guid: document_guid } = file.body as Topic
    await api.post(`/topics/${hidden.id}/document_references`, { document_guid })
    await api.post(`/topics/${hidden.id}/comments`, { comment: 'Psst' })
    const other = as(contributor)
    expect(titles(await other.get('/topics'))).toEqual(['Open'])
    expect((await other.send('GET', `/topics/${hidden.id}`)).status).toBe(404)
    expect((await other.send('GET', `/topics/${hidden.id}/comments`)).status).toBe(404)
    expect((await other.send('GET', `/documents/${document_guid}`)).status).toBe(404)
    for (const path of ['/documents', `/topics/${open.guid}/related_topics`, '/topics/comments/events'])
      expect([path, await other.get(path)]).toEqual([path, []])
    expect(JSON.stringify(await other.get('/extensions'))).not.toMatch(/Secret|Covert/)
    expect(JSON.stringify(await other.get('/topics/events'))).not.toContain(hidden.id)
  })

  test('includes issues of other companies when the project limits contributors to their own', async () => {
    const { owner, params, as, api } = await setUp()
    const contributor = await makeMember(app, params.id, 'CONTRIBUTOR')
    await owner.client.call(updateProject, { params, body: { contributor_issue_scope: 'OWN_COMPANY' } })
    await api.post('/topics', { title: 'Ours' })
    await as(contributor).post('/topics', { title: 'Theirs' })
    expect(titles(await as(contributor).get('/topics'))).toEqual(['Theirs'])
    expect(titles(await api.get('/topics'))).toEqual(['Ours', 'Theirs'])
  })

  test('keeps its relations when the caller writes the visible ones', async () => {
    const { owner, params, as, api } = await setUp()
    const editor = await makeMember(app, params.id, 'EDITOR')
    const hidden = await owner.client.call(createIssue, {
      params,
      body: { name: 'Hidden', visibility: 'PRIVATE' },
    })
    const topic = await api.post<Topic>('/topics', { title: 'Open' })
    await api.put(`/topics/${topic.guid}/related_topics`, [{ related_topic_guid: hidden.id }])
    await as(editor).put(`/topics/${topic.guid}/related_topics`, [])
    expect(await api.get(`/topics/${topic.guid}/related_topics`)).toEqual([{ related_topic_guid: hidden.id }])
    const elsewhere = crypto.randomUUID()
    await as(editor).put(`/topics/${topic.guid}/related_topics`, [{ related_topic_guid: elsewhere }])
    expect(await as(editor).get(`/topics/${topic.guid}/related_topics`)).toEqual([
      { related_topic_guid: elsewhere },
    ])
  })
})

describe('Permissions', () => {
  test('Viewers read, contributors edit their own and assigned topics, editors edit all', async () => {
    const { params, as, api } = await setUp()
    const [viewer, contributor, editor] = [
      await makeMember(app, params.id, 'VIEWER'),
      await makeMember(app, params.id, 'CONTRIBUTOR'),
      await makeMember(app, params.id, 'EDITOR'),
    ]
    const theirs = await api.post<Topic>('/topics', { title: 'The owner’s' })
    const own = await as(contributor).post<Topic>('/topics', { title: 'Own' })
    const assigned = await api.post<Topic>('/topics', { title: 'To do', assigned_to: contributor.email })
    const put = async (who: { client: Client }, { guid, title }: Topic) =>
      (
        await as(who).send('PUT', `/topics/${guid}`, {
          title,
          priority: 'High',
          assigned_to: contributor.email,
        })
      ).status
    expect([await put(viewer, own), await put(contributor, theirs)]).toEqual([403, 403])
    expect([await put(contributor, own), await put(contributor, assigned)]).toEqual([200, 200])
    expect(await put(editor, theirs)).toBe(200)
    const { status } = await as(viewer).send('POST', `/topics/${own.guid}/comments`, { comment: 'A' })
    expect(status).toBe(403)
  })

  test('are returned with each topic, comment and viewpoint on request', async () => {
    const { params, as, api } = await setUp()
    const contributor = await makeMember(app, params.id, 'CONTRIBUTOR')
    const viewer = await makeMember(app, params.id, 'VIEWER')
    const { guid } = await api.post<Topic>('/topics', { title: 'The owner’s' })
    const view = await api.post<Topic>(`/topics/${guid}/viewpoints`, buildFullViewpoint())
    const comment = await api.post<Topic>(`/topics/${guid}/comments`, { comment: 'Mine' })
    const asked = '?includeAuthorization=true'
    const told = async (who: { client: Client }) => ({
      topic: (await as(who).get<Topic>(`/topics/${guid}${asked}`)).authorization.topic_actions,
      comment: (await as(who).get<Topic>(`/topics/${guid}/comments/${comment.guid}${asked}`)).authorization,
      view: (await as(who).get<Topic>(`/topics/${guid}/viewpoints/${view.guid}${asked}`)).authorization,
      project: (await as(who).get<Topic>('')).authorization,
    })
    expect(await told(contributor)).toEqual({
      topic: ['createComment', 'createViewpoint'],
      comment: { comment_actions: [] },
      view: { viewpoint_actions: [] },
      project: { project_actions: ['createTopic', 'createDocument'] },
    })
    expect((await told(viewer)).topic).toEqual([])
    const [listed] = await as(contributor).get<Topic[]>(`/topics${asked}`)
    expect(listed?.authorization.topic_actions).toEqual(['createComment', 'createViewpoint'])
    const [silent] = await as(contributor).get<Topic[]>('/topics')
    expect(silent).not.toHaveProperty('authorization')
  })

  test('An archived project is read-only', async () => {
    const { owner, params, api } = await setUp()
    const { guid } = await api.post<Topic>('/topics', { title: 'Kept' })
    await owner.client.call(updateProject, { params, body: { status: 'ARCHIVED' } })
    const { status, body } = await api.send('PUT', `/topics/${guid}`, { title: 'Changed' })
    expect([status, (body as { error: string }).error]).toEqual([409, 'archived'])
    const topic = await api.get<Topic>(`/topics/${guid}?includeAuthorization=true`)
    expect(topic).toMatchObject({
      title: 'Kept',
      authorization: { topic_actions: [], topic_status: ['Open'] },
    })
    expect((await api.get<Topic>('')).authorization).toEqual({ project_actions: ['update'] })
  })
})

describe('Isolation of projects', () => {
  test('Parts of another project cannot be reached by their GUIDs', async () => {
    const { owner, api } = await setUp()
    const next = await owner.client.call(createProject, { body: { name: 'Next door' } })
    const there = createBcfClient(owner.client, '3.0', next.id)
    const topic = await api.post<Topic>('/topics', { title: 'Here' })
    const comment = await api.post<Topic>(`/topics/${topic.guid}/comments`, { comment: 'Here' })
    const other = await there.post<Topic>('/topics', { title: 'There' })
    const paths = [`/topics/${topic.guid}`, `/topics/${other.guid}/comments/${comment.guid}`]
    for (const path of paths) expect([path, (await there.send('GET', path)).status]).toEqual([path, 404])
    const document = await api.send('POST', '/documents', Buffer.from('A'), buildFileHeaders('a.txt'))
    const { guid: document_guid } = document.body as Topic
    expect((await there.send('GET', `/documents/${document_guid}`)).status).toBe(404)
    const { status } = await there.send('POST', `/topics/${other.guid}/document_references`, {
      document_guid,
    })
    expect(status).toBe(400)
    // a GUID in use by another project is accepted and replaced
    const again = await there.send(
      'POST',
      `/documents?guid=${document_guid}`,
      Buffer.from('B'),
      buildFileHeaders('b.txt'),
    )
    expect(again.status).toBe(201)
    const here = await api.send(
      'POST',
      `/documents?guid=${document_guid}`,
      Buffer.from('B'),
      buildFileHeaders('b.txt'),
    )
    expect(here.status).toBe(409)
  })

  test('A refused write changes nothing', async () => {
    const { owner, params, api } = await setUp()
    const { guid } = await api.post<Topic>('/topics', { title: 'A' })
    const before = await owner.client.call(getIssue, { params: { ...params, issueId: guid } })
    const broken = {
      ...buildFullViewpoint(),
      bitmaps: [{ ...buildFullViewpoint().bitmaps[0], bitmap_data: 'AAAA' }],
    }
    expect((await api.send('POST', `/topics/${guid}/viewpoints`, broken)).status).toBe(415)
    const foreign = { comment: 'A', viewpoint_guid: crypto.randomUUID() }
    expect((await api.send('POST', `/topics/${guid}/comments`, foreign)).status).toBe(400)
    const wrong = [{ related_topic_guid: guid }]
    expect((await api.send('PUT', `/topics/${guid}/related_topics`, wrong)).status).toBe(409)
    expect(await owner.client.call(getIssue, { params: { ...params, issueId: guid } })).toEqual(before)
  })
})
