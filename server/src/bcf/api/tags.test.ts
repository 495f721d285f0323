import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { buildFullViewpoint, createBcfClient } from '../../../test/bcf.ts'
import { makeOwner } from '../../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Topic = Record<string, unknown> & { guid: string; title: string }

async function setUp() {
  const owner = await makeOwner(app)
  return { owner, api: createBcfClient(owner.client, '3.0', owner.project.id) }
}

const titles = (topics: Topic[]) => topics.map(({ title }) => title)

describe('Entity tags', () => {
  test('answer 304 without a body to a client that has the current version', async () => {
    const { api } = await setUp()
    const { guid } = await api.post<Topic>('/topics', { title: 'A' })
    const { headers } = await api.send('GET', `/topics/${guid}`)
    const etag = String(headers.etag)
    const again = await api.send('GET', `/topics/${guid}`, undefined, {
      'if-none-match': `"other", W/${etag}`,
    })
    expect([again.status, again.body, again.headers.etag]).toEqual([304, '', etag])
    await api.post(`/topics/${guid}/comments`, { comment: 'Later' })
    const later = await api.send('GET', `/topics/${guid}`, undefined, { 'if-none-match': etag })
    expect(later.status).toBe(200)
  })

  test('refuse a write with an outdated If-Match with 412', async () => {
    const { api } = await setUp()
    const { guid } = await api.post<Topic>('/topics', { title: 'A' })
    const comment = await api.post<Topic>(`/topics/${guid}/comments`, { comment: 'A' })
    const paths = [`/topics/${guid}`, `/topics/${guid}/comments/${comment.guid}`, '']
    for (const path of paths) {
      const { headers } = await api.send('GET', path)
      const body = path.includes('comments') ? { comment: 'B' } : { title: 'B', name: 'Renamed' }
      const stale = await api.send('PUT', path, body, { 'if-match': '"e0000000000000000000000"' })
      expect([path, stale.status]).toEqual([path, 412])
      const fresh = await api.send('PUT', path, body, { 'if-match': String(headers.etag) })
      expect([path, fresh.status]).toEqual([path, 200])
      const outdated = await api.send('PUT', path, body, { 'if-match': String(headers.etag) })
      expect([path, outdated.status]).toEqual([path, 412])
    }
    const view = await api.post<Topic>(`/topics/${guid}/viewpoints`, buildFullViewpoint())
    const other = { 'if-match': '"e1"' }
    const path = `/topics/${guid}/viewpoints/${view.guid}`
    expect((await api.send('DELETE', path, undefined, other)).status).toBe(412)
    const url = { url: 'https://example.com' }
    const reference = await api.post<Topic>(`/topics/${guid}/document_references`, url)
    const at = `/topics/${guid}/document_references/${reference.guid}`
    expect((await api.send('PUT', at, url, other)).status).toBe(412)
    const { status } = await api.send('DELETE', `/topics/${guid}`, undefined, { 'if-match': '"e1"' })
    expect([status, titles(await api.get('/topics'))]).toEqual([412, ['B']])
  })

  test('have a separate part for the authorization, which writes ignore', async () => {
    const { api } = await setUp()
    const { guid } = await api.post<Topic>('/topics', { title: 'A' })
    const { headers } = await api.send('GET', `/topics/${guid}?includeAuthorization=true`)
    const { status } = await api.send(
      'PUT',
      `/topics/${guid}`,
      { title: 'B' },
      { 'if-match': String(headers.etag) },
    )
    expect(status).toBe(200)
  })
})
