import { removeMember } from '@plumbline/contract/access/access'
import { apiEntries } from '@plumbline/contract/api'
import { type EventFrame, type EventType, eventTypes } from '@plumbline/contract/events'
import { acceptTeamInvite, inviteToTeam } from '@plumbline/contract/teams/teams'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenOnPort } from './app.ts'
import { Listener } from './listener.ts'
import { makeMember, makeUser, type User } from './make.ts'
import { readScreens, reads, title } from './screens.ts'
import { isLong } from './size.ts'
import { app, editor, guest, owner, setScene, viewer, world, writes } from './writes.ts'

/**
 * After every write, re-reading the data invalidated by received frames gives the same state as reading everything, for
 * readers of every level over real sockets. No frame mentions anything that its reader may not see.
 */

interface Reader {
  name: string
  user: User
  listener: Listener
  /** count of received frames, and frames not yet applied */
  heard: number
  pending: EventFrame[]
  /** reply of every read; null for people outside of the project */
  shown: Map<string, string> | null
}

const readers: Reader[] = []
/** Event types received on any socket so far. */
const told = new Set<string>()

/** Hints are not sent by writes, and presence is sent when sockets open and close. */
const hints: EventType[] = ['variant.progress', 'chat.typing', 'presence.updated']
const greetings = ['hello', 'presence.updated']

/** The readers of a short run: most rights, own issues only, and a guest's shared data. */
const SHORT = ['owner', 'contributor', 'guest']

async function addReader(origin: string, name: string, user: User, isMember: boolean) {
  const looks = isMember && (isLong || SHORT.includes(name))
  const listener = new Listener(origin, user.client)
  await listener.first('hello')
  readers.push({
    name,
    user,
    listener,
    heard: 0,
    pending: [],
    shown: looks ? await readScreens(world, user) : null,
  })
}

beforeAll(async () => {
  await setScene()
  const origin = await listenOnPort(app)
  const id = world.ids.id as string
  const removed = await makeMember(app, id, 'EDITOR')
  await owner().client.call(removeMember, { params: { id, userId: removed.id }, query: {} })
  const colleague = await makeUser(app)
  const params = { id: world.owner.team.id }
  const invite = await owner().client.call(inviteToTeam, {
    params,
    body: { email: colleague.email, role: 'ADMIN' },
  })
  await colleague.client.call(acceptTeamInvite, { params: { ...params, inviteId: invite.id } })
  await addReader(origin, 'owner', owner(), true)
  await addReader(origin, 'administrator of the company, no member', colleague, true)
  await addReader(origin, 'editor', editor(), true)
  await addReader(origin, 'contributor', world.members.CONTRIBUTOR, true)
  await addReader(origin, 'viewer', viewer(), true)
  await addReader(origin, 'guest', guest(), true)
  await addReader(origin, 'stranger', world.stranger, false)
  await addReader(origin, 'neighbour', world.neighbour, false)
  await addReader(origin, 'removed', removed, false)
  await settled()
})
afterAll(async () => {
  for (const { listener } of readers) listener.close()
  await app.close()
})

/** Resolves when every socket has received all events so far. */
async function settled(): Promise<void> {
  const user_id = crypto.randomUUID()
  const audience = { users: readers.map(({ user }) => user.id) }
  await app.teller.begin(app.server.db)('user.updated', {
    project_id: null,
    data: { user_id },
    audience,
    cause: { kind: 'CHANGED' },
  })
  app.teller.nudge()
  const isMark = (frame: EventFrame) => frame.data.user_id === user_id
  const hear = async (reader: Reader) => {
    const { frames } = reader.listener
    await reader.listener.until((listener) => listener.closed ?? frames.some(isMark))
    for (const frame of frames.slice(reader.heard))
      if (!greetings.includes(frame.type) && !isMark(frame)) reader.pending.push(frame)
    reader.heard = frames.length
  }
  await Promise.all(readers.map(hear))
}

/** Reads with a changed reply that no frame invalidated. */
function stale({ name, shown }: Reader, now: Map<string, string>, types: string[]): string[] {
  if (types.includes('reload')) return []
  return reads
    .filter((entry) => shown?.get(title(entry)) !== now.get(title(entry)))
    .filter(({ endpoint }) => !endpoint.hears?.some((type) => types.includes(type)))
    .map((entry) => `${name}: ${title(entry)} changed but heard only ${types.join(', ') || 'nothing'}`)
}

/** The list reads of the resources named in frames. */
const lists = {
  issue_id: ['GET /api/project/:id/issue', 'GET /api/project/:id/issue/trash'],
  header_id: ['GET /api/project/:id/bim-file-header', 'GET /api/project/:id/bim-file-header/trash'],
  chat_id: ['GET /api/chat'],
}

/** Frames about resources that the reader could see neither before nor after. */
function leaks({ name, shown }: Reader, now: Map<string, string>, frames: EventFrame[]): string[] {
  const sees = (paths: string[], id: string) =>
    paths.some((path) => shown?.get(path)?.includes(id) || now.get(path)?.includes(id))
  return frames
    .filter(({ project_id }) => project_id === null || project_id === world.ids.id)
    .filter(({ data }) =>
      Object.entries(lists).some(([key, paths]) => typeof data[key] === 'string' && !sees(paths, data[key])),
    )
    .map(({ type, data }) => `${name}: ${type} ${JSON.stringify(data)}`)
}

/** Readers with the same rights, checked alternately. */
const turns = ['owner', 'administrator of the company, no member']
let turn = 0

/** In a short run one reader at a time looks, for so many writes. */
const WRITES_PER_READER = 20

/** The readers of the next write; a new reader first reads everything. */
async function nextReaders(): Promise<Reader[]> {
  turn += 1
  const able = readers.filter(({ shown, listener }) => shown && !listener.closed)
  if (isLong) return able.filter(({ name }) => name !== turns[turn % turns.length])
  const watch = Math.floor((turn - 1) / WRITES_PER_READER)
  const looking = able.filter(({ name }) => name === SHORT[watch % SHORT.length])
  if (turn % WRITES_PER_READER === 1)
    for (const reader of looking) {
      reader.shown = await readScreens(world, reader.user)
      reader.pending = []
    }
  return looking
}

test.each(writes)('$name reaches exactly the readers concerned', async ({ run }) => {
  const looking = await nextReaders()
  await run()
  await settled()
  // whoever deleted their account has no screens any more
  const present = looking.filter(({ listener }) => !listener.closed)
  const looks = await Promise.all(
    present.map(async (reader) => ({
      reader,
      frames: reader.pending.length,
      now: await readScreens(world, reader.user),
    })),
  )
  // changes by jobs during the check count for this check or the next one
  await settled()
  const found: string[] = []
  for (const { pending } of readers) for (const { type } of pending) told.add(type)
  for (const { reader, frames, now } of looks) {
    const types = [...new Set(reader.pending.map(({ type }) => type))]
    found.push(...stale(reader, now, types), ...leaks(reader, now, reader.pending))
    reader.shown = now
    reader.pending = reader.pending.slice(frames)
  }
  expect(found).toEqual([])
})

/** events for people without the project */
const forOthers = ['user.updated', 'maintenance.updated']

test('People outside of the project receive nothing', () => {
  const outside = readers.filter(({ name }) => ['stranger', 'neighbour', 'removed'].includes(name))
  const heard = outside.map(({ name, listener, user }) => [
    name,
    listener.frames
      .filter(
        ({ type, data }) =>
          !greetings.includes(type) && !forOthers.includes(type) && data.user_id !== user.id,
      )
      .map(({ type }) => type),
  ])
  expect(Object.fromEntries(heard)).toEqual({ stranger: [], neighbour: [], removed: [] })
})

test('Frames arrive in order and without duplicates', () => {
  for (const { name, listener } of readers) {
    const numbers = listener.frames.filter(({ id, type }) => id > 0 && type !== 'hello').map(({ id }) => id)
    expect(numbers, name).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  }
})

test('Every event of the contract has been received', () => {
  expect(eventTypes.filter((type) => !told.has(type) && !hints.includes(type))).toEqual([])
})

test('Every signed-in write that publishes an event is tested above', () => {
  const tried = new Set(writes.map(({ name }) => name.split(' ')[0]))
  const telling = apiEntries.filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.tells)
  expect(telling.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([])
})
