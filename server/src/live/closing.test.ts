import { removeMember, updateMember } from '@plumbline/contract/access/access'
import { endOtherSessions } from '@plumbline/contract/auth/account'
import { login } from '@plumbline/contract/auth/auth'
import { type EventFrame, socketCloses } from '@plumbline/contract/events'
import { createIssue } from '@plumbline/contract/issues/issues'
import { deleteMe } from '@plumbline/contract/users/delete-me'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenOnPort, startApp, type TestApp } from '../../test/app.ts'
import { Client } from '../../test/client.ts'
import { Listener } from '../../test/listener.ts'
import { makeMember, makeOwner, makeUser, PASSWORD, type User } from '../../test/make.ts'

/** Sockets are closed or restricted with the rights of their user, and closed for misbehaviour. */

const METRICS_TOKEN = 'a token of thirty-two characters at least'
let app: TestApp
let origin: string
beforeAll(async () => {
  app = await startApp({ METRICS_TOKEN })
  origin = await listenOnPort(app)
})
afterAll(() => app.close())

async function listen(client: Client, after?: number) {
  const listener = new Listener(origin, client, { after })
  await listener.first('hello')
  return listener
}
const closed = (listener: Listener) => listener.until(() => listener.closed)
const SIGNED_OUT = { code: socketCloses.signedOut.code }

const ways: [string, (user: User) => Promise<unknown>][] = [
  [
    'other devices are signed out',
    async ({ email }) => {
      const other = new Client(app)
      await other.call(login, { body: { email, password: PASSWORD } })
      await other.call(endOtherSessions, {})
    },
  ],
  ['the account is deleted', ({ client }) => client.call(deleteMe, {})],
  [
    'the session expires',
    ({ id }) =>
      app.server.db
        .updateTable('sessions')
        .set({ expires_at: new Date().toISOString() })
        .where('user_id', '=', id)
        .execute(),
  ],
  [
    'the session is deleted without a message',
    ({ id }) => app.server.db.deleteFrom('sessions').where('user_id', '=', id).execute(),
  ],
]
test.each(ways)('The socket is closed when %s', async (_name, end) => {
  const user = await makeUser(app)
  const listener = await listen(user.client)
  await end(user)
  expect(await closed(listener)).toEqual(SIGNED_OUT)
})

test('Sockets of thirty sessions that expire together are all closed, and no others', async () => {
  const users = await Promise.all(Array.from({ length: 32 }, () => makeUser(app)))
  const listeners = await Promise.all(users.map(({ client }) => listen(client)))
  const ended = users.slice(1, -1).map(({ id }) => id)
  await app.server.db
    .updateTable('sessions')
    .set({ expires_at: new Date().toISOString() })
    .where('user_id', 'in', ended)
    .execute()
  for (const listener of listeners.slice(1, -1)) expect(await closed(listener)).toEqual(SIGNED_OUT)
  for (const at of [0, -1]) expect(listeners.at(at)?.closed ?? null).toBe(null)
})

/** Handshakes that the metrics count as ended. */
async function countHandshakes(): Promise<number> {
  const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const [, count = 0] = /_count\{method="GET",route="\/ws\/updates"\} (\d+)$/m.exec(await answer.text()) ?? []
  return Number(count)
}

test('The request of a handshake has ended once its socket is open', async () => {
  const user = await makeUser(app)
  const before = await countHandshakes()
  const listener = await listen(user.client)
  expect(await countHandshakes()).toBe(before + 1)
  await user.client.call(endOtherSessions, {})
  expect(listener.closed ?? null).toBe(null)
})

test('A socket without a session is closed with the reason', async () => {
  const { client } = await makeUser(app)
  client.cookies.clear()
  const listener = new Listener(origin, client)
  expect(await closed(listener)).toEqual(SIGNED_OUT)
  expect(listener.frames).toEqual([])
})

const ofIssues = ({ frames }: Listener) => frames.filter(({ type }) => type.startsWith('issue.'))
const file = ({ client, project }: Awaited<ReturnType<typeof makeOwner>>, name: string) =>
  client.call(createIssue, { params: { id: project.id }, body: { name } })

test('A removed member gets no more events of the project, at once and after reconnecting', async () => {
  const owner = await makeOwner(app)
  const member = await makeMember(app, owner.project.id, 'EDITOR')
  const [theirs, own] = [await listen(member.client), await listen(owner.client)]
  const params = { id: owner.project.id, userId: member.id }
  await owner.client.call(removeMember, { params, query: {} })
  await theirs.first('reload')
  await file(owner, 'After the removal')
  await own.first('issue.created')
  const { last } = theirs
  theirs.close()
  await file(owner, 'While away')
  const again = await listen(member.client, last)
  expect([...ofIssues(theirs), ...ofIssues(again)]).toEqual([])
  for (const listener of [own, again]) listener.close()
})

test('A member removed while offline gets a reload and no events of the project', async () => {
  const owner = await makeOwner(app)
  const member = await makeMember(app, owner.project.id, 'EDITOR')
  const before = await listen(member.client)
  const { last } = before
  before.close()
  const params = { id: owner.project.id }
  await owner.client.call(createIssue, {
    params,
    body: { name: 'Between us', visibility: 'PRIVATE', assignee_id: member.id },
  })
  await owner.client.call(removeMember, { params: { ...params, userId: member.id }, query: {} })
  const again = await listen(member.client, last)
  expect(again.frames.map(({ type }) => type)).toContain('reload')
  expect(ofIssues(again)).toEqual([])
  again.close()
})

test('A changed level triggers a reload and the events it permits', async () => {
  const owner = await makeOwner(app)
  const member = await makeMember(app, owner.project.id, 'VIEWER')
  const listener = await listen(member.client)
  await owner.client.call(updateMember, {
    params: { id: owner.project.id, userId: member.id },
    body: { role: 'OTHER', permission_level: 'ADMIN' },
  })
  await listener.first('reload')
  await owner.client.call(createIssue, {
    params: { id: owner.project.id },
    body: { name: 'For administrators', visibility: 'PRIVATE' },
  })
  await listener.first('issue.created')
  listener.close()
})

const BAD = { code: socketCloses.badMessage.code }
const messages: [string, string | Buffer][] = [
  ['an unknown message', JSON.stringify({ shout: 'hello' })],
  ['an unknown field', JSON.stringify({ here: null, more: 1 })],
  ['an invalid id', JSON.stringify({ here: 'everywhere' })],
  ['invalid JSON', '{'],
  ['a binary message', Buffer.from(JSON.stringify({ here: null }))],
]
test.each(messages)('A client that sends %s is disconnected', async (_name, message) => {
  const { client } = await makeUser(app)
  const listener = await listen(client)
  listener.socket.send(message)
  expect(await closed(listener)).toEqual(BAD)
})

test('A client that exceeds the message rate is disconnected', async () => {
  const { client } = await makeUser(app)
  const [talker, shouter] = [await listen(client), await listen(client)]
  for (let i = 0; i < 31; i++) talker.socket.send(JSON.stringify({ here: null }))
  shouter.socket.send(JSON.stringify({ here: 'x'.repeat(2000) }))
  expect(await closed(talker)).toEqual(BAD)
  expect(await closed(shouter)).toEqual({ code: 1009 })
})

test('A user has at most forty open sockets', async () => {
  const { client } = await makeUser(app)
  const sockets = await Promise.all(Array.from({ length: 40 }, () => listen(client)))
  const more = new Listener(origin, client)
  expect(await closed(more)).toEqual({ code: socketCloses.tooMany.code })
  sockets[0]?.close()
  await closed(sockets[0] as Listener)
  const { client: other } = await makeUser(app)
  const others = await listen(other)
  const again = await listen(client)
  for (const listener of [...sockets, others, again]) listener.close()
})

test('A client that does not read is disconnected with the reason, and its buffer stays small', async () => {
  const owner = await makeOwner(app)
  const [slow, quick] = [await listen(owner.client), await listen(owner.client)]
  const server = [...app.fastify.websocketServer.clients]
  slow.socket.pause()
  const data = { text: 'x'.repeat(50_000) }
  const isOpen = () => server.every((socket) => socket.readyState === socket.OPEN)
  let most = 0
  for (let sent = 0; isOpen() && sent < 2000; sent++) {
    app.server.live.hint(
      { type: 'variant.progress', project_id: owner.project.id, data },
      { level: 'VIEWER' },
    )
    await new Promise((resolve) => setTimeout(resolve, 1))
    most = Math.max(most, ...server.map((socket) => socket.bufferedAmount))
  }
  slow.socket.resume()
  expect(await closed(slow)).toEqual({ code: socketCloses.tooSlow.code })
  expect(most).toBeLessThan(1_200_000)
  const frames = (await quick.until(() => quick.frames.length > 0 && quick.frames)) as EventFrame[]
  expect(frames.length).toBeGreaterThan(10)
  expect(quick.closed).toBeNull()
  quick.close()
})
