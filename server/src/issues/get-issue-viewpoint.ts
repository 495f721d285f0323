import type * as api from '@plumbline/contract/issues/issues'
import type { IssueViewpoint } from '@plumbline/contract/issues/issues'
import type { Input, ProjectCtx } from '../context.ts'
import { readIssueViewpoint } from './viewpoints.ts'
import { findIssue } from './visible.ts'

export async function getIssueViewpoint(
  ctx: ProjectCtx,
  { params }: Input<typeof api.getIssueViewpoint>,
): Promise<IssueViewpoint> {
  const { id } = await findIssue(ctx, params.issueId)
  return readIssueViewpoint(ctx, id, params.viewpointId)
}
