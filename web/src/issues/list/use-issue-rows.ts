import { listIssues } from '@plumbline/contract/issues/lists'
import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ApiError } from '../../api/client.ts'
import { buildReadOptions, queryClient } from '../../api/query.ts'
import type { IssueQuery } from '../filters/issue-query.ts'
import {
  computePageRange,
  deduplicateRows,
  ISSUE_PAGE_SIZE,
  type IssuePage,
  insertPages,
  listPagesInView,
} from './issue-pages.ts'

/**
 * The rows of a query, loaded page by page while scrolling. Live updates refetch only visible pages; pages scrolled past
 * are refetched when they become visible again.
 */
export function useIssueRows(
  projectId: string,
  { filter, sort, listGroup: group }: Pick<IssueQuery, 'filter' | 'sort' | 'listGroup'>,
) {
  const key = JSON.stringify([projectId, filter, sort, group])
  const [sight, setSight] = useState({ first: 0, last: 0 })
  const [kept, setKept] = useState<{ key: string; pages: readonly IssuePage[] }>({ key, pages: [] })
  const known = kept.key === key ? kept.pages : []
  const wanted = listPagesInView(sight.first, sight.last, known)
  const results = useQueries(
    {
      queries: wanted.map(({ after }) => {
        const query = { ...filter, sort, group, limit: ISSUE_PAGE_SIZE, after: after ?? undefined }
        return buildReadOptions(listIssues, { params: { id: projectId }, query: query as never })
      }),
    },
    queryClient,
  )
  const pages = insertPages(
    known,
    wanted,
    results.map(({ data }) => data),
  )
  if (pages !== known) setKept({ key, pages })
  // a new filter keeps showing the old rows until its first page has loaded
  const shown = pages.length > 0 ? pages : kept.pages
  const rows = useMemo(() => deduplicateRows(shown), [shown])
  const loaded = shown.length > 0
  return {
    rows: loaded ? rows : null,
    total: loaded ? (shown[0]?.total ?? 0) : null,
    /** whether more rows can be loaded */
    more: (shown.at(-1)?.next ?? null) !== null,
    error: (results.find(({ error }) => error)?.error ?? null) as ApiError | null,
    retry: () => {
      for (const result of results) if (result.error) void result.refetch()
    },
    /** reports the visible range of row indexes; renders again only if other pages become visible */
    onVisibleRows: (first: number, last: number) => {
      if (String(computePageRange(first, last)) !== String(computePageRange(sight.first, sight.last)))
        setSight({ first, last })
    },
  }
}
