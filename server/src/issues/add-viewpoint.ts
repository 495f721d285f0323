import type * as api from '@plumbline/contract/issues/issues'
import type { Handler } from '../context.ts'
import { putView, readView, type StoredView, storeViews } from './viewpoints.ts'
import { findIssue } from './visible.ts'

export const addViewpoint: Handler<typeof api.addViewpoint, StoredView[]> = {
  prepare: async (ctx, { params, body }) => {
    await findIssue(ctx, params.issueId)
    return storeViews(ctx, [body])
  },
  handle: async (ctx, { params }, [stored]) => {
    const issue = await findIssue(ctx, params.issueId, true)
    const view = stored as StoredView
    await putView(ctx, issue, view)
    return readView(ctx, issue.id, view.id)
  },
}
