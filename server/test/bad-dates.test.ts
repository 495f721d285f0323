import { createIssue } from '@plumbline/contract/issues/issues'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { makeOwner } from './make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('Dates of the year 0, which databases do not have, are refused like other invalid ones', async () => {
  const { client, project, team } = await makeOwner(app)
  const { id } = await client.call(createIssue, { params: { id: project.id }, body: { name: 'Crack' } })
  const [day, instant] = ['0000-01-01', '0000-01-01T00:00:00Z']
  const calls: [method: 'GET' | 'POST' | 'PATCH' | 'PUT', url: string, body?: object][] = [
    ['PATCH', `/api/project/${project.id}/issue/${id}`, { due_date: day }],
    ['PUT', `/api/project/${project.id}`, { start_date: day }],
    ['GET', `/api/project/${project.id}/issue?due_from=${day}`],
    ['GET', `/api/project/${project.id}/issue/log?from=${day}`],
    ['POST', '/api/notification/acknowledge', { project_id: '0', until: instant }],
    ['POST', '/api/notification/unacknowledge', { acknowledged_at: instant }],
    ['GET', `/api/team/${team.id}/audit?from=${instant}`],
    ['GET', `/api/team/${team.id}/audit/export?from=${instant}`],
  ]
  for (const [method, url, body] of calls)
    expect([url, (await client.send(method, url, body)).status]).toEqual([url, 400])
})
