import { useMemo } from 'react'
import { useSearch } from '../../base/navigation.tsx'
import { type Filter, filterNames, type IssueQuery, readQuery } from './issue-query.ts'

export interface QueryState extends IssueQuery {
  /** sets URL parameters; undefined removes one */
  change: (changes: Record<string, string | undefined>) => void
  setFilter: (changes: Filter) => void
  clear: () => void
  /** a filter other than the search words is active */
  narrowed: boolean
}

/** The issue query in the URL, and functions that change it there. */
export function useIssueQuery(): QueryState {
  const [search, change] = useSearch()
  // memoised: changes to other parameters must not look like a new filter
  const query = useMemo(() => readQuery(search), [search])
  return {
    ...query,
    change,
    setFilter: change,
    clear: () => change(Object.fromEntries(filterNames.map((name) => [name, undefined]))),
    narrowed: Object.keys(query.filter).some((name) => name !== 'q'),
  }
}
