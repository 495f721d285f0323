import { type RawBuilder, sql } from 'kysely'
import type { ProjectMember } from '../context.ts'
import type { ParameterOf } from '../db/prepared-query.ts'

/**
 * Visibility of an issue. ALL: every member, except scoped contributors of other companies; COMPANY: the company of its
 * creator. Creator, assignee, watchers and project administrators see every issue. This file has the rule for queries and
 * for rows in memory, `issues/lists/filter-issues.ts` for cached columns; `server/test/issue-visibility.test.ts` compares
 * them on generated issues.
 */

/** The fields of an issue that decide who may see it. */
export interface IssueVisibilityFields {
  visibility: string
  team_id: string | null
  created_by: string | null
  assignee_id: string | null
}

/** Whether a member may see an issue, in the trash or not. */
export function maySeeIssue(
  member: ProjectMember,
  issue: IssueVisibilityFields,
  isWatching: boolean,
): boolean {
  const { user_id, team_id } = member
  return (
    member.permission_level === 'ADMIN' ||
    (issue.visibility === 'ALL' && !member.is_scoped) ||
    (issue.visibility !== 'PRIVATE' && issue.team_id !== null && issue.team_id === team_id) ||
    issue.created_by === user_id ||
    issue.assignee_id === user_id ||
    isWatching
  )
}

/** The viewing project member as SQL expressions, in a query with a row of `issues`. */
export interface IssueViewer {
  user_id: string | RawBuilder<string>
  team_id: RawBuilder<string | null>
  is_admin: RawBuilder<boolean>
  /** true for a CONTRIBUTOR in a project with `contributor_issue_scope` OWN_COMPANY */
  is_scoped: RawBuilder<boolean>
}

/** The member as an SQL viewer. */
export const buildIssueViewer = (member: ProjectMember): IssueViewer => ({
  user_id: member.user_id,
  team_id: sql`${member.team_id}::uuid`,
  is_admin: sql`${member.permission_level === 'ADMIN'}::boolean`,
  is_scoped: sql`${member.is_scoped}::boolean`,
})

/** Values of a prepared query that decide what a member sees. */
export interface ViewerValues {
  viewer_id: string
  viewer_team_id: string | null
  is_admin: boolean
  is_scoped: boolean
}

export const buildViewerValues = (member: ProjectMember): ViewerValues => ({
  viewer_id: member.user_id,
  viewer_team_id: member.team_id,
  is_admin: member.permission_level === 'ADMIN',
  is_scoped: member.is_scoped,
})

/**
 * The viewer of a prepared query. The values of administrators are in subqueries, so that PostgreSQL keeps one plan for all
 * viewers: with the values it would plan each query anew, because the query of an administrator is cheaper.
 */
export const buildPreparedViewer = <V extends ViewerValues>(parameter: ParameterOf<V>): IssueViewer => ({
  user_id: sql`${parameter('viewer_id')}::uuid`,
  team_id: sql`${parameter('viewer_team_id')}::uuid`,
  is_admin: sql`(select ${parameter('is_admin')}::boolean)`,
  is_scoped: sql`(select ${parameter('is_scoped')}::boolean)`,
})

/** SQL condition on `issues`: outside the trash and visible to the viewer. */
export const buildIssueVisibility = (viewer: IssueViewer) =>
  sql<boolean>`(issues.deleted_at is null and ${buildVisibilityWithTrash(viewer)})`

/** SQL condition on `issues`: visible to the viewer, deleted issues included. */
export function buildVisibilityWithTrash({ user_id, team_id, is_admin, is_scoped }: IssueViewer) {
  return sql<boolean>`(${is_admin}
    or (issues.visibility = 'ALL' and not ${is_scoped})
    or (issues.visibility <> 'PRIVATE' and issues.team_id = ${team_id})
    or issues.created_by = ${user_id} or issues.assignee_id = ${user_id}
    or exists (select from issue_watchers w where w.issue_id = issues.id and w.user_id = ${user_id}))`
}
