import { randomUUID } from 'node:crypto'
import { regenerateAccessCode, removeMember, updateMember } from '@plumbline/contract/access/access'
import { login } from '@plumbline/contract/auth/auth'
import { leaveChat, openChat, sendMessage } from '@plumbline/contract/chat/chat'
import { addAttachment } from '@plumbline/contract/issues/attachments'
import { createIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { listIssues } from '@plumbline/contract/issues/lists'
import { addComment } from '@plumbline/contract/issues/timeline'
import { createLevel, updateProject } from '@plumbline/contract/projects/projects'
import { getMe } from '@plumbline/contract/users/get-me'
import { setMyPicture } from '@plumbline/contract/users/profile'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { Client, refusal } from '../../test/client.ts'
import { makeMember, makeOwner, PASSWORD } from '../../test/make.ts'
import { PIXEL } from '../../test/world.ts'
import { sweepIdempotencyKeys } from './idempotency.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const withKey = (key: string) => ({ 'idempotency-key': key })
const nameOfAll = async ({ client, project }: Awaited<ReturnType<typeof makeOwner>>) => {
  const { items } = await client.call(listIssues, { params: { id: project.id } })
  return items.map(({ name }) => name)
}

test('An issue sent again with its key answers as the first time and is created once', async () => {
  const owner = await makeOwner(app)
  const { client, project } = owner
  const body = { id: randomUUID(), name: 'Crack in slab' }
  const send = () => client.send('POST', `/api/project/${project.id}/issue`, body, withKey('crack'))
  const first = await send()
  const again = await send()
  expect(first.headers['idempotent-replayed']).toBeUndefined()
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again).toMatchObject({ status: first.status, body: first.body })
  expect(again.headers.etag).toBe(first.headers.etag)
  expect(await nameOfAll(owner)).toEqual(['Crack in slab'])
})

test('Twenty requests at once with one key create one level and answer alike', async () => {
  const { client, project } = await makeOwner(app)
  const call = () =>
    client.call(
      createLevel,
      { params: { id: project.id }, body: { name: 'Roof', elevation_m: 30 } },
      withKey('roof'),
    )
  const levels = await Promise.all(Array.from({ length: 20 }, call))
  expect(new Set(levels.map(({ id }) => id)).size).toBe(1)
})

test('A key that was used for another request is refused with 422', async () => {
  const { client, project } = await makeOwner(app)
  const create = (name: string) =>
    client.call(createIssue, { params: { id: project.id }, body: { name } }, withKey('one'))
  await create('First')
  const { status, body } = await refusal(create('Second'))
  expect([status, body.error]).toEqual([422, 'idempotency_key_reused'])
})

test('A refused write keeps its key for the corrected request', async () => {
  const { client, project } = await makeOwner(app)
  const create = (name: string) =>
    client.call(createIssue, { params: { id: project.id }, body: { name } }, withKey('typo'))
  expect((await refusal(create(''))).status).toBe(400)
  expect(await create('Filled in')).toMatchObject({ name: 'Filled in' })
})

test('The same key of another person answers for their own write', async () => {
  const { client, project } = await makeOwner(app)
  const other = await makeMember(app, project.id, 'EDITOR')
  const create = (by: Client) =>
    by.call(createIssue, { params: { id: project.id }, body: { name: 'Same words' } }, withKey('shared'))
  const [first, second] = [await create(client), await create(other.client)]
  expect(second.id).not.toBe(first.id)
})

test('A member who leaves a project gets 204 again after a lost answer', async () => {
  const owner = await makeOwner(app)
  const member = await makeMember(app, owner.project.id, 'CONTRIBUTOR')
  const { id: userId } = await member.client.call(getMe, {})
  const leave = () =>
    member.client.call(removeMember, { params: { id: owner.project.id, userId } }, withKey('leave'))
  await leave()
  await leave()
  const withoutKey = member.client.call(removeMember, { params: { id: owner.project.id, userId } })
  expect((await refusal(withoutKey)).status).toBe(404)
})

test('A photo sent again with its key is attached once', async () => {
  const { client, project } = await makeOwner(app)
  const issue = await client.call(createIssue, { params: { id: project.id }, body: { name: 'Photo' } })
  const photo = new Blob([Buffer.from(PIXEL, 'base64')])
  const at = { id: project.id, issueId: issue.id }
  const attach = () =>
    client.call(addAttachment, { params: at, query: { name: 'crack.png' }, file: photo }, withKey('photo'))
  const [first, again] = [await attach(), await attach()]
  expect(again).toEqual(first)
})

test('A write repeated with its key by a member removed meanwhile is refused like any other call', async () => {
  const owner = await makeOwner(app)
  const { project } = owner
  const member = await makeMember(app, project.id, 'CONTRIBUTOR')
  const { id: userId } = await member.client.call(getMe, {})
  const create = () =>
    member.client.call(createIssue, { params: { id: project.id }, body: { name: 'Leak' } }, withKey('leak'))
  const issue = await create()
  const photo = new Blob([Buffer.from(PIXEL, 'base64')])
  const attach = () =>
    member.client.call(
      addAttachment,
      { params: { id: project.id, issueId: issue.id }, query: { name: 'leak.png' }, file: photo },
      withKey('leak-photo'),
    )
  await attach()
  await owner.client.call(removeMember, { params: { id: project.id, userId } })
  expect((await refusal(create())).status).toBe(404)
  expect((await refusal(attach())).status).toBe(404)
})

test('An administrator who became a viewer does not get the access code again by the key of an earlier write', async () => {
  const owner = await makeOwner(app)
  const { project } = owner
  const member = await makeMember(app, project.id, 'ADMIN')
  const { id: userId } = await member.client.call(getMe, {})
  const renew = () =>
    member.client.call(regenerateAccessCode, { params: { id: project.id } }, withKey('code'))
  const first = await renew()
  expect(await renew()).toEqual(first)
  await owner.client.call(updateMember, {
    params: { id: project.id, userId },
    body: { role: 'OTHER', permission_level: 'VIEWER' },
  })
  expect((await refusal(renew())).status).toBe(403)
})

test('A write to an issue or conversation that is hidden from its sender meanwhile is refused like any other call', async () => {
  const owner = await makeOwner(app)
  const { project } = owner
  const member = await makeMember(app, project.id, 'CONTRIBUTOR')
  const at = { id: project.id, issueId: randomUUID() }
  await owner.client.call(createIssue, {
    params: { id: project.id },
    body: { id: at.issueId, name: 'Dispute', description: 'Claim' },
  })
  const comment = () =>
    member.client.call(addComment, { params: at, body: { text: 'Seen' } }, withKey('comment'))
  const attach = () =>
    member.client.call(
      addAttachment,
      { params: at, query: { name: 'seen.png' }, file: new Blob([Buffer.from(PIXEL, 'base64')]) },
      withKey('comment-photo'),
    )
  const group = await owner.client.call(openChat, {
    body: { kind: 'GROUP', name: 'Site', member_ids: [member.id] },
  })
  const send = () =>
    member.client.call(
      sendMessage,
      { params: { id: group.id }, body: { message: 'Hello' } },
      withKey('hello'),
    )
  const writes = [comment, attach, send]
  for (const write of writes) expect(await write()).toEqual(await write())
  await owner.client.call(updateIssue, { params: at, body: { visibility: 'PRIVATE', watcher_ids: [] } })
  await member.client.call(leaveChat, { params: { id: group.id } })
  for (const write of writes) expect((await refusal(write())).status).toBe(404)
})

test('A write to a project archived meanwhile is still answered as the first time', async () => {
  const { client, project } = await makeOwner(app)
  const create = () =>
    client.call(createIssue, { params: { id: project.id }, body: { name: 'Before' } }, withKey('archive'))
  const first = await create()
  await client.call(updateProject, { params: { id: project.id }, body: { status: 'ARCHIVED' } })
  expect(await create()).toEqual(first)
})

test('A key used for one file is refused with 422 for another, and the answer to the first is kept', async () => {
  const { client, project } = await makeOwner(app)
  const issue = await client.call(createIssue, { params: { id: project.id }, body: { name: 'Photos' } })
  const png = Buffer.from(PIXEL, 'base64')
  const send = (bytes: Buffer) =>
    client.call(
      addAttachment,
      {
        params: { id: project.id, issueId: issue.id },
        query: { name: 'crack.txt' },
        file: new Blob([new Uint8Array(bytes)]),
      },
      withKey('other-photo'),
    )
  const first = await send(png)
  const { status, body } = await refusal(send(Buffer.from('other bytes')))
  expect([status, body.error]).toEqual([422, 'idempotency_key_reused'])
  expect(await send(png)).toEqual(first)
  const picture = (bytes: Buffer) =>
    client.call(setMyPicture, { file: new Blob([new Uint8Array(bytes)]) }, withKey('face'))
  const face = await picture(png)
  expect((await refusal(picture(Buffer.concat([png, png])))).status).toBe(422)
  expect(await picture(png)).toEqual(face)
})

test('Signing in again with the same key opens no second session', async () => {
  const { email, client } = await makeOwner(app)
  const visitor = new Client(app)
  const signIn = () => visitor.send('POST', login.path, { email, password: PASSWORD }, withKey('sign-in'))
  const first = await signIn()
  visitor.cookies.clear()
  const again = await signIn()
  expect(again.status).toBe(first.status)
  expect(await visitor.call(getMe, {})).toMatchObject({ email })
  const me = await client.call(getMe, {})
  const { rows } = await sql`select id from sessions where user_id = ${me.id}`.execute(app.server.db)
  expect(rows).toHaveLength(2)
})

test('A stored answer reveals neither its key nor its content', async () => {
  const { client, project } = await makeOwner(app)
  const body = { name: 'Nobody else may read this' }
  await client.call(createIssue, { params: { id: project.id }, body }, withKey('a-secret-key'))
  const { rows } = await sql`select to_jsonb(k)::text as row from idempotency_keys k`.execute(app.server.db)
  expect(JSON.stringify(rows)).not.toMatch(/Nobody else|a-secret-key/)
})

test('Keys are forgotten after seven days', async () => {
  const { client, project } = await makeOwner(app)
  const create = () =>
    client.call(createIssue, { params: { id: project.id }, body: { name: 'Old' } }, withKey('old'))
  const first = await create()
  await sql`update idempotency_keys set created_at = created_at - interval '8 days'`.execute(app.server.db)
  await sweepIdempotencyKeys(app.server.db)
  expect((await create()).id).not.toBe(first.id)
})

test('A key with spaces or of more than 255 characters is refused with 400', async () => {
  const { client, project } = await makeOwner(app)
  for (const key of ['two words', 'x'.repeat(256), '']) {
    const call = client.call(createIssue, { params: { id: project.id }, body: { name: 'Key' } }, withKey(key))
    expect((await refusal(call)).status).toBe(400)
  }
})
