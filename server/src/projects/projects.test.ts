import {
  createInvite,
  getAccessCode,
  listMyInvites,
  lookUpAccessCode,
} from '@plumbline/contract/access/access'
import { createHeader, createVariant, listHeaders } from '@plumbline/contract/bim/bim'
import { listChats, sendMessage } from '@plumbline/contract/chat/chat'
import { createIssue, getIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { listIssues } from '@plumbline/contract/issues/lists'
import { listNotifications } from '@plumbline/contract/notifications/notifications'
import { createDemoProject } from '@plumbline/contract/projects/demo'
import * as projects from '@plumbline/contract/projects/projects'
import { createTeam } from '@plumbline/contract/teams/teams'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenOnPort, startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { Listener } from '../../test/listener.ts'
import { makeMember, makeOwner, makeUser } from '../../test/make.ts'
import { createUpload, sendBytes } from '../../test/upload.ts'
import { PIXEL } from '../../test/world.ts'
import { purgeProjects } from './purge-projects.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const DAY_MS = 24 * 3600 * 1000
const later = (days: number) => ({ ...app.server, now: () => new Date(Date.now() + days * DAY_MS) })

test('A project without a code gets its initials and the year', async () => {
  const { client, project } = await makeOwner(app)
  expect(project.code).toBe(`HS-${new Date().getUTCFullYear()}`)
  const own = await client.call(projects.createProject, { body: { name: 'Harbour School', code: 'H-17' } })
  expect(own.code).toBe('H-17')
})

test('A project takes a time zone by its IANA name and refuses any other', async () => {
  const { client, project } = await makeOwner(app)
  const there = { name: 'Pier', timezone: 'America/Los_Angeles' }
  expect((await client.call(projects.createProject, { body: there })).timezone).toBe('America/Los_Angeles')
  for (const timezone of ['Nowhere/Here', '+01:00', '']) {
    const refused = await refusal(client.call(projects.createProject, { body: { name: 'Pier', timezone } }))
    expect([timezone, refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([
      timezone,
      400,
      ['timezone'],
    ])
    const update = { params: { id: project.id }, body: { timezone } }
    expect((await refusal(client.call(projects.updateProject, update))).status).toBe(400)
  }
})

test('A project is created in the current company', async () => {
  const { client, team } = await makeOwner(app)
  const second = await client.call(createTeam, { body: { name: 'Second company' } })
  const create = (wish: string) =>
    client.call(projects.createProject, { body: { name: 'Pier' } }, { 'x-plumbline-team-id': wish })
  expect((await create(second.id)).team_id).toBe(second.id)
  expect((await create(crypto.randomUUID())).team_id).toBe(team.id)
})

test('An archived project is read-only for everyone but its administrators', async () => {
  const owner = await makeOwner(app)
  const editor = await makeMember(app, owner.project.id, 'EDITOR')
  const params = { id: owner.project.id }
  const issue = await editor.client.call(createIssue, { params, body: { name: 'Before' } })
  const upload = await createUpload(editor.client, params.id, 'half.ifc', 100)
  const chats = await editor.client.call(listChats, {})
  const chat = { id: chats[0]?.id ?? '' }
  await owner.client.call(projects.updateProject, { params, body: { status: 'ARCHIVED' } })

  const { client } = editor
  const refused = [
    () => client.call(createIssue, { params, body: { name: 'After' } }),
    () => client.call(updateIssue, { params: { ...params, issueId: issue.id }, body: { name: 'Changed' } }),
    () => client.call(createHeader, { params, body: { name: 'File' } }),
    () =>
      client.call(createVariant, {
        params: { ...params, headerId: upload.headerId },
        body: { file_name: 'b.ifc', size_bytes: 5 },
      }),
    () => client.call(projects.createLevel, { params, body: { name: 'L', elevation_m: 0 } }),
    () => client.call(sendMessage, { params: chat, body: { message: 'Still there?' } }),
  ]
  for (const work of refused) {
    const { status, body } = await refusal(work())
    expect([status, body.error]).toEqual([409, 'archived'])
  }
  expect((await sendBytes(client, upload, Buffer.alloc(100), 0)).status).toBe(409)
  expect((await client.call(listIssues, { params, query: {} })).total).toBe(1)
  expect((await client.call(listChats, {}))[0]?.read_only).toBe('ARCHIVED')

  const open = await owner.client.call(projects.updateProject, { params, body: { status: 'ACTIVE' } })
  expect(open.status).toBe('ACTIVE')
  await client.call(sendMessage, { params: chat, body: { message: 'Back again' } })
})

test('A deleted project is hidden at once, and its members are notified', async () => {
  const owner = await makeOwner(app, 'Ines Okafor')
  const [viewer, guest] = [await makeMember(app, owner.project.id, 'VIEWER'), await makeUser(app)]
  const params = { id: owner.project.id }
  const standing = { role: 'OTHER' as const, permission_level: 'VIEWER' as const }
  await owner.client.call(createInvite, { params, body: { email: guest.email, ...standing } })
  const { code } = await owner.client.call(getAccessCode, { params })
  const listener = new Listener(await listenOnPort(app), viewer.client)
  await listener.first('hello')
  await owner.client.call(projects.deleteProject, { params })

  for (const { client } of [owner, viewer])
    expect((await refusal(client.call(projects.getProject, { params }))).status).toBe(404)
  expect(await viewer.client.call(projects.listProjects, {})).toEqual([])
  expect(await viewer.client.call(listChats, {})).toEqual([])
  expect(await guest.client.call(listMyInvites, {})).toEqual([])
  expect((await refusal(guest.client.call(lookUpAccessCode, { params: { code } }))).status).toBe(404)
  const [note] = await viewer.client.call(listNotifications, { query: {} })
  expect(note).toMatchObject({
    type: 'PROJECT_DELETED',
    payload: { project_name: 'Harbour School', by_user_name: 'Ines Okafor' },
  })
  expect((await listener.first('project.deleted')).project_id).toBe(params.id)
  await listener.first('reload')
  listener.close()
})

test('Administrators can restore a project with its content', async () => {
  const owner = await makeOwner(app)
  const [admin, editor] = [
    await makeMember(app, owner.project.id, 'ADMIN'),
    await makeMember(app, owner.project.id, 'EDITOR'),
  ]
  const params = { id: owner.project.id }
  await editor.client.call(createIssue, { params, body: { name: 'Kept' } })
  await admin.client.call(projects.deleteProject, { params })
  expect(await owner.client.call(projects.listDeletedProjects, {})).toMatchObject([
    { id: params.id, deleted_by_name: 'Test Person' },
  ])
  expect(await editor.client.call(projects.listDeletedProjects, {})).toEqual([])
  const restore = { params: { projectId: params.id } }
  expect((await refusal(editor.client.call(projects.restoreProject, restore))).status).toBe(404)
  await owner.client.call(projects.restoreProject, restore)
  expect((await editor.client.call(listIssues, { params, query: {} })).total).toBe(1)
  expect(await editor.client.call(listChats, {})).toHaveLength(1)
  const again = await refusal(admin.client.call(projects.restoreProject, restore))
  expect([again.status, again.body.error]).toEqual([409, 'wrong_state'])
})

test('A deleted project is purged with its blobs after 30 days, shared artefacts excluded', async () => {
  const owner = await makeOwner(app)
  const kept = await owner.client.call(projects.createProject, { body: { name: 'Kept' } })
  const folder = `artefacts/${owner.team.id}`
  const sha = (n: number) => String(n).repeat(64)
  const blobs: Record<string, string[]> = { gone: [], kept: [] }
  const addVersion = async (project_id: string, n: number, keep: boolean) => {
    const { id: header_id } = await owner.client.call(createHeader, {
      params: { id: project_id },
      body: { name: `File ${n}` },
    })
    const id = crypto.randomUUID()
    const artefacts_key = `${sha(n).slice(0, 40)}-1`
    const row = { id, project_id, header_id, version: 1, file_name: 'a.ifc', size_bytes: 1 }
    await app.server.db
      .insertInto('bim_file_variants')
      .values({ ...row, sha256: sha(n), state: 'COMPLETED', blob_key: `variants/${id}/file` })
      .execute()
    await app.server.db
      .updateTable('bim_file_variants')
      .set({ artefacts_key, artefacts_team_id: owner.team.id })
      .where('id', '=', id)
      .execute()
    for (const key of [`variants/${id}/file`, `${folder}/${artefacts_key}/result.json`]) {
      await app.server.blobs.put(key, Buffer.from('x'))
      blobs[keep ? 'kept' : 'gone']?.push(key)
    }
  }
  await addVersion(owner.project.id, 1, false)
  await addVersion(owner.project.id, 2, false)
  await addVersion(kept.id, 2, true)
  await app.server.blobs.put(`snapshots/${owner.project.id}/1.png`, Buffer.from('x'))
  const params = { id: owner.project.id }
  await owner.client.call(projects.deleteProject, { params })

  await purgeProjects(later(29))
  expect(await owner.client.call(projects.listDeletedProjects, {})).toHaveLength(1)
  // the time depends on the size of the project
  await sql`create function refuse_limits() returns trigger language plpgsql as $$ begin
    if current_setting('statement_timeout') <> '0' then raise 'This statement has a time limit'; end if;
    return old; end $$`.execute(app.server.db)
  await sql`create trigger limits before delete on projects for each row execute function refuse_limits()`.execute(
    app.server.db,
  )
  await Promise.all([purgeProjects(later(31)), purgeProjects(later(31))])
  expect(await owner.client.call(projects.listDeletedProjects, {})).toEqual([])
  const restore = owner.client.call(projects.restoreProject, { params: { projectId: params.id } })
  expect((await refusal(restore)).status).toBe(404)
  const sizes = (keys: string[]) => Promise.all(keys.map((key) => app.server.blobs.size(key)))
  const shared = blobs.kept?.[1] ?? ''
  const alone = (blobs.gone ?? []).filter((key) => key !== shared)
  expect(await sizes([...alone, `snapshots/${params.id}/1.png`])).toEqual([null, null, null, null])
  expect(await sizes(blobs.kept ?? [])).toEqual([1, 1])
  expect(await owner.client.call(listHeaders, { params: { id: kept.id }, query: {} })).toHaveLength(1)
})

test('A project picture is cropped to 960 by 540 pixels, and the replaced one is deleted', async () => {
  const { client, project } = await makeOwner(app)
  const stranger = await makeUser(app)
  const params = { id: project.id }
  const file = new Blob([Buffer.from(PIXEL, 'base64')])
  const first = await client.call(projects.setProjectPicture, { params, file })
  const second = await client.call(projects.setProjectPicture, { params, file })
  expect(second.picture_id).not.toBe(first.picture_id)
  await expect.poll(() => app.server.blobs.size(`pictures/${first.picture_id}`)).toBeNull()
  const picture = await client.send('GET', `/api/project/${params.id}/picture?v=${second.picture_id}`)
  expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/webp'])
  expect((await stranger.client.send('GET', `/api/project/${params.id}/picture`)).status).toBe(404)
  expect((await client.call(projects.removeProjectPicture, { params })).picture_id).toBeNull()
})

test('Level names are unique, and a deleted level leaves its issues and files behind', async () => {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const body = { name: 'Level 1', elevation_m: 3 }
  const upper = await client.call(projects.createLevel, { params, body })
  const lower = await client.call(projects.createLevel, { params, body: { name: 'Ground', elevation_m: 0 } })
  const twin = await refusal(
    client.call(projects.createLevel, { params, body: { ...body, name: 'LEVEL 1' } }),
  )
  expect([twin.status, twin.body.error, Object.keys(twin.body.fields ?? {})]).toEqual([
    409,
    'already_exists',
    ['name'],
  ])
  const ref = { ...params, levelId: lower.id }
  const rename = client.call(projects.updateLevel, { params: ref, body: { name: 'level 1' } })
  expect((await refusal(rename)).body.error).toBe('already_exists')
  const listed = await client.call(projects.listLevels, { params })
  expect(listed.map(({ name }) => name)).toEqual(['Ground', 'Level 1'])

  const level_id = upper.id
  const issue = await client.call(createIssue, { params, body: { name: 'On it', level_id } })
  await client.call(createHeader, { params, body: { name: 'File', level_id } })
  await client.call(projects.deleteLevel, { params: { ...params, levelId: level_id } })
  const after = await client.call(getIssue, { params: { ...params, issueId: issue.id } })
  expect([after.level_id, after.version]).toEqual([null, 2])
  const headers = await client.call(listHeaders, { params, query: {} })
  expect(headers).toMatchObject([{ name: 'File', level_id: null }])
  const again = client.call(projects.deleteLevel, { params: { ...params, levelId: level_id } })
  expect((await refusal(again)).status).toBe(404)
})

test('Sections keep an order without gaps', async () => {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const made: projects.Section[] = []
  for (const name of ['A', 'B', 'C', 'D'])
    made.push(await client.call(projects.createSection, { params, body: { name } }))
  const ref = (index: number) => ({ ...params, sectionId: made[index]?.id ?? '' })
  const names = (sections: projects.Section[]) => sections.map(({ name, order }) => `${order} ${name}`)
  const moved = await client.call(projects.updateSection, { params: ref(3), body: { order: 2 } })
  expect(names(moved)).toEqual(['1 A', '2 D', '3 B', '4 C'])
  const far = await client.call(projects.updateSection, {
    params: ref(0),
    body: { order: 99, color: '#123456' },
  })
  expect(names(far)).toEqual(['1 D', '2 B', '3 C', '4 A'])
  await client.call(projects.deleteSection, { params: ref(1) })
  expect(names(await client.call(projects.listSections, { params }))).toEqual(['1 D', '2 C', '3 A'])
  const twin = client.call(projects.createSection, { params, body: { name: 'd' } })
  expect((await refusal(twin)).body.error).toBe('already_exists')
})

test('A company member can create a limited number of demo projects', async () => {
  const { client, team } = await makeOwner(app)
  const stranger = await makeUser(app)
  expect((await refusal(stranger.client.call(createDemoProject, {}))).status).toBe(403)
  const demo = await client.call(createDemoProject, {})
  expect(demo).toMatchObject({ team_id: team.id, is_demo: true, models: 3, open_issues: 7, members: 1 })
  expect((await client.call(projects.listSections, { params: { id: demo.id } })).length).toBe(3)
  await client.call(getAccessCode, { params: { id: demo.id } })
  expect((await client.call(listChats, {})).map(({ project_id }) => project_id)).toContain(demo.id)
  await client.call(createDemoProject, {})
  await client.call(createDemoProject, {})
  expect((await refusal(client.call(createDemoProject, {}))).status).toBe(429)
})
