import type * as api from '@plumbline/contract/issues/issues'
import type { Handler } from '../context.ts'
import { attachViewpoint, readIssueViewpoint, type StoredViewpoint, storeViewpoints } from './viewpoints.ts'
import { findIssue } from './visible.ts'

export const addViewpoint: Handler<typeof api.addViewpoint, StoredViewpoint[]> = {
  prepare: async (ctx, { params, body }) => {
    await findIssue(ctx, params.issueId)
    return storeViewpoints(ctx, [body])
  },
  handle: async (ctx, { params }, [stored]) => {
    const issue = await findIssue(ctx, params.issueId, true)
    const view = stored as StoredViewpoint
    await attachViewpoint(ctx, issue, view)
    return readIssueViewpoint(ctx, issue.id, view.id)
  },
}
