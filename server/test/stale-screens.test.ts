import { type ApiEntry, api } from '@plumbline/contract/api'
import {
  createHeader,
  createVariant,
  restartVariant,
  stopVariant,
  updateHeader,
} from '@plumbline/contract/bim'
import { sendMessage, updateMessageStatus } from '@plumbline/contract/chat'
import { type CallOf, type EndpointSpec, fillPath, paramNames } from '@plumbline/contract/http'
import { createIssue, deleteIssue, updateIssue } from '@plumbline/contract/issues'
import { acknowledgeNotification, listNotifications } from '@plumbline/contract/notifications'
import { createProject, updateProject } from '@plumbline/contract/projects'
import { createTeam } from '@plumbline/contract/teams'
import { enrichKyc, updateMe } from '@plumbline/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import type { User } from './make.ts'
import { makeWorld, type World } from './world.ts'

/**
 * No screen stays behind: whatever a write changes in any read of any member, that read hears of an event the write
 * told to that member.
 */

let app: TestApp
let world: World
beforeAll(async () => {
  app = await startApp()
  world = await makeWorld(app)
})
afterAll(() => app.close())

const reads = api.filter(
  ({ endpoint }) =>
    endpoint.method === 'GET' &&
    endpoint.access !== 'public' &&
    endpoint.reply !== null &&
    !('bytes' in endpoint.reply),
)
const title = ({ endpoint }: ApiEntry) => `${endpoint.method} ${endpoint.path}`

function urlOf(entry: ApiEntry): string {
  const id = entry.endpoint.access.startsWith('team:')
    ? world.owner.team.id
    : entry.domain === 'chat'
      ? world.ids.chatId
      : world.ids.id
  const values = Object.fromEntries(paramNames(entry.endpoint.path).map((name) => [name, world.ids[name]]))
  return fillPath(entry.endpoint.path, 'id' in values ? { ...values, id } : values)
}

/** What a person's every screen would show now, by read. */
async function look(user: User): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  for (const entry of reads) {
    const { status, body } = await user.client.send('GET', urlOf(entry))
    seen.set(title(entry), status === 200 ? JSON.stringify(body) : String(status))
  }
  return seen
}

/** Types of the events told since `after` that this person may hear. */
async function heard(user: User, after: number): Promise<string[]> {
  const level = world.members.ADMIN.id === user.id || world.owner.id === user.id ? 'ADMIN' : 'VIEWER'
  const rows = await app.server.db.selectFrom('outbox').selectAll().orderBy('id').execute()
  return rows
    .slice(after)
    .filter(({ audience }) => {
      if ('users' in audience) return audience.users.includes(user.id)
      return level === 'ADMIN' || audience.level === 'VIEWER'
    })
    .map((row) => row.type)
}

const countTold = async () => (await app.server.db.selectFrom('outbox').select('id').execute()).length

type Write = { name: string; by: () => User; run: () => Promise<unknown> }

const write = <E extends EndpointSpec>(
  name: string,
  by: () => User,
  endpoint: E,
  input: () => CallOf<E> | Promise<CallOf<E>>,
): Write => ({
  name,
  by,
  run: async () => by().client.call(endpoint, await input()),
})

const owner = () => world.owner as User
const editor = () => world.members.EDITOR
const viewer = () => world.members.VIEWER
const project = () => ({ id: world.ids.id as string })
const header = () => ({ ...project(), headerId: world.ids.headerId as string })
const variant = () => ({ ...header(), variantId: world.ids.variantId as string })
const issue = () => ({ ...project(), issueId: world.ids.issueId as string })

const newestNote = async () => {
  const [note] = await editor().client.call(listNotifications, { query: {} })
  return { params: { id: note?.id ?? '' } }
}
const newestMessage = async () => {
  const row = await app.server.db
    .selectFrom('chat_messages')
    .select('id')
    .orderBy('position', 'desc')
    .executeTakeFirstOrThrow()
  return { id: world.ids.chatId as string, messageId: row.id }
}

const writes: Write[] = [
  write('updateMe', editor, updateMe, () => ({ body: { first_name: 'Renamed' } })),
  write('enrichKyc', editor, enrichKyc, () => ({ body: { country: 'NO' as const } })),
  write('createTeam', editor, createTeam, () => ({ body: { name: 'Second company' } })),
  write('createProject', owner, createProject, () => ({ body: { name: 'Another project' } })),
  write('updateProject', owner, updateProject, () => ({
    params: project(),
    body: { name: 'Renamed project' },
  })),
  write('createHeader', editor, createHeader, () => ({ params: project(), body: { name: 'Services' } })),
  write('updateHeader', editor, updateHeader, () => ({ params: header(), body: { name: 'Renamed file' } })),
  write('createVariant', editor, createVariant, () => ({
    params: header(),
    body: { file_name: 'b.ifc', size_bytes: 10 },
  })),
  write('restartVariant', editor, restartVariant, () => ({ params: variant(), body: {} })),
  write('stopVariant', editor, stopVariant, async () => {
    await app.server.db
      .updateTable('bim_file_variants')
      .set({ state: 'QUEUED' })
      .where('id', '=', world.ids.variantId as string)
      .execute()
    return { params: variant() }
  }),
  write('createIssue', owner, createIssue, () => ({
    params: project(),
    body: { name: 'Assigned', assignee_id: editor().id },
  })),
  write('updateIssue', editor, updateIssue, () => ({ params: issue(), body: { name: 'Renamed issue' } })),
  write('updateIssue to RESOLVED', editor, updateIssue, () => ({
    params: issue(),
    body: { status: 'RESOLVED' as const },
  })),
  write('sendMessage', owner, sendMessage, () => ({
    params: { id: world.ids.chatId as string },
    body: { message: 'Hello' },
  })),
  write('updateMessageStatus', viewer, updateMessageStatus, async () => ({
    params: await newestMessage(),
    body: { status: 'READ' as const },
  })),
  write('acknowledgeNotification', editor, acknowledgeNotification, newestNote),
  write('deleteIssue', editor, deleteIssue, () => ({ params: issue() })),
]

test.each(writes)('$name leaves no screen behind', async ({ run }) => {
  const people: [string, User][] = [
    ['owner', owner()],
    ['editor', editor()],
    ['viewer', viewer()],
  ]
  const before = await Promise.all(people.map(([, user]) => look(user)))
  const told = await countTold()
  await run()
  const stale: string[] = []
  for (const [index, [name, user]] of people.entries()) {
    const types = await heard(user, told)
    const now = await look(user)
    for (const entry of reads) {
      const changed = before[index]?.get(title(entry)) !== now.get(title(entry))
      const hears: readonly string[] = entry.endpoint.hears ?? []
      if (changed && !hears.some((type) => types.includes(type)))
        stale.push(`${name}: ${title(entry)} changed but heard only ${types.join(', ') || 'nothing'}`)
    }
  }
  expect(stale).toEqual([])
})

test('every write of signed-in people that tells something is tried above', () => {
  const tried = new Set(writes.map(({ name }) => name.split(' ')[0]))
  const telling = api.filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.tells)
  expect(telling.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([])
})
