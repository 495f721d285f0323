import type * as api from '@plumbline/contract/issues/timeline'
import { sql } from 'kysely'
import type { Input, ProjectCtx } from '../context.ts'
import { listOwnIds } from '../users/merged-people.ts'
import {
  buildLogEntries,
  cutPage,
  selectFittingEntries,
  selectVisibleEntries,
  TIMELINE_PAGE_SIZE,
} from './timeline.ts'

/** SQL for the instant at which a day starts in the project's time zone. */
const startOf = (day: string, after: '0 days' | '1 day', projectId: string) =>
  sql<string>`((${day}::date + ${after}::interval)::timestamp at time zone
    (select p.timezone from projects p where p.id = ${projectId}))`

export async function listLog(ctx: ProjectCtx, { query }: Input<typeof api.listLog>) {
  const { by, kind, from, to, before: below } = query
  const { project_id } = ctx.member
  const limit = query.limit ?? TIMELINE_PAGE_SIZE
  let rows = selectVisibleEntries(ctx).select(['issues.number as issue_number', 'issues.name as issue_name'])
  if (below !== undefined) rows = rows.where('l.seq', '<', below)
  const [own, ...merged] = by ? await listOwnIds(ctx.tx, by) : []
  // with one id the index of people and numbers has the order of the page
  if (own)
    rows = rows.where(
      'l.by_user_id',
      merged.length > 0 ? 'in' : '=',
      merged.length > 0 ? [own, ...merged] : own,
    )
  if (kind) rows = rows.where('l.kind', '=', kind)
  if (from) rows = rows.where('l.at', '>=', startOf(from, '0 days', project_id))
  if (to) rows = rows.where('l.at', '<', startOf(to, '1 day', project_id))
  const { page, before } = cutPage(await selectFittingEntries(ctx.tx, rows.limit(limit + 1)).execute(), limit)
  return { items: buildLogEntries(page), before }
}
