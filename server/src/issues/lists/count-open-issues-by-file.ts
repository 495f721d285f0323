import { openStatuses } from '@plumbline/contract/issues/issues.rules'
import type { OpenIssueCounter } from '../../bim/open-issue-counts.ts'
import { countListItems } from './count-list-items.ts'
import { filterIssues } from './filter-issues.ts'
import { isIssueCacheLoaded } from './issue-cache.ts'

/** From the cached columns: in a large project the database would read all anchors of open issues. */
export const countOpenIssuesByFile: OpenIssueCounter = async (asking) => {
  if (!isIssueCacheLoaded(asking.db, asking.member.project_id)) return null
  const { columns, mask } = await filterIssues(asking, { status: [...openStatuses] })
  return countListItems(columns.fileLists, columns.files, mask)
}
