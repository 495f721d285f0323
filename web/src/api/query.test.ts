import { listLevels, listProjects } from '@plumbline/contract/projects/projects'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildReadOptions, keyOf, markAllStale, markStale, queryClient } from './query.ts'

const device = new Map<string, unknown>()
vi.mock('./kept-reads.ts', () => ({
  findKeptRead: async (key: readonly unknown[]) =>
    device.has(JSON.stringify(key)) ? { take: () => device.get(JSON.stringify(key)) } : undefined,
}))

afterEach(() => {
  queryClient.clear()
  device.clear()
  vi.unstubAllGlobals()
})

test.each([
  ['An event', () => markStale(listProjects.hears)],
  ['A socket opened late, after missed events,', markAllStale],
])('%s during a first read causes a second read', async (_what, refetch) => {
  const answers: ((body: unknown) => void)[] = []
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise((resolve) => {
        answers.push((body) => resolve(Response.json(body)))
      }),
  )
  const observer = new QueryObserver(queryClient, buildReadOptions(listProjects, { query: {} } as never))
  const stop = observer.subscribe(() => undefined)
  await expect.poll(() => answers).toHaveLength(1)
  void refetch()
  answers[0]?.({ items: ['before'] })
  await expect.poll(() => answers).toHaveLength(2)
  answers[1]?.({ items: ['after'] })
  await expect.poll(() => observer.getCurrentResult().data).toEqual({ items: ['after'] })
  stop()
})

test('An event of one project refetches shown data of that project only', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(/project\/(\w+)/.exec(String(url))?.[1] ?? '')
    return Response.json([])
  })
  const stops = ['one', 'two'].map((id) =>
    new QueryObserver(queryClient, buildReadOptions(listLevels, { params: { id } })).subscribe(
      () => undefined,
    ),
  )
  await expect.poll(() => asked).toEqual(['one', 'two'])
  await markStale(listLevels.hears, 'two')
  expect(asked).toEqual(['one', 'two', 'two'])
  const key = keyOf(listLevels, { params: { id: 'one' } })
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(false)
  await markStale(listLevels.hears)
  expect(asked.toSorted()).toEqual(['one', 'one', 'two', 'two', 'two'])
  for (const stop of stops) stop()
})

describe('A read while the server is out of reach', () => {
  const options = buildReadOptions(listLevels, { params: { id: 'one' } })
  let server = Promise.withResolvers<Response>()
  let asked = 0
  beforeEach(() => {
    server = Promise.withResolvers()
    asked = 0
    vi.stubGlobal('navigator', { onLine: false })
    vi.stubGlobal('localStorage', { getItem: () => 'me' })
    vi.stubGlobal('fetch', () => {
      asked++
      return server.promise
    })
  })

  test('is answered from this device before its request has failed', async () => {
    device.set(JSON.stringify(options.queryKey), ['kept'])
    expect(await queryClient.fetchQuery(options)).toEqual(['kept'])
    expect(asked).toBe(1)
    server.reject(new TypeError('Failed to fetch'))
    await server.promise.catch(() => undefined)
    expect(queryClient.getQueryData(options.queryKey)).toEqual(['kept'])
  })

  test('takes an answer that the server gives after all', async () => {
    device.set(JSON.stringify(options.queryKey), ['kept'])
    await queryClient.fetchQuery(options)
    server.resolve(Response.json(['new']))
    await expect.poll(() => queryClient.getQueryData(options.queryKey)).toEqual(['new'])
  })

  test('leaves the answer of a later read when its own comes late', async () => {
    device.set(JSON.stringify(options.queryKey), ['kept'])
    await queryClient.fetchQuery(options)
    queryClient.setQueryData(options.queryKey, ['later'])
    const store = vi.spyOn(queryClient, 'setQueryData')
    server.resolve(Response.json(['new']))
    await expect.poll(() => store.mock.calls).toHaveLength(1)
    expect(queryClient.getQueryData(options.queryKey)).toEqual(['later'])
    store.mockRestore()
  })

  test('waits for its request if this device has no answer', async () => {
    const read = queryClient.fetchQuery(options)
    server.resolve(Response.json(['new']))
    expect(await read).toEqual(['new'])
  })

  test('waits for its request if an answer is shown already', async () => {
    queryClient.setQueryData(options.queryKey, ['shown'])
    device.set(JSON.stringify(options.queryKey), ['kept'])
    const read = queryClient.fetchQuery({ ...options, staleTime: 0 })
    server.resolve(Response.json(['new']))
    expect(await read).toEqual(['new'])
  })
})
