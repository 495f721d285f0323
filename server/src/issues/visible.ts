import { sql } from 'kysely'
import type { ProjectCtx, ProjectMember } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import type { Audience } from '../live/tell.ts'
import {
  buildIssueViewer,
  buildIssueVisibility,
  buildVisibilityWithTrash,
  type IssueVisibilityFields,
  maySeeIssue,
} from '../projects/issue-visibility.ts'
import { listProjectMembers } from '../projects/project-roles.ts'
import { listWatchers } from './watchers.ts'

/** SQL condition on `issues`: visible to the member. */
export const isVisibleTo = (member: ProjectMember) => buildIssueVisibility(buildIssueViewer(member))

/** SQL condition on `issues`: visible to the member, deleted issues included. */
export const isVisibleInTrashTo = (member: ProjectMember) =>
  buildVisibilityWithTrash(buildIssueViewer(member))

/** The only way to query issues: rows of the project that the member may see. */
export function visibleIssues(tx: Tx, member: ProjectMember) {
  return tx.selectFrom('issues').where('issues.project_id', '=', member.project_id).where(isVisibleTo(member))
}

/** SQL: the assignee's address imported from a BCF file, if no member is assigned. */
export const bcfAssignee = sql<string | null>`case when issues.assignee_id is null then
  (select k.topic->>'assigned_to' from issue_bcf k where k.issue_id = issues.id) end`

/** One visible issue; `lock` locks its row for a write. @throws Refusal not_found */
export async function findIssue(ctx: ProjectCtx, issueId: string, lock = false) {
  const row = await visibleIssues(ctx.tx, ctx.member)
    .where('issues.id', '=', issueId)
    .selectAll('issues')
    .$if(lock, (query) => query.forUpdate('issues'))
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

export type FoundIssue = Awaited<ReturnType<typeof findIssue>>

type IssueRow = IssueVisibilityFields & { id: string; project_id: string }

/** Ids of the project's members who may see an issue. */
export async function listIssueReaders(tx: Tx, issue: IssueRow): Promise<string[]> {
  const members = await listProjectMembers(tx, issue.project_id)
  const watchers = new Set(await listWatchers(tx, issue.id))
  return members
    .filter((member) => maySeeIssue(member, issue, watchers.has(member.user_id)))
    .map(({ user_id }) => user_id)
}

/** The audience of an issue's events: the whole project, or the members who may see the issue. */
export async function readIssueAudience(tx: Tx, issue: IssueRow): Promise<Audience> {
  if (issue.visibility === 'ALL') {
    const { contributor_issue_scope: scope } = await tx
      .selectFrom('projects')
      .select('contributor_issue_scope')
      .where('id', '=', issue.project_id)
      .executeTakeFirstOrThrow()
    if (scope === 'ALL') return { level: 'VIEWER' }
  }
  return { users: await listIssueReaders(tx, issue) }
}

/** The union of two audiences: those who saw an issue before a change and those who see it after. */
export const mergeAudiences = (a: Audience, b: Audience): Audience =>
  'level' in a ? a : 'level' in b ? b : { users: [...new Set([...a.users, ...b.users])] }
