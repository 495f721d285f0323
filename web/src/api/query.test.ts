import { listLevels, listProjects } from '@plumbline/contract/projects/projects'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { buildReadOptions, keyOf, markStale, queryClient } from './query.ts'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('An event that arrives during a first read causes a second read', async () => {
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
  void markStale(listProjects.hears)
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
