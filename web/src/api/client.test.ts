import { createLevel } from '@plumbline/contract/projects/projects'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setGoTo } from '../base/go-to.ts'
import { registerLanguages, startLanguage } from '../base/language.ts'
import { call } from './client.ts'

const project = '0c1f3a52-7d7e-4a57-8f53-1d6f5f6e1a01'
const create = (name: string) =>
  call(createLevel, { params: { id: project }, body: { name, elevation_m: 3 } })

/** Stubs fetch with the given answers in turn, and records each Idempotency-Key. */
function serverAnswering(...answers: (number | 'lost')[]) {
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'))
    const answer = answers[keys.length - 1] ?? 201
    if (answer === 'lost') throw new TypeError('Failed to fetch')
    return Response.json({ error: 'bad_request', message: '' }, { status: answer })
  })
  return keys
}

beforeEach(() => {
  // the delays between retries
  vi.stubGlobal('setTimeout', (work: () => void) => queueMicrotask(work))
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('localStorage', { getItem: () => null })
})
afterEach(() => vi.unstubAllGlobals())

test('A write with a lost answer is sent again with the same key', async () => {
  const keys = serverAnswering('lost', 503, 201)
  await create('Roof')
  expect(keys).toHaveLength(3)
  expect(new Set(keys)).toEqual(new Set([keys[0]]))
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
})

test('A write whose answer is cut off after its first bytes is sent again with the same key', async () => {
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'))
    if (keys.length > 1) return Response.json({ name: 'Roof' }, { status: 201 })
    const cut = new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) })
    return new Response(cut, { status: 201 })
  })
  expect(await create('Roof')).toEqual({ name: 'Roof' })
  expect(keys).toEqual([keys[0], keys[0]])
})

test('A write on a connection that went silent is given up and sent again with the same key', async () => {
  const keys: (string | null)[] = []
  const limit = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(limit.signal)
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'))
    if (keys.length > 1) return Response.json({ name: 'Roof' }, { status: 201 })
    return new Promise((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      limit.abort()
    })
  })
  expect(await create('Roof')).toEqual({ name: 'Roof' })
  expect(keys).toEqual([keys[0], keys[0]])
  timeout.mockRestore()
})

test('The same request sent by the person after all retries failed keeps the key of the first', async () => {
  const keys = serverAnswering('lost', 'lost', 'lost', 201, 201)
  await expect(create('Ground')).rejects.toMatchObject({ code: 'offline' })
  await create('Ground')
  expect(keys[3]).toBe(keys[0])
  await create('Ground')
  expect(keys[4]).not.toBe(keys[0])
})

test('A changed request and one that was refused get keys of their own', async () => {
  const keys = serverAnswering('lost', 'lost', 'lost', 400, 201)
  await expect(create('Cellar')).rejects.toMatchObject({ code: 'offline' })
  await expect(create('Basement')).rejects.toMatchObject({ status: 400 })
  await create('Basement')
  expect(new Set([keys[0], keys[3], keys[4]]).size).toBe(3)
})

test('A German user reads a refusal and its fields in German, with the values of the server', async () => {
  vi.stubGlobal('document', { cookie: 'plumbline_locale=de', documentElement: {} })
  vi.stubGlobal('location', { pathname: '/project/1' })
  vi.stubGlobal('navigator', { languages: [] })
  registerLanguages({ de: () => import('../languages/de.ts') })
  await startLanguage()
  const body = {
    error: 'bad_request',
    message: 'A project can have at most 1000 levels',
    reason: { code: 'too_many_levels', values: { count: 1000 } },
    fields: { name: 'At most 255 characters', elevation_m: 'Not a valid number' },
    field_reasons: { name: { code: 'too_long', values: { count: 255 } } },
    request_id: '1',
  }
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 400 }))
  await expect(create('Roof')).rejects.toMatchObject({
    message: 'Ein Projekt kann höchstens 1000 Geschosse haben',
    serverMessage: 'A project can have at most 1000 levels',
    // the second problem has no code: the general text of the error
    fields: { name: 'Höchstens 255 Zeichen', elevation_m: 'Diese Eingabe ist ungültig' },
  })
})

test('Requests start a trace of their own once an answer was part of one, and none before', async () => {
  const sent: (string | null)[] = []
  let answer: Record<string, string> = {}
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push(new Headers(init.headers).get('traceparent'))
    return Response.json({}, { status: 201, headers: answer })
  })
  await create('Roof')
  answer = { traceresponse: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }
  await create('Ground')
  await create('Cellar')
  await create('Attic')
  const [first, second, third, fourth] = sent
  expect([first, second]).toEqual([null, null])
  expect(third).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
  expect(fourth?.slice(3, 35)).not.toBe(third?.slice(3, 35))
})

test('A write that times out reports an unreachable server, an aborted one reports the abort', async () => {
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    const { promise, reject } = Promise.withResolvers<Response>()
    signal?.addEventListener('abort', () => reject(signal.reason))
    return promise
  })
  const send = (reason?: DOMException) => {
    const giveUp = new AbortController()
    const sent = call(createLevel, { params: { id: 'p' }, body: { name: 'Roof', elevation_m: 0 } }, giveUp)
    giveUp.abort(reason)
    return sent
  }
  await expect(send(new DOMException('', 'TimeoutError'))).rejects.toMatchObject({ code: 'offline' })
  await expect(send()).rejects.toMatchObject({ name: 'AbortError' })
})

test('A page with which a proxy refuses is no refusal of the server, and leads nowhere', async () => {
  const gone: string[] = []
  setGoTo((href) => gone.push(href))
  vi.stubGlobal('location', { pathname: '/projects', search: '' })
  for (const status of [401, 403, 404]) {
    vi.stubGlobal(
      'fetch',
      async () => new Response('<h1>Please log in to the guest network</h1>', { status }),
    )
    await expect(create('Roof')).rejects.toMatchObject({ code: 'offline' })
  }
  expect(gone).toEqual([])
  vi.stubGlobal('fetch', async () => Response.json({ error: 'forbidden', message: '' }, { status: 403 }))
  await expect(create('Roof')).rejects.toMatchObject({ code: 'forbidden' })
  expect(gone).toEqual(['/errors/restricted'])
})
