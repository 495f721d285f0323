import { issuePriorities } from '@plumbline/contract/issues/issue-fields'
import { openStatuses } from '@plumbline/contract/issues/issues.rules'
import type * as api from '@plumbline/contract/issues/my-issues'
import { type MineKind, mineCursor } from '@plumbline/contract/issues/my-issues'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../../context.ts'
import { selectVisibleProjects } from '../../projects/visible-projects.ts'
import { issueCover } from './issue-cover.ts'

/** Both conditions name somebody who sees the issue whatever its visibility. */
const conditionOf = (kind: MineKind, userId: string) =>
  kind === 'TO_DO'
    ? sql<boolean>`(issues.assignee_id = ${userId} and issues.status = any (${[...openStatuses]}::text[]))`
    : sql<boolean>`(issues.created_by = ${userId} and issues.status = 'RESOLVED')`

// past visible.ts: conditionOf names people who see the issue whatever its visibility
/** Issues of the caller's active projects. */
const selectIssues = ({ tx, actor: { user_id, only_project } }: UserCtx) =>
  tx
    .with('mine', () =>
      selectVisibleProjects(tx, user_id)
        .clearSelect()
        .select(['projects.id', 'projects.name', 'projects.timezone', 'projects.vocabulary'])
        .where('projects.status', '=', 'ACTIVE')
        .$if(only_project !== null, (query) => query.where('projects.id', '=', only_project)),
    )
    .selectFrom('mine')
    .innerJoin('issues', 'issues.project_id', 'mine.id')
    .where('issues.deleted_at', 'is', null)

const due = sql<string>`coalesce(issues.due_date, 'infinity'::date)`
/** 0: the most important */
const rank = sql<number>`array_position(${[...issuePriorities].reverse()}::text[], issues.priority) - 1`

export async function listMyIssues(ctx: UserCtx, { query }: Input<typeof api.listMyIssues>) {
  const { kind, after, limit = 50 } = query
  const { user_id } = ctx.actor
  const [, day, place, id] = mineCursor.exec(after ?? '') ?? []
  const rows = await selectIssues(ctx)
    .where(conditionOf(kind, user_id))
    .$if(id !== undefined, (page) =>
      page.where(sql<boolean>`(${due}, ${rank}, issues.id) > (${day}::date, ${place}::int, ${id}::uuid)`),
    )
    .select(['issues.id', 'issues.project_id', 'mine.name as project_name', 'issues.number', 'issues.name'])
    .select('mine.timezone as project_timezone')
    .select(['issues.status', 'issues.priority', 'issues.due_date', 'issues.version', rank.as('rank')])
    .select(sql<string | null>`mine.vocabulary#>>array['status', 'names', issues.status]`.as('status_name'))
    .select(issueCover.as('cover'))
    .orderBy(due)
    .orderBy(rank)
    .orderBy('issues.id')
    .limit(limit + 1)
    .execute()
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  const totals = await selectIssues(ctx)
    .select([
      sql<number>`count(*) filter (where ${conditionOf('TO_DO', user_id)})::int`.as('TO_DO'),
      sql<number>`count(*) filter (where ${conditionOf('TO_CHECK', user_id)})::int`.as('TO_CHECK'),
    ])
    .where((eb) => eb.or([conditionOf('TO_DO', user_id), conditionOf('TO_CHECK', user_id)]))
    .executeTakeFirstOrThrow()
  return { items, totals, next: last ? `${last.due_date ?? 'infinity'}_${last.rank}_${last.id}` : null }
}
