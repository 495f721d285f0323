import type { ProjectCtx } from '../../context.ts'
import { visibleIssueViews } from './issue-views.ts'

export const listIssueViews = (ctx: ProjectCtx) =>
  visibleIssueViews(ctx).orderBy('name').orderBy('id').execute()
