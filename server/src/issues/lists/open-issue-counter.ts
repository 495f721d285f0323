import { openStatuses } from '@plumbline/contract/issues/issues.rules'
import type { Db } from '../../db/database.ts'
import type { OpenIssueCounter } from '../../projects/open-issue-counts.ts'
import { countListItems } from './count-list-items.ts'
import { filterIssues } from './filter-issues.ts'
import { isIssueCacheLoaded, listLargeCachedProjects } from './issue-cache.ts'

/** The database counts fewer issues in a few milliseconds. */
const MANY_ISSUES = 20_000

const open = { status: [...openStatuses] }

/** From the cached columns: in a large project the database would read all open issues, for files all their anchors too. */
export const createOpenIssueCounter = (db: Db, many = MANY_ISSUES): OpenIssueCounter => ({
  listLargeProjects: () => listLargeCachedProjects(db, many),
  countInProject: async (asking) => (await filterIssues(asking, open)).total,
  countByFile: async (asking) => {
    if (!isIssueCacheLoaded(db, asking.member.project_id)) return null
    const { columns, mask } = await filterIssues(asking, open)
    return countListItems(columns.fileLists, columns.files, mask)
  },
})
