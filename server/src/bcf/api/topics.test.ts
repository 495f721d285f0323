import { createIssue, getIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { addComment, listTimeline } from '@plumbline/contract/issues/timeline'
import { listNotifications } from '@plumbline/contract/notifications/notifications'
import { createLevel, createSection } from '@plumbline/contract/projects/projects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listenOnPort, startApp, type TestApp } from '../../../test/app.ts'
import { buildFullViewpoint, createBcfClient } from '../../../test/bcf.ts'
import { Listener } from '../../../test/listener.ts'
import { makeMember, makeOwner } from '../../../test/make.ts'

let app: TestApp
let origin: string
beforeAll(async () => {
  app = await startApp()
  origin = await listenOnPort(app)
})
afterAll(() => app.close())

type Topic = Record<string, unknown> & { guid: string; title: string; labels: string[] }

async function setUp(version: '2.1' | '3.0' = '3.0') {
  const owner = await makeOwner(app)
  return {
    owner,
    api: createBcfClient(owner.client, version, owner.project.id),
    params: { id: owner.project.id },
  }
}

const titles = (topics: Topic[]) => topics.map(({ title }) => title)
describe('Fields of an issue', () => {
  test('appear in its topic wherever BCF has a field for them', async () => {
    const { owner, api, params } = await setUp()
    const level = await owner.client.call(createLevel, { params, body: { name: '02', elevation_m: 3 } })
    const section = await owner.client.call(createSection, { params, body: { name: 'East' } })
    const issue = await owner.client.call(createIssue, {
      params,
      body: {
        name: 'Duct meets beam',
        description: 'Axis C',
        type: 'CLASH',
        priority: 'CRITICAL',
        trade: 'HVAC',
        level_id: level.id,
        section_id: section.id,
        labels: ['Urgent'],
        assignee_id: owner.id,
        due_date: '2026-12-24',
        stage: 'Shell',
      },
    })
    expect(await api.get(`/topics/${issue.id}`)).toMatchObject({
      guid: issue.id,
      server_assigned_id: 'PL-1',
      title: 'Duct meets beam',
      description: 'Axis C',
      topic_type: 'Clash',
      topic_status: 'Open',
      priority: 'Critical',
      labels: ['Urgent', 'Trade: HVAC', 'Level: 02', 'Section: East'],
      assigned_to: owner.email,
      due_date: '2026-12-24T00:00:00Z',
      stage: 'Shell',
      creation_author: owner.email,
      creation_date: issue.created_at,
    })
  })

  test('are set from labels that name a trade, level or section of the project', async () => {
    const { owner, api, params } = await setUp()
    const level = await owner.client.call(createLevel, { params, body: { name: '02', elevation_m: 3 } })
    const { guid } = await api.post<Topic>('/topics', {
      title: 'Labelled',
      labels: ['trade: fire protection', 'Level: 02', 'Section: West', 'A'],
    })
    const issue = await owner.client.call(getIssue, { params: { ...params, issueId: guid } })
    expect(issue).toMatchObject({
      trade: 'FIRE_PROTECTION',
      level_id: level.id,
      section_id: null,
      labels: ['Section: West', 'A'],
      source: 'BCF',
    })
    await api.put(`/topics/${guid}`, { title: 'Labelled' })
    const after = await owner.client.call(getIssue, { params: { ...params, issueId: guid } })
    expect(after).toMatchObject({ trade: 'GENERAL', level_id: null, labels: [] })
  })

  test('keep the sent spelling of a word until their value changes', async () => {
    const { owner, api, params } = await setUp()
    const sent = { title: 'Spelt', topic_type: 'Fault', topic_status: 'NEW', priority: 'normal' }
    const topic = await api.post<Topic>('/topics', { ...sent, due_date: '2026-12-24T17:30:00+01:00' })
    expect(topic).toMatchObject({ ...sent, due_date: '2026-12-24T17:30:00+01:00' })
    expect(await api.get('/extensions')).toMatchObject({
      topic_type: expect.arrayContaining(['Defect', 'Fault']),
    })
    const issue = await owner.client.call(updateIssue, {
      params: { ...params, issueId: topic.guid },
      body: { type: 'RFI', due_date: '2026-12-31' },
    })
    expect(issue).toMatchObject({ type: 'RFI', status: 'OPEN', priority: 'MEDIUM' })
    expect(await api.get(`/topics/${topic.guid}`)).toMatchObject({
      topic_type: 'RFI',
      topic_status: 'NEW',
      priority: 'normal',
      due_date: '2026-12-31T00:00:00Z',
    })
  })

  test('unknown to BCF survive a PUT, and an identical PUT changes nothing', async () => {
    const { owner, api, params } = await setUp()
    const watcher = await makeMember(app, owner.project.id, 'VIEWER')
    const issue = await owner.client.call(createIssue, {
      params,
      body: { name: 'Private', visibility: 'COMPANY', watcher_ids: [watcher.id] },
    })
    const topic = await api.get<Topic>(`/topics/${issue.id}`)
    await api.put(`/topics/${issue.id}`, topic)
    const same = await owner.client.call(getIssue, { params: { ...params, issueId: issue.id } })
    expect(same).toEqual(issue)
    await api.put(`/topics/${issue.id}`, { ...topic, title: 'Renamed' })
    const after = await owner.client.call(getIssue, { params: { ...params, issueId: issue.id } })
    expect(after).toMatchObject({
      name: 'Renamed',
      visibility: 'COMPANY',
      watcher_ids: [watcher.id],
      version: 2,
    })
  })

  test.each([
    [{ title: '' }, 'title'],
    [{}, 'title'],
    [{ title: 'A', topic_type: 'Sparkle' }, 'topic_type'],
    [{ title: 'A', assigned_to: 'nobody@example.com' }, 'assigned_to'],
    [{ title: 'A', due_date: 'tomorrow' }, 'due_date'],
    [{ title: 'A', due_date: '2026-02-31T00:00:00Z' }, 'due_date'],
    [{ title: 'A', labels: [{}] }, 'labels.0'],
    [{ title: 'A', bim_snippet: { snippet_type: 'a' } }, 'bim_snippet.reference'],
    [{ title: 'A', guid: 'no guid' }, 'guid'],
    [[], 'body'],
  ])('An invalid topic is refused with the name of the field: %j', async (body, field) => {
    const { api } = await setUp()
    const { status, body: answer } = await api.send('POST', '/topics', body)
    expect([status, Object.keys((answer as { fields: object }).fields)[0]]).toEqual([400, field])
    expect(await api.get('/topics')).toEqual([])
  })

  test('may be null or missing, and unpublished fields are ignored', async () => {
    const { api } = await setUp()
    const topic = await api.post<Topic>('/topics', { title: 'A', stage: null, labels: null, colour: 'red' })
    expect(topic.labels).toEqual([])
    expect(topic).not.toHaveProperty('colour')
  })
})

describe('Status changes', () => {
  test('that the rules forbid are refused with a reason, and nothing is written', async () => {
    const { api } = await setUp()
    const { guid } = await api.post<Topic>('/topics', { title: 'Open' })
    const { status, body } = await api.send('PUT', `/topics/${guid}`, { title: 'No', topic_status: 'Closed' })
    expect([status, (body as { error: string }).error]).toEqual([409, 'wrong_state'])
    expect((body as { message: string }).message).toContain('You cannot change the status from')
    expect(await api.get(`/topics/${guid}`)).toMatchObject({ title: 'Open', topic_status: 'Open' })
    const { status: refused } = await api.send('POST', '/topics', { title: 'B', topic_status: 'Closed' })
    expect([refused, titles(await api.get('/topics'))]).toEqual([409, ['Open']])
  })

  test('to Resolved need a comment; the authorization lists the statuses that are allowed now', async () => {
    const { api } = await setUp()
    const { guid } = await api.post<Topic>('/topics', { title: 'A' })
    const choices = async () =>
      (
        await api.get<{ authorization: { topic_status: string[] } }>(
          `/topics/${guid}?includeAuthorization=true`,
        )
      ).authorization.topic_status
    expect(await choices()).toEqual(['Open', 'In Progress', 'Void'])
    const { status, body } = await api.send('PUT', `/topics/${guid}`, {
      title: 'A',
      topic_status: 'Resolved',
    })
    expect([status, (body as { message: string }).message]).toEqual([
      409,
      'Add a comment or a photo that shows what was done',
    ])
    await api.post(`/topics/${guid}/comments`, { comment: 'Moved the duct' })
    expect(await choices()).toEqual(['Open', 'In Progress', 'Resolved', 'Void'])
    await api.put(`/topics/${guid}`, { title: 'A', topic_status: 'Resolved' })
    expect(await choices()).toEqual(['Resolved', 'ReOpened', 'Closed'])
  })
})

describe('GUIDs', () => {
  test('may be chosen by the client; a second topic with the same one is refused', async () => {
    const { owner, api, params } = await setUp()
    const guid = crypto.randomUUID()
    expect(await api.post('/topics', { title: 'Mine', guid: guid.toUpperCase() })).toMatchObject({ guid })
    const again = await api.send('POST', '/topics', { title: 'Again', guid })
    expect([again.status, (again.body as { error: string }).error]).toEqual([409, 'already_exists'])
    expect((await api.get<Topic>(`/topics/${guid.toUpperCase()}`)).title).toBe('Mine')
    const ours = await owner.client.call(getIssue, { params: { ...params, issueId: guid } })
    expect(ours.name).toBe('Mine')
  })

  test('in use by another project are accepted and reveal nothing', async () => {
    const [here, there] = [await setUp(), await setUp()]
    const guid = crypto.randomUUID()
    await there.api.post('/topics', { title: 'There', guid })
    expect(await here.api.post('/topics', { title: 'Here', guid })).toMatchObject({ guid, title: 'Here' })
    expect((await here.api.get<Topic>(`/topics/${guid}`)).title).toBe('Here')
    expect((await there.api.get<Topic>(`/topics/${guid}`)).title).toBe('There')
    const again = await here.api.send('POST', '/topics', { title: 'Again', guid })
    expect(again.status).toBe(409)
  })

  test('of an unknown UUID version are accepted', async () => {
    const { api } = await setUp()
    const guid = 'a245f4f2-2c01-b43b-b612-5e456bef8116'
    expect(await api.post('/topics', { title: 'Old', guid })).toMatchObject({ guid })
    const comment = await api.post(`/topics/${guid}/comments`, { comment: 'A', guid })
    expect(comment).toMatchObject({ guid, topic_guid: guid })
    expect((await api.send('POST', `/topics/${guid}/comments`, { comment: 'B', guid })).status).toBe(409)
    const camera = { camera_view_point: { x: 0, y: 0, z: 0 }, camera_direction: { x: 0, y: 1, z: 0 } }
    const view = {
      guid,
      orthogonal_camera: { ...camera, camera_up_vector: { x: 0, y: 0, z: 1 }, view_to_world_scale: 10 },
    }
    expect(await api.post(`/topics/${guid}/viewpoints`, view)).toMatchObject({ guid })
    expect((await api.send('POST', `/topics/${guid}/viewpoints`, view)).status).toBe(409)
    expect(await api.put(`/topics/${guid}/comments/${guid}`, { viewpoint_guid: guid })).toMatchObject({
      comment: '',
      viewpoint_guid: guid,
    })
  })

  test('are case-insensitive, including those of projects', async () => {
    const { owner, api, params } = await setUp()
    const { guid } = await api.post<Topic>('/topics', { title: 'A' })
    const loud = createBcfClient(owner.client, '3.0', params.id.toUpperCase())
    const view = await loud.post<Topic>(`/topics/${guid.toUpperCase()}/viewpoints`, buildFullViewpoint())
    expect((await api.send('GET', `/topics/${guid}/viewpoints/${view.guid}/snapshot`)).status).toBe(200)
    expect(await loud.get('')).toMatchObject({ project_id: params.id })
  })

  test('stay unique when twenty topics with one GUID are sent at once', async () => {
    const { api } = await setUp()
    const guid = crypto.randomUUID()
    const sent = Array.from({ length: 20 }, (_, i) => api.send('POST', '/topics', { title: `${i}`, guid }))
    const statuses = (await Promise.all(sent)).map(({ status }) => status).sort()
    expect(statuses).toEqual([201, ...Array(19).fill(409)])
    expect(await api.get('/topics')).toHaveLength(1)
  })

  test('cannot be chosen in 2.1', async () => {
    const { api } = await setUp('2.1')
    const guid = crypto.randomUUID()
    expect((await api.post<Topic>('/topics', { title: 'A', guid })).guid).not.toBe(guid)
  })
})

describe('Writes by the BCF API', () => {
  test('publish live events, appear in the timeline and notify people', async () => {
    const { owner, api, params } = await setUp()
    const colleague = await makeMember(app, owner.project.id, 'EDITOR')
    const listener = new Listener(origin, colleague.client)
    await listener.first('hello')
    const { guid } = await api.post<Topic>('/topics', { title: 'A', assigned_to: colleague.email })
    expect((await listener.first('issue.created')).data).toEqual({ issue_id: guid })
    await api.put(`/topics/${guid}`, { title: 'B', assigned_to: colleague.email })
    expect((await listener.first('issue.updated')).data).toEqual({ issue_id: guid })
    await api.post(`/topics/${guid}/comments`, { comment: 'Look' })
    await listener.first('comment.updated')
    listener.close()
    const { items } = await owner.client.call(listTimeline, {
      params: { ...params, issueId: guid },
      query: {},
    })
    expect(items.map(({ kind, by }) => [kind, by])).toEqual([
      ['CREATED', owner.id],
      ['CHANGED', owner.id],
      ['COMMENTED', owner.id],
    ])
    const notes = await colleague.client.call(listNotifications, { query: {} })
    expect(notes.map(({ type }) => type)).toContain('ISSUE_ASSIGNED')
  })

  test('and writes by the issues API show the same data', async () => {
    const { owner, api, params } = await setUp()
    const issue = await owner.client.call(createIssue, { params, body: { name: 'Ours' } })
    const at = { ...params, issueId: issue.id }
    const comment = await owner.client.call(addComment, { params: at, body: { text: 'Ours, too' } })
    expect(await api.get(`/topics/${issue.id}/comments/${comment.id}`)).toMatchObject({
      comment: 'Ours, too',
      author: owner.email,
      date: comment.created_at,
    })
  })
})
