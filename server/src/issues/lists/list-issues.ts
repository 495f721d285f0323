import type * as api from '@plumbline/contract/issues/lists'
import type { Input, ProjectCtx } from '../../context.ts'
import { chooseIssues } from './filter.ts'
import { readCursor, walkIssues } from './order.ts'
import { readRows } from './page.ts'

export async function listIssues(ctx: ProjectCtx, { query }: Input<typeof api.listIssues>) {
  const { sort, group, after, limit = 100, ...filter } = query
  const { project_id } = ctx.member
  const chosen = await chooseIssues(ctx, filter)
  const walk = await walkIssues(ctx.db, project_id, chosen.followed, { sort, group })
  const numbers = walk.take(chosen, after ? readCursor(after) : null, limit + 1)
  const last = numbers[limit - 1]
  return {
    total: chosen.total,
    next: numbers.length > limit && last !== undefined ? walk.cursor(last) : null,
    items: await readRows(ctx, numbers.slice(0, limit)),
  }
}
