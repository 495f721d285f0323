import { listIssues } from '@plumbline/contract/issues/lists'
import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ApiError } from '../../api/client.ts'
import { buildReadOptions, queryClient } from '../../api/query.ts'
import type { IssueQuery } from '../filters/issue-query.ts'
import { PAGE, type Page, pagesInSight, pagesOf, rowsOf, withAnswers } from './issue-pages.ts'

/**
 * The rows of a filter, fetched as one scrolls. A change somewhere fetches the pages in sight again, not the hundred
 * that were scrolled past; those are fetched when one comes back to them.
 */
export function useIssueRows(
  projectId: string,
  { filter, sort, together: group }: Pick<IssueQuery, 'filter' | 'sort' | 'together'>,
) {
  const key = JSON.stringify([projectId, filter, sort, group])
  const [sight, setSight] = useState({ first: 0, last: 0 })
  const [kept, setKept] = useState<{ key: string; pages: readonly Page[] }>({ key, pages: [] })
  const known = kept.key === key ? kept.pages : []
  const wanted = pagesInSight(sight.first, sight.last, known)
  const results = useQueries(
    {
      queries: wanted.map(({ after }) => {
        const query = { ...filter, sort, group, limit: PAGE, after: after ?? undefined }
        return buildReadOptions(listIssues, { params: { id: projectId }, query: query as never })
      }),
    },
    queryClient,
  )
  const pages = withAnswers(
    known,
    wanted,
    results.map(({ data }) => data),
  )
  if (pages !== known) setKept({ key, pages })
  // another filter shows what was there until its first page has come
  const shown = pages.length > 0 ? pages : kept.pages
  const rows = useMemo(() => rowsOf(shown), [shown])
  const loaded = shown.length > 0
  return {
    rows: loaded ? rows : null,
    total: loaded ? (shown[0]?.total ?? 0) : null,
    /** there are rows after those */
    more: (shown.at(-1)?.next ?? null) !== null,
    error: (results.find(({ error }) => error)?.error ?? null) as ApiError | null,
    retry: () => {
      for (const result of results) if (result.error) void result.refetch()
    },
    /** tells which rows are seen, by their place; the screen is drawn again only when that means other pages */
    onSight: (first: number, last: number) => {
      if (String(pagesOf(first, last)) !== String(pagesOf(sight.first, sight.last))) setSight({ first, last })
    },
  }
}
