import type { IssueRow } from '@plumbline/contract/issues/issues'
import { listIssues } from '@plumbline/contract/issues/lists'
import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ApiError } from '../../api/client.ts'
import { buildReadOptions, queryClient } from '../../api/query.ts'
import { useLocation } from '../../base/navigation.tsx'
import type { IssueQuery } from '../filters/issue-query.ts'
import {
  computePageRange,
  deduplicateRows,
  ISSUE_PAGE_SIZE,
  type IssuePage,
  insertPages,
  listPagesInView,
} from './issue-pages.ts'
import { useLatest } from './use-latest.ts'

/** The loaded rows of a query, and functions to load more. */
export interface ShownIssues {
  /** null until the first page has been read */
  rows: readonly IssueRow[] | null
  total: number | null
  /** identifies the query of the rows: the previous query, until the first page of the next one has been read */
  key: string
  /** query string of the address that shows these rows, for the links in them */
  search: string
  /** whether more rows can be loaded */
  more: boolean
  error: ApiError | null
  retry: () => void
  /** reports the visible range of row indexes; renders again only if other pages become visible */
  onVisibleRows: (first: number, last: number) => void
}

interface KeptPages {
  key: string
  search: string
  pages: readonly IssuePage[]
}

type RowsQuery = Pick<IssueQuery, 'filter' | 'sort' | 'listGroup'>

function buildPageOptions(
  projectId: string,
  { filter, sort, listGroup: group }: RowsQuery,
  after: string | null,
) {
  const query = { ...filter, sort, group, limit: ISSUE_PAGE_SIZE, after: after ?? undefined }
  return buildReadOptions(listIssues, { params: { id: projectId }, query: query as never })
}

/** Starts the read of the first rows of a query that is about to be shown. */
export const prefetchIssueRows = (projectId: string, query: RowsQuery): Promise<void> =>
  queryClient.prefetchQuery(buildPageOptions(projectId, query, null))

/**
 * The rows of a query, loaded page by page while scrolling. Live updates refetch only visible pages; pages scrolled past
 * are refetched when they become visible again. The result is the same object until something of it changes.
 */
export function useIssueRows(projectId: string, query: RowsQuery): ShownIssues {
  const key = JSON.stringify([projectId, query.filter, query.sort, query.listGroup])
  const { search } = useLocation()
  const [sight, setSight] = useState({ first: 0, last: 0 })
  const [kept, setKept] = useState<KeptPages>({ key, search, pages: [] })
  const known = kept.key === key ? kept.pages : []
  const wanted = listPagesInView(sight.first, sight.last, known)
  const results = useQueries(
    { queries: wanted.map(({ after }) => buildPageOptions(projectId, query, after)) },
    queryClient,
  )
  const pages = insertPages(
    known,
    wanted,
    results.map(({ data }) => data),
  )
  // a new filter keeps showing the old rows until its first page has loaded
  const shown = pages.length > 0 ? { key, search, pages } : kept
  if (pages.length > 0 && (pages !== known || kept.search !== search)) setKept(shown)
  const error = (results.find((result) => result.error)?.error ?? null) as ApiError | null
  const latest = useLatest({ results, sight })
  const [actions] = useState(() => ({
    retry: () => {
      for (const result of latest().results) if (result.error) void result.refetch()
    },
    onVisibleRows: (first: number, last: number) => {
      const { sight: before } = latest()
      if (String(computePageRange(first, last)) !== String(computePageRange(before.first, before.last)))
        setSight({ first, last })
    },
  }))
  const rows = useMemo(() => deduplicateRows(shown.pages), [shown.pages])
  const isLoaded = shown.pages.length > 0
  const total = shown.pages[0]?.total ?? null
  const more = (shown.pages.at(-1)?.next ?? null) !== null
  return useMemo(
    () => ({
      rows: isLoaded ? rows : null,
      total,
      key: shown.key,
      search: shown.search,
      more,
      error,
      ...actions,
    }),
    [isLoaded, rows, total, shown.key, shown.search, more, error, actions],
  )
}
