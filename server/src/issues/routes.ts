import * as issues from '@plumbline/contract/issues'
import { bind } from '../context.ts'
import { fileIssue } from './create-issue.ts'
import { issueListRoutes } from './lists/routes.ts'
import { readIssue, readIssueByNumber } from './reads.ts'
import { sendSnapshot } from './snapshots.ts'
import { changeIssue, removeIssue } from './update-issue.ts'

export const issueRoutes = [
  ...issueListRoutes,
  bind(issues.createIssue, fileIssue),
  bind(issues.getIssue, (ctx, { params }) => readIssue(ctx, params.issueId)),
  bind(issues.getIssueByNumber, (ctx, { params }) => readIssueByNumber(ctx, params.number)),
  bind(issues.updateIssue, changeIssue),
  bind(issues.deleteIssue, removeIssue),
  bind(issues.getSnapshot, sendSnapshot),
]
