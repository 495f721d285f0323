import { logout } from '@plumbline/contract/auth/auth'
import { createIssue } from '@plumbline/contract/issues/issues'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenOnPort, startApp, type TestApp } from '../../test/app.ts'
import type { Client } from '../../test/client.ts'
import { Listener } from '../../test/listener.ts'
import { makeMember, makeOwner, makeUser } from '../../test/make.ts'
import { toJsonb } from '../db/database.ts'
import { sweepOutbox } from './outbox.ts'

let app: TestApp
let origin: string
beforeAll(async () => {
  app = await startApp()
  origin = await listenOnPort(app)
})
afterAll(() => app.close())

async function listen(client: Client, after?: number) {
  const listener = new Listener(origin, client, { after })
  if (after === undefined) await listener.first('hello')
  return listener
}

const file = (client: Client, id: string, name: string, visibility: 'ALL' | 'PRIVATE' = 'ALL') =>
  client.call(createIssue, { params: { id }, body: { name, visibility } })

test('A member gets an issue’s event at once, with ids only', async () => {
  const owner = await makeOwner(app)
  const viewer = await makeMember(app, owner.project.id, 'VIEWER')
  const listener = await listen(viewer.client)
  const issue = await file(owner.client, owner.project.id, 'Seen')
  const frame = await listener.first('issue.created')
  expect(frame).toEqual({
    id: expect.any(Number),
    type: 'issue.created',
    project_id: owner.project.id,
    data: { issue_id: issue.id },
  })
  listener.close()
})

test('Events of hidden issues reach only users who may see them', async () => {
  const owner = await makeOwner(app)
  const editor = await makeMember(app, owner.project.id, 'EDITOR')
  const stranger = await makeUser(app)
  const [inProject, outside] = [await listen(editor.client), await listen(stranger.client)]
  await file(owner.client, owner.project.id, 'Private', 'PRIVATE')
  await file(owner.client, owner.project.id, 'Public')
  await inProject.first('issue.created')
  expect(inProject.frames.filter((frame) => frame.type === 'issue.created')).toHaveLength(1)
  expect(outside.frames.filter((frame) => frame.type.startsWith('issue.'))).toEqual([])
  for (const listener of [inProject, outside]) listener.close()
})

test('A reconnecting client gets all missed events once and in order', async () => {
  const owner = await makeOwner(app)
  const first = await listen(owner.client)
  await file(owner.client, owner.project.id, 'Before')
  await first.first('issue.created')
  const { last } = first
  first.close()
  const names = Array.from({ length: 40 }, (_, i) => `While away ${i}`)
  const made = await Promise.all(names.map((name) => file(owner.client, owner.project.id, name)))
  const again = await listen(owner.client, last)
  const created = (listener: Listener) => listener.frames.filter((frame) => frame.type === 'issue.created')
  await again.until((listener) => created(listener).length >= made.length)
  const ids = created(again).map((frame) => frame.data.issue_id)
  expect(new Set(ids)).toEqual(new Set(made.map((issue) => issue.id)))
  expect(ids).toHaveLength(made.length)
  const order = again.frames.map((frame) => frame.id).filter((id) => id > 0)
  expect(order).toEqual([...order].sort((a, b) => a - b))
  again.close()
})

test('A client that reconnects under load gets the same events as one that stayed', async () => {
  const owner = await makeOwner(app)
  const stayed = await listen(owner.client)
  let leaving = await listen(owner.client)
  const kept = []
  let { last } = leaving
  for (let round = 0; round < 8; round++) {
    const names = Array.from({ length: 6 }, (_, i) => `Round ${round}, ${i}`)
    const filing = Promise.all(names.map((name) => file(owner.client, owner.project.id, name)))
    // a client that left before its first frame resumes where its predecessor was
    last = Math.max(last, leaving.last)
    leaving.close()
    kept.push(...leaving.frames)
    leaving = await listen(owner.client, last)
    await filing
  }
  const numbered = (frames: Listener['frames']) =>
    frames.filter(({ id, type }) => id > 0 && type !== 'hello').map(({ id }) => id)
  await stayed.until(() => stayed.frames.filter(({ type }) => type === 'issue.created').length === 48)
  await leaving.until(() => leaving.last >= stayed.last)
  expect(numbered([...kept, ...leaving.frames])).toEqual(numbered(stayed.frames))
  for (const listener of [stayed, leaving]) listener.close()
})

test('A hint to named users reaches only them', async () => {
  const owner = await makeOwner(app)
  const [viewer, stranger] = [await makeMember(app, owner.project.id, 'VIEWER'), await makeUser(app)]
  const [named, other] = [await listen(viewer.client), await listen(owner.client)]
  const outside = await listen(stranger.client)
  const data = { chat_id: crypto.randomUUID(), user_id: owner.id }
  const users = [viewer.id, stranger.id, ...Array.from({ length: 400 }, () => crypto.randomUUID())]
  app.server.live.hint({ type: 'chat.typing', project_id: owner.project.id, data }, { users })
  expect((await named.first('chat.typing')).data).toEqual(data)
  await file(owner.client, owner.project.id, 'Afterwards')
  await other.first('issue.created')
  // named in the audience, but not a member of the project
  for (const listener of [other, outside])
    expect(listener.frames.filter(({ type }) => type === 'chat.typing')).toEqual([])
  for (const listener of [named, other, outside]) listener.close()
})

test('A client whose missed events were deleted is asked to reload', async () => {
  const { client } = await makeOwner(app)
  const listener = await listen(client, 9_999_999)
  expect((await listener.first('reload')).id).toBeGreaterThanOrEqual(0)
  listener.close()
})

test('A client without events gets its position from time to time', async () => {
  const [quiet, busy] = [await makeUser(app), await makeUser(app)]
  const listener = await listen(quiet.client)
  const { last } = listener
  const rows = Array.from({ length: 600 }, () => ({
    id: crypto.randomUUID(),
    type: 'user.updated',
    project_id: null,
    audience: toJsonb({ users: [busy.id] }),
    data: toJsonb({ user_id: busy.id }),
  }))
  await app.server.db.insertInto('outbox').values(rows).execute()
  app.teller.nudge()
  await listener.until(() => listener.last >= last + 500)
  expect(listener.frames.map(({ type }) => type).filter((type) => type !== 'hello')).toEqual([])
  listener.close()
})

test('After a sweep only clients that missed deleted events reload', async () => {
  const { client, project } = await makeOwner(app)
  const listener = await listen(client)
  const missed = listener.last
  await file(client, project.id, 'Long ago')
  await listener.first('issue.created')
  const { last } = listener
  listener.close()
  const { db, now } = app.server
  await db
    .updateTable('outbox')
    .set({ created_at: new Date(now().getTime() - 25 * 3600 * 1000).toISOString() })
    .execute()
  await sweepOutbox(db, now())
  expect(await db.selectFrom('outbox').select('id').execute()).toEqual([])
  const [away, present] = [await listen(client, missed), await listen(client, last)]
  await Promise.all([away, present].map((one) => one.first('hello')))
  const types = ({ frames }: Listener) => frames.map(({ type }) => type)
  expect(types(away)).toContain('reload')
  expect(types(present)).not.toContain('reload')
  // numbering continues after the sweep
  await file(client, project.id, 'After the sweep')
  expect((await present.first('issue.created')).id).toBeGreaterThan(last)
  for (const one of [away, present]) one.close()
})

test('Signing out closes the socket', async () => {
  const { client } = await makeUser(app)
  const listener = await listen(client)
  await client.call(logout, {})
  expect(await listener.until(() => listener.closed)).toEqual({ code: 4401 })
})

test('Handshakes of another origin or without a session are refused', async () => {
  const { client } = await makeUser(app)
  const foreign = new Listener(origin, client, { origin: 'https://evil.example' })
  await foreign.until(() => foreign.closed)
  client.cookies.clear()
  const nobody = new Listener(origin, client)
  await nobody.until(() => nobody.closed)
  expect([...foreign.frames, ...nobody.frames]).toEqual([])
})
