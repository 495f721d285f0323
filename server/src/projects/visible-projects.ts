import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { buildIssueVisibility } from './issue-visibility.ts'

/** SQL on rows of `selectVisibleProjects`: the user administers the project. */
export const isProjectAdmin = sql<boolean>`(mine.user_id is not null or me.permission_level = 'ADMIN')`
/** SQL on rows of `selectVisibleProjects`: the user sees only the issues of their company, and their own. */
export const isScopedInProject = sql<boolean>`coalesce(me.permission_level = 'CONTRIBUTOR'
  and projects.contributor_issue_scope = 'OWN_COMPANY', false)`

type UserId = string | RawBuilder<string>

/** Ids of the projects of a user: as a member, or as OWNER or ADMIN of the owning company. */
const selectOwnProjectIds = (tx: Tx, userId: UserId) =>
  tx
    .selectFrom('project_members as m')
    .where('m.user_id', '=', userId)
    .select('m.project_id as id')
    .unionAll(
      tx
        .selectFrom('team_members as t')
        .innerJoin('projects as p', 'p.team_id', 't.team_id')
        .where('t.user_id', '=', userId)
        .where('t.role', 'in', ['OWNER', 'ADMIN'])
        .select('p.id'),
    )

/**
 * The only query for project rows: selects those visible to a user, in the shape of the contract's Project. The open issues
 * are null for projects `countedElsewhere` (count-open-issues.ts).
 */
export function selectVisibleProjects(tx: Tx, userId: UserId, countedElsewhere?: RawBuilder<string[]>) {
  return tx
    .selectFrom('projects')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .leftJoin('project_members as me', (join) =>
      join.onRef('me.project_id', '=', 'projects.id').on('me.user_id', '=', userId),
    )
    .leftJoin('team_members as mine', (join) =>
      join
        .onRef('mine.team_id', '=', 'projects.team_id')
        .on('mine.user_id', '=', userId)
        .on('mine.role', 'in', ['OWNER', 'ADMIN']),
    )
    .leftJoin('project_marks as mark', (join) =>
      join.onRef('mark.project_id', '=', 'projects.id').on('mark.user_id', '=', userId),
    )
    .where('projects.deleted_at', 'is', null)
    .where('projects.id', 'in', selectOwnProjectIds(tx, userId))
    .selectAll('projects')
    .select([
      'teams.name as team_name',
      sql<'OTHER'>`coalesce(me.role, 'OTHER')`.as('my_role'),
      sql<boolean>`me.user_id is not null`.as('is_member'),
      sql<'VIEWER'>`case when mine.user_id is not null then 'ADMIN' else me.permission_level end`.as(
        'my_permission_level',
      ),
      sql<boolean>`mark.pinned_at is not null`.as('pinned'),
      'mark.visited_at',
      ...selectCardCounts(userId, countedElsewhere),
    ])
}

export type VisibleProject = Awaited<
  ReturnType<ReturnType<typeof selectVisibleProjects>['executeTakeFirstOrThrow']>
>

/** A row of a query with `countedElsewhere`. */
export type ProjectRow = Omit<VisibleProject, 'open_issues'> & { open_issues: number | null }

// past visible.ts: callers pass the condition
const countIssues = (mine: ReturnType<typeof sql>) => sql<number>`(
  select count(*)::int from issues where issues.project_id = projects.id
  and issues.status in ('OPEN', 'IN_PROGRESS', 'REOPENED') and ${mine})`

/** Counts, cover, people and activity on a project's card. */
function selectCardCounts(userId: UserId, countedElsewhere: RawBuilder<string[]> = sql`'{}'::uuid[]`) {
  const seen = buildIssueVisibility({
    user_id: userId,
    team_id: sql`me.team_id`,
    is_admin: isProjectAdmin,
    is_scoped: isScopedInProject,
  })
  return [
    sql<number>`case when projects.id <> all (${countedElsewhere}) then ${countIssues(seen)} end`.as(
      'open_issues',
    ),
    countIssues(sql`issues.deleted_at is null and issues.assignee_id = ${userId}`).as('my_open_issues'),
    sql<number>`(select count(*)::int from bim_file_headers h where h.project_id = projects.id
      and h.type_of = 'MODEL' and h.deleted_at is null)`.as('models'),
    sql<number>`(select count(*)::int from project_members m where m.project_id = projects.id)`.as('members'),
    sql<{ header_id: string; variant_id: string; artefacts_key: string } | null>`(
      select json_build_object('header_id', v.header_id, 'variant_id', v.id, 'artefacts_key', v.artefacts_key)
      from bim_file_variants v join bim_file_headers h on h.id = v.header_id and h.deleted_at is null
      where v.project_id = projects.id and v.state = 'COMPLETED' and v.artefacts_key is not null
      and v.deleted_at is null
      order by v.not_shown, v.processed_at limit 1)`.as('cover'),
    sql<{ id: string; first_name: string; last_name: string; picture_id: string | null }[]>`(
      select coalesce(json_agg(p), '[]') from (
        select u.id, u.first_name, u.last_name, u.picture_id from (
          select m.user_id, m.created_at from project_members m where m.project_id = projects.id
          order by m.user_id = ${userId}, m.created_at, m.user_id limit 5) m join users u on u.id = m.user_id
        order by m.user_id = ${userId}, m.created_at, m.user_id) p)`.as('people'),
    sql<string>`greatest(projects.created_at,
      (select l.at from issue_log l join issues on issues.id = l.issue_id
        where l.project_id = projects.id and ${seen} order by l.seq desc limit 1),
      (select max(v.created_at) from bim_file_variants v
        where v.project_id = projects.id and v.deleted_at is null))`.as('last_activity_at'),
  ] as const
}
