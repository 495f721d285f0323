import type * as api from '@plumbline/contract/projects/projects'
import type { Input, UserCtx } from '../context.ts'
import { countOpenIssues, listProjectsInMemory } from './count-open-issues.ts'
import { getProjectRow } from './get-visible-project.ts'

export async function getProject(ctx: UserCtx, { params }: Input<typeof api.getProject>) {
  const row = await getProjectRow(ctx, params.id, listProjectsInMemory(ctx))
  return countOpenIssues(ctx, row)
}
