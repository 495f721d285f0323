import { removeMember } from '@plumbline/contract/access/access'
import { lockAccount, unlockAccount } from '@plumbline/contract/admin/people'
import { startPasskey } from '@plumbline/contract/auth/account'
import { login } from '@plumbline/contract/auth/auth'
import { startBcfImport } from '@plumbline/contract/bcf/bcf'
import { createView } from '@plumbline/contract/bim/views'
import {
  editMessage,
  listChats,
  type MessageReaction,
  sendMessage,
  setReaction,
} from '@plumbline/contract/chat/chat'
import { addAttachment } from '@plumbline/contract/issues/attachments'
import { addViewpoint, createIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { addComment } from '@plumbline/contract/issues/timeline'
import { exportMe } from '@plumbline/contract/users/export-me'
import { setMyPicture } from '@plumbline/contract/users/profile'
import { createWebhook } from '@plumbline/contract/webhooks/webhooks'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { makeOperator } from '../../test/admin-writes.ts'
import { startApp, type TestApp } from '../../test/app.ts'
import { buildFullViewpoint } from '../../test/bcf.ts'
import { type Client, refusal } from '../../test/client.ts'
import { makeMember, makeOwner, makeUser, PASSWORD } from '../../test/make.ts'
import { mergeAtMachine } from '../../test/merged-world.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Rows = Record<string, unknown>[]

/** Downloads the data export and returns its files. */
async function download(client: Client) {
  const response = await app.fastify.inject({
    method: 'GET',
    url: '/api/me/export',
    headers: { cookie: [...client.cookies].map((pair) => pair.join('=')).join('; ') },
  })
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('application/zip')
  expect(response.headers['content-disposition']).toMatch(/^attachment; filename="plumbline-[\d-]+\.zip"$/)
  const zip = await yauzl.fromBufferPromise(response.rawPayload, {})
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = []
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer)
    files.set(entry.fileName, Buffer.concat(pieces))
  }
  const rows = (name: string) => JSON.parse(String(files.get(`${name}.json`))) as Rows
  return { files, rows, text: [...files.values()].map(String).join('\n') }
}

test('The data export contains the user’s profile and authored content as JSON files', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const user = await makeMember(app, owner.project.id, 'EDITOR', 'Nina Novak')
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  await user.client.call(setMyPicture, { file: new Blob([png as Uint8Array<ArrayBuffer>]) })
  const { id: issueId } = await user.client.call(createIssue, { params, body: { name: 'Written by me' } })
  const at = { ...params, issueId }
  await user.client.call(addComment, { params: at, body: { text: 'Commented by me' } })
  await owner.client.call(addComment, { params: at, body: { text: 'A reply of the owner' } })
  const { perspective_camera } = buildFullViewpoint()
  for (const { client } of [user, owner])
    await client.call(addViewpoint, { params: at, body: { perspective_camera } })
  const file = new Blob([png as Uint8Array<ArrayBuffer>])
  await user.client.call(addAttachment, { params: at, query: { name: 'mine.png' }, file })
  await owner.client.call(addAttachment, { params: at, query: { name: 'theirs.png' }, file })
  await owner.client.call(createIssue, { params, body: { name: 'Assigned to me', assignee_id: user.id } })
  await owner.client.call(createIssue, { params, body: { name: 'Of somebody else' } })
  const [chat] = await user.client.call(listChats, {})
  const say = (client: Client, message: string) =>
    client.call(sendMessage, { params: { id: chat?.id ?? '' }, body: { message } })
  const own = await say(user.client, 'Said by me')
  const others = await say(owner.client, 'Said by somebody else')
  const react = (client: Client, reaction: MessageReaction) =>
    client.call(setReaction, {
      params: { id: chat?.id ?? '', messageId: others.id },
      body: { reaction, is_set: true },
    })
  await react(user.client, 'DONE')
  await react(user.client, 'HEART')
  await react(owner.client, 'SMILE')
  await user.client.call(editMessage, {
    params: { id: chat?.id ?? '', messageId: own.id },
    body: { message: 'Written by me' },
  })

  await user.client.call(createView, {
    params: { id: owner.project.id },
    body: createView.example?.body as never,
  })

  const { files, rows, text } = await download(user.client)
  expect(rows('profile')).toMatchObject([{ id: user.id, email: user.email, last_name: 'Novak' }])
  expect(rows('sessions')).toMatchObject([{ is_current: true }])
  expect(rows('projects')).toMatchObject([{ id: owner.project.id, permission_level: 'EDITOR' }])
  expect(rows('issues').map(({ name }) => name)).toEqual(['Written by me', 'Assigned to me'])
  expect(rows('comments')).toMatchObject([{ issue_id: issueId, text: 'Commented by me' }])
  expect(rows('attachments')).toMatchObject([{ issue_id: issueId, name: 'mine.png', type: 'image/png' }])
  expect(rows('viewpoints')).toMatchObject([{ issue_id: issueId, view: { perspective_camera } }])
  expect(rows('watched-issues')).toEqual([{ issue_id: issueId }])
  expect(rows('views')).toMatchObject([{ name: 'Shaft from below', is_shared: false }])
  expect(rows('uploads')).toEqual([])
  expect(rows('messages')).toMatchObject([{ message: 'Written by me', edited_at: expect.any(String) }])
  expect(rows('chat-reactions')).toMatchObject([
    { id: others.id, chat_id: chat?.id, reactions: [{ reaction: 'DONE' }, { reaction: 'HEART' }] },
  ])
  expect(rows('notifications').map(({ type }) => type)).toContain('ISSUE_ASSIGNED')
  expect((await sharp(files.get('picture.webp')).metadata()).format).toBe('webp')
  expect(text).not.toContain('somebody else"')
  expect((await download(owner.client)).rows('companies')).toMatchObject([
    { id: owner.team.id, role: 'OWNER' },
  ])
})

test('The data export contains the operators’ actions on the account', async () => {
  const user = await makeUser(app)
  const operator = await makeOperator(app)
  await operator.client.call(unlockAccount, { params: { id: user.id } })
  await operator.client.call(lockAccount, { params: { id: user.id } })
  await operator.client.call(unlockAccount, { params: { id: user.id } })
  const { id } = await user.client.call(login, { body: { email: user.email, password: PASSWORD } })
  const { rows } = await download(user.client)
  expect(rows('operator-log').map(({ kind, person_id }) => [kind, person_id])).toEqual([
    ['ACCOUNT_LOCKED', id],
    ['ACCOUNT_UNLOCKED', id],
  ])
})

test('The data export contains no secrets', async () => {
  const user = await makeUser(app)
  await user.client.call(startPasskey, { body: { password: PASSWORD } })
  const { text } = await download(user.client)
  const { password_hash } = await app.server.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  for (const secret of ['password_hash', password_hash, user.client.cookies.get('plumbline_session')])
    expect(text).not.toContain(secret)
})

test('Of a former project the data export contains only content that nobody else changed', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const user = await makeMember(app, owner.project.id, 'EDITOR')
  const mine = await user.client.call(createIssue, { params, body: { name: 'Mine alone' } })
  const ours = await user.client.call(createIssue, { params, body: { name: 'Begun by me' } })
  await owner.client.call(updateIssue, {
    params: { ...params, issueId: ours.id },
    body: { name: 'Internal' },
  })
  await owner.client.call(removeMember, { params: { ...params, userId: user.id }, query: {} })
  const { rows } = await download(user.client)
  expect(rows('issues').map(({ id }) => id)).toEqual([mine.id])
  expect(rows('projects')).toEqual([])
})

test('Rows beyond one page are exported completely and once each', async () => {
  const owner = await makeOwner(app)
  const user_id = owner.id
  const notes = Array.from({ length: 1234 }, () => ({
    id: crypto.randomUUID(),
    user_id,
    type: 'PROJECT_DELETED' as const,
    payload: '{}',
  }))
  await app.server.db.insertInto('notifications').values(notes).execute()
  const ids = (await download(owner.client)).rows('notifications').map(({ id }) => id)
  expect(ids.sort()).toEqual(notes.map(({ id }) => id).sort())
})

test('Data exports are limited to ten per hour', async () => {
  const { client } = await makeUser(app)
  for (let i = 0; i < 10; i++) await download(client)
  expect((await refusal(client.call(exportMe, {}))).status).toBe(429)
})

test('Webhooks are exported without their secrets', async () => {
  const { client, project } = await makeOwner(app)
  const body = { url: 'https://example.com/plumbline', events: ['issue.created' as const] }
  const { secret } = await client.call(createWebhook, { params: { id: project.id }, body })
  const { rows, text } = await download(client)
  expect(rows('webhooks')).toMatchObject([{ project_id: project.id, ...body }])
  expect(text).not.toContain(secret)
})

test('Imported BCF files are exported by name', async () => {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const file = new Blob(['none'])
  // `as never`: the tests' client sends plain bytes where the call's type asks for a file
  await client.call(startBcfImport, { params, query: { name: 'clashes.bcf' }, file: file as never })
  const { rows } = await download(client)
  expect(rows('bcf-imports')).toMatchObject([
    { project_id: project.id, file_name: 'clashes.bcf', size_bytes: 4 },
  ])
})

test('The data export contains log entries about an account merged into the user’s', async () => {
  const user = await makeOwner(app)
  const before = await makeOwner(app)
  await mergeAtMachine(app, { kept: user.id, given_up: before.id })
  const { rows } = await download(user.client)
  const entries = rows('audit-log').filter(({ team_id }) => team_id === before.team.id)
  expect(entries.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['COMPANY_CREATED', 'ACCOUNTS_MERGED']),
  )
  expect(rows('operator-log')).toMatchObject([{ kind: 'ACCOUNTS_MERGED', person_id: before.id }])
})
