import { useMemo } from 'react'
import { useSearchSteps } from '../../base/navigation.tsx'
import { type IssueFilterParams, type IssueQuery, issueFilterNames, parseIssueQuery } from './issue-query.ts'

export interface IssueQueryState extends IssueQuery {
  /** sets URL parameters; undefined removes one */
  change: (changes: Record<string, string | undefined>) => void
  setFilter: (changes: IssueFilterParams) => void
  clear: () => void
  /** a filter other than the search words is active */
  isFiltered: boolean
}

/** The parts of a query shown in the toolbar; without the filter, so that typing in the search does not render it again. */
export type ToolbarQuery = Pick<IssueQueryState, 'layout' | 'group' | 'listGroup' | 'sort' | 'change'>

/** The issue query in the URL, and functions that change it there. */
export function useIssueQuery(): IssueQueryState {
  const [search, change] = useSearchSteps()
  // memoised: changes to other parameters must not look like a new filter
  return useMemo(() => {
    const query = parseIssueQuery(search)
    return {
      ...query,
      change,
      setFilter: change,
      clear: () => change(Object.fromEntries(issueFilterNames.map((name) => [name, undefined]))),
      isFiltered: Object.keys(query.filter).some((name) => name !== 'q'),
    }
  }, [search, change])
}
