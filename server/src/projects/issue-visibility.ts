import { type RawBuilder, sql } from 'kysely'

/** The viewing project member as SQL expressions, in a query with a row of `issues`. */
export interface IssueViewer {
  user_id: string
  team_id: RawBuilder<string | null>
  is_admin: RawBuilder<boolean>
  /** true for a CONTRIBUTOR in a project with `contributor_issue_scope` OWN_COMPANY */
  is_scoped: RawBuilder<boolean>
}

/**
 * The SQL condition for a member to see a row of `issues`, shared by the issue queries and the counts on project cards.
 * ALL: every member, except scoped contributors of other companies; COMPANY: the creator's company. Creator, assignee,
 * watchers and project administrators see every issue that is not in the trash. `issues/lists/filter.ts` implements the
 * same rule for columns in memory.
 */
export const buildIssueVisibility = (onlooker: IssueViewer) =>
  sql<boolean>`(issues.deleted_at is null and ${buildVisibilityWithTrash(onlooker)})`

/** The same condition without the check for the trash. */
export function buildVisibilityWithTrash({ user_id, team_id, is_admin, is_scoped }: IssueViewer) {
  return sql<boolean>`(${is_admin}
    or (issues.visibility = 'ALL' and not ${is_scoped})
    or (issues.visibility <> 'PRIVATE' and issues.team_id = ${team_id})
    or issues.created_by = ${user_id} or issues.assignee_id = ${user_id}
    or exists (select from issue_watchers w where w.issue_id = issues.id and w.user_id = ${user_id}))`
}
