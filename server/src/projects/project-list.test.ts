import { createIssue } from '@plumbline/contract/issues/issues'
import { createIssueTemplate, listIssueTemplates } from '@plumbline/contract/issues/lists'
import * as projects from '@plumbline/contract/projects/projects'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenOnPort, startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { Listener } from '../../test/listener.ts'
import { makeMember, makeOwner } from '../../test/make.ts'

/** The project list: computed fields, order, and the caller's own pins and visits. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('Pins and visits are private to the caller and published to nobody else', async () => {
  const owner = await makeOwner(app)
  const viewer = await makeMember(app, owner.project.id, 'VIEWER')
  const params = { id: owner.project.id }
  const origin = await listenOnPort(app)
  const [mine, theirs] = [new Listener(origin, viewer.client), new Listener(origin, owner.client)]
  await Promise.all([mine.first('hello'), theirs.first('hello')])
  expect(await viewer.client.call(projects.getProject, { params })).toMatchObject({
    pinned: false,
    visited_at: null,
  })
  await viewer.client.call(projects.pinProject, { params, body: { pinned: true } })
  await viewer.client.call(projects.visitProject, { params })
  await mine.first('project.marked')
  const [seen] = await viewer.client.call(projects.listProjects, {})
  expect(seen).toMatchObject({ id: params.id, pinned: true, visited_at: expect.stringMatching(/^20/) })
  const [others] = await owner.client.call(projects.listProjects, {})
  expect(others).toMatchObject({ pinned: false, visited_at: null })
  expect(theirs.frames.map(({ type }) => type)).not.toContain('project.marked')

  await owner.client.call(projects.updateProject, { params, body: { status: 'ARCHIVED' } })
  const unpinned = await viewer.client.call(projects.pinProject, { params, body: { pinned: false } })
  expect(unpinned).toMatchObject({ pinned: false, status: 'ARCHIVED' })
  mine.close()
  theirs.close()
})

test('A project card shows five people, the caller last, and the latest visible activity', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const contributor = await makeMember(app, params.id, 'CONTRIBUTOR')
  for (let index = 0; index < 5; index++) await makeMember(app, params.id, 'VIEWER')
  const before = await contributor.client.call(projects.getProject, { params })
  expect(before.members).toBe(7)
  expect(before.people).toHaveLength(5)
  expect(before.people.map(({ id }) => id)).not.toContain(contributor.id)
  expect(before.last_activity_at).toBe(before.created_at)

  await owner.client.call(createIssue, { params, body: { name: 'Secret', visibility: 'PRIVATE' } })
  expect(await contributor.client.call(projects.getProject, { params })).toEqual(before)
  const later = await owner.client.call(projects.getProject, { params })
  expect(later.last_activity_at > before.last_activity_at).toBe(true)
})

test('Projects are listed by latest activity', async () => {
  const owner = await makeOwner(app)
  const second = await owner.client.call(projects.createProject, { body: { name: 'Second' } })
  const names = async () => (await owner.client.call(projects.listProjects, {})).map(({ id }) => id)
  expect(await names()).toEqual([second.id, owner.project.id])
  await owner.client.call(createIssue, { params: { id: owner.project.id }, body: { name: 'News' } })
  expect(await names()).toEqual([owner.project.id, second.id])
})

test('Projects that the first answer leaves out are found by a part of name, code, company or address', async () => {
  const owner = await makeOwner(app)
  await sql`insert into projects select (jsonb_populate_record(null::projects, to_jsonb(p) || jsonb_build_object(
      'id', gen_random_uuid(), 'name', 'Later ' || n, 'created_at', p.created_at + interval '1 second')
      )).* from projects p, generate_series(1, ${projects.maxListedProjects}) n
    where p.id = ${owner.project.id}`.execute(app.server.db)
  const find = async (q: string) =>
    (await owner.client.call(projects.listProjects, { query: { q } })).map(({ id }) => id)
  const all = await owner.client.call(projects.listProjects, {})
  expect([all.length, all.some(({ id }) => id === owner.project.id)]).toEqual([
    projects.maxListedProjects,
    false,
  ])
  expect(await find(' harbour SCHOOL ')).toEqual([owner.project.id])
  expect(await find('Harbour_School')).toEqual([])
})

test('A project created from a template copies levels, sections, templates and settings', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  await owner.client.call(projects.updateProject, {
    params,
    body: { timezone: 'Europe/Oslo', units: 'IMPERIAL', contributor_issue_scope: 'OWN_COMPANY' },
  })
  await owner.client.call(projects.createLevel, { params, body: { name: 'Quay', elevation_m: 1.5 } })
  await owner.client.call(projects.createSection, { params, body: { name: 'North', color: '#112233' } })
  const template = { title: 'Leak', fields: { type: 'DEFECT', priority: 'HIGH' }, due_in_days: 3 } as const
  await owner.client.call(createIssueTemplate, { params, body: template })
  const like = await owner.client.call(projects.createProject, {
    body: { name: 'Harbour Hall', units: 'METRIC', template_id: params.id },
  })
  expect(like).toMatchObject({
    name: 'Harbour Hall',
    timezone: 'Europe/Oslo',
    units: 'METRIC',
    contributor_issue_scope: 'OWN_COMPANY',
    members: 1,
  })
  const own = { params: { id: like.id } }
  expect(await owner.client.call(projects.listLevels, own)).toMatchObject([
    { name: 'Quay', elevation_m: 1.5 },
  ])
  expect(await owner.client.call(projects.listSections, own)).toMatchObject([
    { name: 'North', color: '#112233' },
  ])
  expect(await owner.client.call(listIssueTemplates, own)).toMatchObject([template])

  const stranger = await makeOwner(app)
  const { status, body } = await refusal(
    stranger.client.call(projects.createProject, { body: { name: 'Copy', template_id: params.id } }),
  )
  expect([status, body.error]).toEqual([404, 'not_found'])
  expect(await stranger.client.call(projects.listProjects, {})).toHaveLength(1)
})
