import { lockAccount } from '@plumbline/contract/admin/people'
import { login, logout } from '@plumbline/contract/auth/auth'
import { listChats, sendMessage } from '@plumbline/contract/chat/chat'
import { socketCloses } from '@plumbline/contract/events'
import { createIssue } from '@plumbline/contract/issues/issues'
import { getMe } from '@plumbline/contract/users/get-me'
import { expect } from 'vitest'
import { makeOperator } from '../test/admin-writes.ts'
import { Client, refusal } from '../test/client.ts'
import { Listener } from '../test/listener.ts'
import { makeMember, makeOwner, makeUser, PASSWORD, type User } from '../test/make.ts'
import type { Cluster } from './cluster.ts'
import { connectApp } from './remote-app.ts'

/** State that both web servers must share: events, sessions, locked accounts, rate limits. */

const WRITES = 30

const getWebApps = (cluster: Cluster) =>
  cluster.webs.map((web) => connectApp(cluster, web.origin)) as [
    ReturnType<typeof connectApp>,
    ReturnType<typeof connectApp>,
  ]

/** The same browser at another server. */
function moveTo(app: ReturnType<typeof connectApp>, { client }: Pick<User, 'client'>): Client {
  const moved = new Client(app)
  for (const [name, value] of client.cookies) moved.cookies.set(name, value)
  return moved
}

export async function checkEvents(cluster: Cluster) {
  const owner = await makeOwner(connectApp(cluster, cluster.origin))
  const params = { id: owner.project.id }
  const member = await makeMember(connectApp(cluster, cluster.origin), owner.project.id, 'EDITOR')
  const [chat] = await owner.client.call(listChats, { query: {} })
  const listeners = [owner, member].flatMap(({ client }) =>
    cluster.webs.map(({ origin }) => new Listener(origin, client)),
  )
  for (const listener of listeners) await listener.first('hello')
  const expected: string[] = []
  for (let turn = 0; turn < WRITES; turn++) {
    const by = turn % 4 < 2 ? owner : member
    if (turn % 2 === 0)
      expected.push((await by.client.call(createIssue, { params, body: { name: `No. ${turn}` } })).id)
    else
      expected.push(
        (await by.client.call(sendMessage, { params: { id: chat?.id ?? '' }, body: { message: `${turn}` } }))
          .id,
      )
  }
  const hear = ({ frames }: Listener) =>
    frames.flatMap(({ type, data }) => {
      const { issue_id, message_id } = data as Record<string, string>
      return (type === 'issue.created' && issue_id) || (type === 'chat.message' && message_id) || []
    })
  for (const listener of listeners) {
    await listener.until((each) => hear(each).length >= WRITES)
    expect(hear(listener)).toEqual(expected)
    listener.close()
  }
}

export async function checkSessions(cluster: Cluster) {
  const [here, there] = getWebApps(cluster)
  const user = await makeUser(here)
  const moved = moveTo(there, user)
  expect((await moved.call(getMe, {})).id).toBe(user.id)
  const listener = new Listener(cluster.webs[0].origin, user.client)
  await listener.first('hello')
  await moved.call(logout, {})
  expect(await listener.until(() => listener.closed)).toEqual({ code: socketCloses.signedOut.code })
  expect((await refusal(user.client.call(getMe, {}))).status).toBe(401)
}

export async function checkLockedAccount(cluster: Cluster) {
  const [here, there] = getWebApps(cluster)
  const person = await makeUser(here)
  const operator = await makeOperator(there)
  const listener = new Listener(cluster.webs[0].origin, person.client)
  await listener.first('hello')
  await operator.client.call(lockAccount, { params: { id: person.id } })
  expect(await listener.until(() => listener.closed)).toEqual({ code: socketCloses.signedOut.code })
  expect((await refusal(person.client.call(getMe, {}))).status).toBe(401)
  const signIn = new Client(here).call(login, { body: { email: person.email, password: PASSWORD } })
  expect((await refusal(signIn)).status).toBeGreaterThanOrEqual(400)
}

/** Ten wrong passwords a minute are allowed, whichever server gets them. */
export async function checkRateLimit(cluster: Cluster) {
  const apps = getWebApps(cluster)
  const { email } = await makeUser(apps[0])
  const attempt = async (turn: number) => {
    const client = new Client(apps[turn % 2] ?? apps[0])
    return (await refusal(client.call(login, { body: { email, password: 'wrong password' } }))).status
  }
  const statuses = []
  for (let turn = 0; turn < 12; turn++) statuses.push(await attempt(turn))
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429])
}
