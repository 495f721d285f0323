import { listIssues } from '@plumbline/contract/issues/lists'
import { afterEach, expect, test, vi } from 'vitest'
import { buildReadOptions, queryClient } from '../api/query.ts'
import { ISSUE_PAGE_SIZE } from '../issues/list/issue-pages.ts'
import { readFirst } from './first-reads.ts'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

function listAsked(href: string): string[] {
  const asked: string[] = []
  vi.stubGlobal('location', { origin: 'https://plumbline.example' })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return new Response('{}')
  })
  readFirst(href)
  return asked
}

test('The page of issues reads its project and the first issues, under the key by which the list finds them', () => {
  expect(listAsked('/project/p1/issues')).toEqual(['/api/project/p1', '/api/project/p1/issue?limit=100'])
  const query = { sort: undefined, group: undefined, limit: ISSUE_PAGE_SIZE, after: undefined }
  const ofList = buildReadOptions(listIssues, { params: { id: 'p1' }, query: query as never })
  const known = queryClient.getQueryCache().find({ queryKey: ofList.queryKey })
  expect(known?.meta).toEqual(ofList.meta)
})

test('Other pages and filtered lists read their project only, and pages outside a project read nothing', () => {
  expect(listAsked('/project/p2/viewer')).toEqual(['/api/project/p2'])
  expect(listAsked('/project/p3/issues?q=door')).toEqual(['/api/project/p3'])
  expect(listAsked('/projects')).toEqual([])
})
