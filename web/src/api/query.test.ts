import { listProjects } from '@plumbline/contract/projects/projects'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { buildReadOptions, markStale, queryClient } from './query.ts'

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
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  void markStale(listProjects.hears)
  answers[0]?.({ items: ['before'] })
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.({ items: ['after'] })
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual({ items: ['after'] }))
  stop()
})
