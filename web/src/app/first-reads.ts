import { listEvents } from '@plumbline/contract/issues/list-events'
import type { listIssues } from '@plumbline/contract/issues/lists'
import { getProject } from '@plumbline/contract/projects/projects'
import { buildReadOptions, queryClient } from '../api/query.ts'
import { ISSUE_PAGE_SIZE } from '../issues/list/issue-pages.ts'

type List = typeof listIssues
/** written out, because the contract's code would take the room of this bundle that its budget leaves */
const LIST_PATH: List['path'] = '/api/project/:id/issue'
const LIST = { method: 'GET', path: LIST_PATH, hears: listEvents } as unknown as List

/** Starts the first reads of a page while its code is loading. */
export function readFirst(href: string) {
  const { pathname, search } = new URL(href, location.origin)
  const [, id, tab] = /^\/project\/([^/]+)(?:\/([^/]+))?/.exec(pathname) ?? []
  if (!id) return
  const params = { id }
  void queryClient.prefetchQuery(buildReadOptions(getProject, { params }))
  if (tab !== 'issues' || search !== '') return
  const query = { limit: ISSUE_PAGE_SIZE }
  void queryClient.prefetchQuery(buildReadOptions(LIST, { params, query: query as never }))
}
