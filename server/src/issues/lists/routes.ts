import * as api from '@plumbline/contract/issues/lists'
import * as mine from '@plumbline/contract/issues/my-issues'
import * as search from '@plumbline/contract/issues/search'
import { bindAll } from '../../context.ts'
import { createIssueTemplate } from './create-issue-template.ts'
import { createIssueView } from './create-issue-view.ts'
import { deleteIssueTemplate } from './delete-issue-template.ts'
import { deleteIssueView } from './delete-issue-view.ts'
import { getBoard } from './get-board.ts'
import { getIssueStat } from './get-issue-stat.ts'
import { listIssueTemplates } from './list-issue-templates.ts'
import { listIssueViews } from './list-issue-views.ts'
import { listIssues } from './list-issues.ts'
import { listLabels } from './list-labels.ts'
import { listMyIssues } from './list-my-issues.ts'
import { listPins } from './list-pins.ts'
import { searchAllProjects } from './search-all-projects.ts'
import { updateIssueTemplate } from './update-issue-template.ts'
import { updateIssueView } from './update-issue-view.ts'

export const issueListRoutes = [
  ...bindAll(mine, { listMyIssues }),
  ...bindAll(search, { searchAllProjects }),
  ...bindAll(api, {
    listIssues,
    getBoard,
    listPins,
    getIssueStat,
    listLabels,
    listIssueViews,
    createIssueView,
    updateIssueView,
    deleteIssueView,
    listIssueTemplates,
    createIssueTemplate,
    updateIssueTemplate,
    deleteIssueTemplate,
  }),
]
