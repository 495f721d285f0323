import { type RawBuilder, sql } from 'kysely'

/** Who looks, as SQL: a member of the project that a row of `issues` is in. */
export interface IssueViewer {
  user_id: string
  team_id: RawBuilder<string | null>
  is_admin: RawBuilder<boolean>
  /** a CONTRIBUTOR where contributors see what their own company wrote */
  is_scoped: RawBuilder<boolean>
}

/**
 * The condition under which a member sees a row of `issues`, used by the door of issues and by the counts on project
 * cards, which stand further left. ALL: every member, in some projects without contributors of other companies;
 * COMPANY: the creator's company; PRIVATE and all others also: creator, assignee, watchers and administrators of the
 * project. What is in the trash, nobody. `issues/lists/filter.ts` says the same of the columns in memory.
 */
export const buildIssueVisibility = (onlooker: IssueViewer) =>
  sql<boolean>`(issues.deleted_at is null and ${buildVisibilityWithTrash(onlooker)})`

/** The same as if nothing were in the trash. */
export function buildVisibilityWithTrash({ user_id, team_id, is_admin, is_scoped }: IssueViewer) {
  return sql<boolean>`(${is_admin}
    or (issues.visibility = 'ALL' and not ${is_scoped})
    or (issues.visibility <> 'PRIVATE' and issues.team_id = ${team_id})
    or issues.created_by = ${user_id} or issues.assignee_id = ${user_id}
    or exists (select from issue_watchers w where w.issue_id = issues.id and w.user_id = ${user_id}))`
}
