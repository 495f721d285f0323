import { type RawBuilder, sql } from 'kysely'

/**
 * The condition under which a member sees a row of `issues`, used by the door of issues and by the counts on project
 * cards, which stand further left. ALL: every member; COMPANY: the creator's company; PRIVATE and COMPANY also:
 * creator, assignee, watchers and administrators of the project.
 */
export function seenIssues(userId: string, teamId: RawBuilder<string | null>, isAdmin: RawBuilder<boolean>) {
  return sql<boolean>`(issues.visibility = 'ALL' or ${isAdmin} or issues.created_by = ${userId}
    or issues.assignee_id = ${userId}
    or exists (select from issue_watchers w where w.issue_id = issues.id and w.user_id = ${userId})
    or (issues.visibility = 'COMPANY' and issues.team_id = ${teamId}))`
}
