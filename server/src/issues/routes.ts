import * as lists from '@plumbline/contract/issue-lists'
import * as issues from '@plumbline/contract/issues'
import { bind } from '../context.ts'
import { fileIssue } from './create-issue.ts'
import { issuePage, issuePins, readIssue, readIssueByNumber } from './reads.ts'
import { sendSnapshot } from './snapshots.ts'
import { changeIssue, removeIssue } from './update-issue.ts'

export const issueRoutes = [
  bind(lists.listIssues, issuePage),
  bind(lists.listPins, issuePins),
  bind(issues.createIssue, fileIssue),
  bind(issues.getIssue, (ctx, { params }) => readIssue(ctx, params.issueId)),
  bind(issues.getIssueByNumber, (ctx, { params }) => readIssueByNumber(ctx, params.number)),
  bind(issues.updateIssue, changeIssue),
  bind(issues.deleteIssue, removeIssue),
  bind(issues.getSnapshot, sendSnapshot),
]
