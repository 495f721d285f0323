import { useMemo } from 'react'
import { useSearch } from '../../base/navigation.tsx'
import { type Filter, filterNames, type IssueQuery, readQuery } from './issue-query.ts'

export interface QueryState extends IssueQuery {
  /** changes some of what the address says; undefined takes it out */
  change: (changes: Record<string, string | undefined>) => void
  setFilter: (changes: Filter) => void
  clear: () => void
  /** something but the words narrows the list */
  narrowed: boolean
}

/** The filter, order and layout in the address, and how they are changed there. */
export function useIssueQuery(): QueryState {
  const [search, change] = useSearch()
  // typing elsewhere in the address must not look like another filter
  const query = useMemo(() => readQuery(search), [search])
  return {
    ...query,
    change,
    setFilter: change,
    clear: () => change(Object.fromEntries(filterNames.map((name) => [name, undefined]))),
    narrowed: Object.keys(query.filter).some((name) => name !== 'q'),
  }
}
