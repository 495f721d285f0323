import { type ApiEntry, apiEntries } from '@plumbline/contract/api'
import { LINE_PATTERN } from '@plumbline/contract/characters'
import { fillPath, listParamNames } from '@plumbline/contract/http'
import { updateProject } from '@plumbline/contract/projects/projects'
import { updateMe } from '@plumbline/contract/users/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { BILLING, startApp, type TestApp } from './app.ts'
import { Client, multipart } from './client.ts'
import { rollBackCalls } from './dry-run.ts'
import { makeUser } from './make.ts'
import { makeWorld, type World } from './world.ts'

/** Invalid text in every field of every call is refused with 4xx and never stored. */

let app: TestApp
let world: World
let dryRun: ReturnType<typeof rollBackCalls>
beforeAll(async () => {
  app = await startApp(BILLING)
  world = await makeWorld(app)
  dryRun = rollBackCalls(app)
}, 60_000)
afterAll(() => app.close())

interface Leaf {
  path: (string | number)[]
  isLine: boolean
}
interface Def {
  type: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  in?: z.ZodMiniType
  out?: z.ZodMiniType
  options?: z.ZodMiniType[]
  valueType?: z.ZodMiniType
  checks?: { _zod: { def: { pattern?: RegExp } } }[]
}

/** Yields every path of a schema that can hold text. */
function* leavesOf(schema: z.ZodMiniType, path: Leaf['path'] = []): Generator<Leaf> {
  const def = schema._zod.def as unknown as Def
  if (def.type === 'string')
    yield {
      path,
      isLine: (def.checks ?? []).some((check) => check._zod.def.pattern?.source === LINE_PATTERN.source),
    }
  else if (def.type === 'any' || def.type === 'unknown') yield { path, isLine: false }
  else if (def.type === 'object')
    for (const [name, field] of Object.entries(def.shape ?? {})) yield* leavesOf(field, [...path, name])
  else if (def.type === 'array' && def.element) yield* leavesOf(def.element, [...path, 0])
  else if (def.type === 'record' && def.valueType) yield* leavesOf(def.valueType, [...path, 'key'])
  else if (def.type === 'pipe')
    yield* leavesOf((def.in?._zod.def.type === 'transform' ? def.out : def.in) as z.ZodMiniType, path)
  else if (def.type === 'union') for (const option of def.options ?? []) yield* leavesOf(option, path)
  else if (def.innerType) yield* leavesOf(def.innerType, path)
}

/** A copy of `value` with `text` at `path`. */
function withText(value: unknown, [first, ...rest]: Leaf['path'], text: string): unknown {
  if (first === undefined) return text
  const whole = typeof value === 'object' && value !== null ? value : {}
  if (typeof first === 'number') {
    const items = Array.isArray(value) ? value : []
    return [withText(items[0], rest, text), ...items.slice(1)]
  }
  return { ...whole, [first]: withText((whole as Record<string, unknown>)[first], rest, text) }
}

const BAD = ['a\u0000b', '\ud800']
const ENDS = ['a\r\nb', 'a\u2028b']

const urlOf = (entry: ApiEntry, query?: Record<string, string>) => {
  const { ids } = world
  const names = listParamNames(entry.endpoint.path)
  const isTeam = /^\/api\/(v2\/)?team\//.test(entry.endpoint.path)
  const own = Object.fromEntries(names.map((name) => [name, ids[name] ?? crypto.randomUUID()]))
  if (isTeam && own.id) own.id = world.owner.team.id
  if (entry.domain === 'chat' && own.id) own.id = ids.chatId ?? ''
  const search = new URLSearchParams(query)
  return `${fillPath(entry.endpoint.path, own)}${search.size > 0 ? `?${search}` : ''}`
}

/** Sends as the owner with a new client, because a call may sign out. */
async function send(entry: ApiEntry, url: string, body: unknown) {
  const client = new Client(app)
  for (const [name, value] of world.owner.client.cookies) client.cookies.set(name, value)
  return dryRun(() => client.send(entry.endpoint.method, url, body))
}

const title = ({ endpoint, name }: ApiEntry) => `${endpoint.method} ${endpoint.path} (${name})`
const named = (entries: readonly ApiEntry[]) => entries.map((entry) => [title(entry), entry] as const)
const queryOf = ({ endpoint }: ApiEntry) => endpoint.example?.query as Record<string, string> | undefined

describe('Invalid text in the body is refused by', () => {
  // BCF API 2.1 shares its schemas with 3.0
  const withBody = apiEntries.filter(
    ({ endpoint: { body, form, path } }) => body && !form && !path.startsWith('/bcf/2.1/'),
  )
  test.each(named(withBody))('%s', async (_, entry) => {
    const { body, example } = entry.endpoint
    const faults: string[] = []
    for (const { path, isLine } of leavesOf(body as z.ZodMiniType))
      for (const text of isLine ? [...BAD, ...ENDS] : BAD) {
        const sent = withText(example?.body, path, text)
        const answer = await send(entry, urlOf(entry, queryOf(entry)), sent)
        const isBcf = entry.endpoint.path.startsWith('/bcf/')
        // the BCF API repairs lone surrogates, which other programs write
        // the example is not a shape with text: unknown fields are dropped
        if (path.join('.') === 'shapes.0.text') continue
        const isRefused = answer.status >= 400 && answer.status < 500
        if (answer.status >= 500 || (!isRefused && !(isBcf && !text.isWellFormed())))
          faults.push(`${path.join('.')} ${JSON.stringify(text)}: ${answer.status}`)
      }
    expect(faults).toEqual([])
  })
})

describe('Invalid text in the query is refused by', () => {
  const withQuery = apiEntries.filter(
    ({ endpoint }) => endpoint.query && !endpoint.path.startsWith('/bcf/2.1/'),
  )
  test.each(named(withQuery))('%s', async (_, entry) => {
    const faults: string[] = []
    for (const { path } of leavesOf(entry.endpoint.query as z.ZodMiniType)) {
      const [name] = path as [string]
      for (const text of ['a\u0000b', 'a\u001bb']) {
        const { status } = await send(
          entry,
          urlOf(entry, { ...queryOf(entry), [name]: text }),
          entry.endpoint.example?.body,
        )
        if (status < 400 || status >= 500) faults.push(`${name} ${JSON.stringify(text)}: ${status}`)
      }
      const broken = `${urlOf(entry)}?${name}=%ED%A0%80&${name}=%00&%00=1`
      if ((await send(entry, broken, entry.endpoint.example?.body)).status >= 500) faults.push(broken)
    }
    expect(faults).toEqual([])
  })
})

test('Invalid text in a path answers 404', async () => {
  const faults: string[] = []
  for (const entry of apiEntries)
    for (const name of listParamNames(entry.endpoint.path))
      for (const text of ['a%00b', '%ED%A0%80']) {
        const url = urlOf(entry).split('?')[0] ?? ''
        const own = entry.endpoint.path.replace(`:${name}`, '~').replace(/:(\w+)/g, () => crypto.randomUUID())
        const { status } = await send(entry, own.replace('~', text), undefined)
        if (status < 400 || status >= 500) faults.push(`${url} ${name} ${text}: ${status}`)
      }
  expect(faults).toEqual([])
}, 60_000)

test('Malformed URLs are answered in the error format of the contract', async () => {
  const long = 'x'.repeat(301)
  for (const url of [
    '/api/%',
    '/%ED%A0%80',
    '/%00',
    '/dev/inbox/%00',
    '/dev/inbox/x',
    `/api/setting/${long}`,
  ]) {
    const { status, body } = await new Client(app).send('GET', url)
    expect([url, [400, 404].includes(status)]).toEqual([url, true])
    expect(body).toMatchObject({ error: expect.any(String), request_id: expect.any(String) })
  }
})

test('Invalid text is refused without a session as well', async () => {
  const open = apiEntries.filter(
    ({ endpoint }) => endpoint.access === 'public' && endpoint.body && !endpoint.form,
  )
  const faults: string[] = []
  for (const entry of open)
    for (const { path } of leavesOf(entry.endpoint.body as z.ZodMiniType))
      for (const text of BAD) {
        const sent = withText(entry.endpoint.example?.body, path, text)
        const { status } = await dryRun(() => new Client(app).send(entry.endpoint.method, urlOf(entry), sent))
        if (status < 400 || status >= 500) faults.push(`${title(entry)} ${path.join('.')}: ${status}`)
      }
  expect(faults).toEqual([])
})

test('An endlessly nested value is refused', async () => {
  const nested = `{"response":{"id":"a","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`
  const answer = await new Client(app).send('POST', '/api/auth/login/passkey', Buffer.from(nested), {
    'content-type': 'application/json',
  })
  expect(answer.status).toBe(400)
})

test('File names and user agents are stored as valid text in any encoding', async () => {
  const at = `/api/project/${world.owner.project.id}/issue/${world.ids.issueId}/attachment`
  const form = await multipart([['file', new File(['x'], 'a\u0085\u2028b😀.txt')]])
  const answer = await world.owner.client.send('POST', `${at}?name=a`, form.body, {
    ...form.headers,
    'user-agent': 'Browser \u0085\u0090',
  })
  expect(answer.status).toBeLessThan(300)
  const field = await multipart([['fi\u0000le\ud800', new File(['x'], 'a.txt')]])
  expect((await world.owner.client.send('POST', `${at}?name=a`, field.body, field.headers)).status).toBe(400)
})

test('A forbidden call answers 403 before the body is validated', async () => {
  const stranger = await makeUser(app)
  const { members, owner } = world
  const at = fillPath(updateProject.path, { id: owner.project.id })
  const cases: [status: number, client: Client, body: unknown, type?: string][] = [
    [401, new Client(app), { name: 5 }],
    [401, new Client(app), Buffer.from('{"name":')],
    [401, new Client(app), Buffer.from('x'), 'text/strange'],
    [404, stranger.client, { name: 5 }],
    [404, stranger.client, Buffer.from('{"name":')],
    [403, members.VIEWER.client, { name: 5 }],
    [403, members.VIEWER.client, Buffer.from('x'.repeat(11_000_000))],
    [400, owner.client, { name: 5 }],
    [400, owner.client, Buffer.from('{"name":')],
    [415, owner.client, Buffer.from('x'), 'text/strange'],
    [413, owner.client, Buffer.from('x'.repeat(11_000_000))],
  ]
  for (const [index, [status, client, body, type = 'application/json']] of cases.entries()) {
    const answer = await client.send(updateProject.method, at, body, { 'content-type': type })
    expect([index, answer.status]).toEqual([index, status])
    expect(answer.body).toHaveProperty('request_id')
  }
  expect((await new Client(app).send('PATCH', updateMe.path, { first_name: 5 })).status).toBe(401)
})
