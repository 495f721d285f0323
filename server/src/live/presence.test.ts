import { PassThrough } from 'node:stream'
import { removeMember } from '@plumbline/contract/access/access'
import type { EventData } from '@plumbline/contract/events'
import { expect, onTestFinished, test } from 'vitest'
import { listenOnPort, startApp } from '../../test/app.ts'
import type { Client } from '../../test/client.ts'
import { Listener } from '../../test/listener.ts'
import { makeMember, makeOwner, makeUser } from '../../test/make.ts'
import type { Bus } from './bus.ts'
import { ConnectedPeople } from './connected-people.ts'
import { defaultPresenceTimes, Presence } from './presence.ts'
import { SocketClient } from './socket-client.ts'

type Present = EventData<'presence.updated'>

test('Members of a project see who is online and who views the project; others do not', async () => {
  const app = await startApp({}, { presence: { ...defaultPresenceTimes, tick: 20, tell: 100 } })
  onTestFinished(() => app.close())
  const origin = await listenOnPort(app)
  const listen = async (client: Client) => {
    const listener = new Listener(origin, client)
    await listener.first('hello')
    return listener
  }
  const owner = await makeOwner(app)
  const { id } = owner.project
  const [viewer, stranger] = [await makeMember(app, id, 'VIEWER'), await makeUser(app)]
  const told = (listener: Listener) =>
    listener.frames.filter(({ type, project_id }) => type === 'presence.updated' && project_id === id)
  const last = (listener: Listener) => told(listener).at(-1)?.data as Present | undefined
  const shows = (listener: Listener, present: Present) =>
    listener.until(() => {
      const { online = [], here = [] } = last(listener) ?? {}
      return (
        [...online].sort().join() === [...present.online].sort().join() &&
        [...here].sort().join() === [...present.here].sort().join()
      )
    })

  const [mine, theirs, outside] = [
    await listen(owner.client),
    await listen(viewer.client),
    await listen(stranger.client),
  ]
  await shows(mine, { online: [owner.id, viewer.id], here: [] })
  theirs.socket.send(JSON.stringify({ here: id }))
  await shows(mine, { online: [owner.id, viewer.id], here: [viewer.id] })
  // a user who is not a member is ignored and gets nothing
  outside.socket.send(JSON.stringify({ here: id }))
  theirs.socket.send(JSON.stringify({ here: null }))
  await shows(mine, { online: [owner.id, viewer.id], here: [] })
  expect(told(outside)).toEqual([])
  theirs.socket.send(JSON.stringify({ here: id }))
  await shows(mine, { online: [owner.id, viewer.id], here: [viewer.id] })

  // a new member gets the current presence; a removed one disappears from it
  const late = await listen(viewer.client)
  await shows(late, { online: [owner.id, viewer.id], here: [viewer.id] })
  await owner.client.call(removeMember, { params: { id, userId: viewer.id }, query: {} })
  await shows(mine, { online: [owner.id], here: [] })
  const heard = told(theirs).length
  const next = await makeMember(app, id, 'EDITOR')
  const third = await listen(next.client)
  await shows(mine, { online: [owner.id, next.id], here: [] })
  expect(told(theirs)).toHaveLength(heard)
  for (const listener of [mine, theirs, late, outside, third]) listener.close()
})

/** Several processes on one lossy bus; all users are members of one project. */
const PROJECT = 'project'
const times = { tick: 10, tell: 20, linger: 30, beat: 40, silence: 200 }

class LossyBus {
  listeners = new Set<(message: unknown) => void>()
  loses: (message: { people?: unknown }) => boolean = () => false
  /** the bus of one process */
  end(): Bus {
    const own: ((message: unknown) => void)[] = []
    return {
      publish: async (_topic, message) => {
        if (this.loses(message as object)) return
        for (const listener of this.listeners) setImmediate(() => listener(structuredClone(message)))
      },
      subscribe: (_topic, listener) => {
        own.push(listener)
        this.listeners.add(listener)
      },
      ready: () => true,
      close: async () => {
        for (const listener of own) this.listeners.delete(listener)
      },
    }
  }
}

function makeProcess(shared: LossyBus) {
  const bus = shared.end()
  const told: Present[] = []
  const people = new ConnectedPeople(
    async (ids) => new Map(ids.map((id) => [id, new Map([[PROJECT, 'VIEWER' as const]])])),
    (project) => presence.markChanged(project),
  )
  const fail = (error: unknown) => expect.fail(String(error))
  const send = (_client: unknown, frame: Buffer) => {
    told.push((JSON.parse(String(frame)) as { data: Present }).data)
  }
  const presence: Presence = new Presence(bus, people, send, fail, times)
  const socket = { readyState: 1, OPEN: 1 } as never
  const join = async (userId: string, here: string | null = null) => {
    const person = people.acquire(userId)
    await people.refreshLevels([userId])
    const reader = new SocketClient(socket, new PassThrough(), person, 'session')
    person.clients.add(reader)
    presence.enter(reader)
    if (here) presence.setViewedProject(reader, here)
    return () => {
      person.clients.delete(reader)
      presence.leave(reader)
      people.release(userId)
    }
  }
  /** stops without announcing it, like a killed process */
  const kill = () => {
    void bus.close()
    presence.stop()
  }
  onTestFinished(kill)
  return { join, told, kill, close: () => presence.close() }
}

const sees = ({ told }: ReturnType<typeof makeProcess>, online: string[], here: string[] = []) =>
  expect.poll(() => told.at(-1), { timeout: 10_000, interval: 10 }).toEqual({ online, here })

test('Processes share their online users, also with one that starts later', async () => {
  const bus = new LossyBus()
  const [one, two] = [makeProcess(bus), makeProcess(bus)]
  await one.join('ada')
  await two.join('bob', PROJECT)
  await sees(one, ['ada', 'bob'], ['bob'])
  await sees(two, ['ada', 'bob'], ['bob'])
  const three = makeProcess(bus)
  const leave = await three.join('cyd')
  await sees(three, ['ada', 'bob', 'cyd'], ['bob'])
  await sees(one, ['ada', 'bob', 'cyd'], ['bob'])
  leave()
  await sees(one, ['ada', 'bob'], ['bob'])
})

test('A user connected to two processes stays online until both sockets are closed', async () => {
  const bus = new LossyBus()
  const [one, two] = [makeProcess(bus), makeProcess(bus)]
  await one.join('ada')
  const leaves = [await one.join('bob', PROJECT), await two.join('bob')]
  await sees(one, ['ada', 'bob'], ['bob'])
  leaves[0]?.()
  await sees(one, ['ada', 'bob'])
  leaves[1]?.()
  await sees(one, ['ada'])
})

test('A lost bus message is detected and recovered', async () => {
  const bus = new LossyBus()
  const [one, two] = [makeProcess(bus), makeProcess(bus)]
  await one.join('ada')
  await two.join('bob')
  await sees(one, ['ada', 'bob'])
  let lost = 0
  bus.loses = ({ people }) => people !== undefined && lost++ === 0
  await two.join('cyd', PROJECT)
  await sees(one, ['ada', 'bob', 'cyd'], ['cyd'])
  expect(lost).toBeGreaterThan(1)
})

test('Users of a stopped or killed process go offline', async () => {
  const bus = new LossyBus()
  const [one, two, three] = [makeProcess(bus), makeProcess(bus), makeProcess(bus)]
  await one.join('ada')
  await two.join('bob')
  await three.join('cyd', PROJECT)
  await sees(one, ['ada', 'bob', 'cyd'], ['cyd'])
  two.close()
  await sees(one, ['ada', 'cyd'], ['cyd'])
  three.kill()
  await sees(one, ['ada'])
})
