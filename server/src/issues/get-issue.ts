import type * as api from '@plumbline/contract/issues/issues'
import type { Input, ProjectCtx } from '../context.ts'
import { readIssue } from './read-issue.ts'

export const getIssue = (ctx: ProjectCtx, { params }: Input<typeof api.getIssue>) =>
  readIssue(ctx, params.issueId)
