import * as lists from '@plumbline/contract/issues/lists'
import { bind } from '../../context.ts'
import { issueBoard } from './board.ts'
import { changeIssueView, removeIssueView, savedIssueViews, saveIssueView } from './issue-views.ts'
import { issuePage } from './page.ts'
import { issueLabels, issuePins } from './pins.ts'
import { issueStatistics } from './statistics.ts'
import { addIssueTemplate, changeIssueTemplate, issueTemplates, removeIssueTemplate } from './templates.ts'

export const issueListRoutes = [
  bind(lists.listIssues, issuePage),
  bind(lists.getBoard, issueBoard),
  bind(lists.listPins, issuePins),
  bind(lists.getIssueStat, issueStatistics),
  bind(lists.listLabels, issueLabels),
  bind(lists.listIssueViews, savedIssueViews),
  bind(lists.createIssueView, saveIssueView),
  bind(lists.updateIssueView, changeIssueView),
  bind(lists.deleteIssueView, removeIssueView),
  bind(lists.listIssueTemplates, issueTemplates),
  bind(lists.createIssueTemplate, addIssueTemplate),
  bind(lists.updateIssueTemplate, changeIssueTemplate),
  bind(lists.deleteIssueTemplate, removeIssueTemplate),
]
