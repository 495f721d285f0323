import { type ApiEntry, api } from '@plumbline/contract/api'
import { fillPath, paramNames } from '@plumbline/contract/http'
import { permissionLevels } from '@plumbline/contract/roles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { Client } from './client.ts'
import { fingerprint, makeWorld, type World } from './world.ts'

/** Every call of the contract, refused to everybody who may not make it, changing nothing. */

let app: TestApp
let world: World
beforeAll(async () => {
  app = await startApp()
  world = await makeWorld(app)
})
afterAll(() => app.close())

const idFor = (entry: ApiEntry): string => {
  if (entry.endpoint.access.startsWith('team:')) return world.owner.team.id
  return entry.domain === 'chat' ? (world.ids.chatId as string) : (world.ids.id as string)
}

function urlOf(entry: ApiEntry, change: Record<string, string> = {}): string {
  const names = paramNames(entry.endpoint.path)
  const values = Object.fromEntries(names.map((name) => [name, world.ids[name] ?? crypto.randomUUID()]))
  if ('id' in values) values.id = idFor(entry)
  return fillPath(entry.endpoint.path, { ...values, ...change })
}

const send = (entry: ApiEntry, client: Client, change?: Record<string, string>) =>
  client.send(entry.endpoint.method, urlOf(entry, change), entry.endpoint.example?.body)

const shape = ({ status, body }: { status: number; body: unknown }) => {
  const { request_id: _, ...rest } = body as Record<string, unknown>
  return { status, body: rest }
}

const title = (entry: ApiEntry) => `${entry.endpoint.method} ${entry.endpoint.path}`
const named = (entries: ApiEntry[]) => entries.map((entry) => [title(entry), entry] as const)
const guarded = api.filter(({ endpoint }) => endpoint.access !== 'public')
const inProject = api.filter(({ endpoint }) => endpoint.access.startsWith('project:'))
const inTeam = api.filter(({ endpoint }) => endpoint.access.startsWith('team:'))

async function changesNothing(work: () => Promise<void>) {
  const before = await fingerprint(app)
  await work()
  expect(await fingerprint(app)).toEqual(before)
}

test('every write says what it accepts, so that these suites can try it', () => {
  const silent = api.filter(
    ({ endpoint }) => endpoint.body && !endpoint.example?.body && endpoint.access !== 'public',
  )
  const optional = silent.filter(({ endpoint }) => !endpoint.body?.safeParse(undefined).success)
  expect(optional.map(title)).toEqual([])
})

describe('nobody is let in without a session', () => {
  test.each(named(guarded))('%s', async (_, entry) => {
    await changesNothing(async () => {
      const answer = await send(entry, new Client(app))
      expect(answer.status).toBe(401)
      expect(answer.body).toMatchObject({ error: 'unauthenticated', message: 'missing or malformed jwt' })
    })
  })
})

describe('a project is for strangers, and for administrators of other projects, as if it did not exist', () => {
  test.each(named(inProject))('%s', async (_, entry) => {
    await changesNothing(async () => {
      const absent = shape(await send(entry, world.stranger.client, { id: crypto.randomUUID() }))
      expect(absent.status).toBe(404)
      expect(shape(await send(entry, world.stranger.client))).toEqual(absent)
      expect(shape(await send(entry, world.neighbour.client))).toEqual(absent)
    })
  })
})

describe('a company is for strangers as if it did not exist', () => {
  test.each(named(inTeam))('%s', async (_, entry) => {
    await changesNothing(async () => {
      const absent = shape(await send(entry, world.stranger.client, { id: crypto.randomUUID() }))
      expect(absent.status).toBe(404)
      expect(shape(await send(entry, world.neighbour.client))).toEqual(absent)
    })
  })
})

describe('a level below the one needed is refused', () => {
  const cases = inProject.flatMap((entry) => {
    const needed = permissionLevels.indexOf(entry.endpoint.access.split(':')[1] as 'VIEWER')
    return permissionLevels.slice(0, needed).map((level) => [title(entry), level, entry] as const)
  })
  test.each(cases)('%s for %s', async (_, level, entry) => {
    await changesNothing(async () => {
      const answer = await send(entry, world.members[level].client)
      expect(answer.status).toBe(403)
      expect(answer.body).toMatchObject({ error: 'forbidden' })
    })
  })
})

describe('parts of another project cannot be reached through one’s own', () => {
  const parts = inProject.filter(({ endpoint }) => paramNames(endpoint.path).length > 1)
  test.each(named(parts))('%s', async (_, entry) => {
    await changesNothing(async () => {
      const answer = await send(entry, world.neighbour.client, { id: world.neighbour.project.id })
      expect(answer.status).toBe(404)
    })
  })
})
