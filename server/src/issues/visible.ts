import { sql } from 'kysely'
import type { ProjectCtx, ProjectMember } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import type { Audience } from '../live/tell.ts'
import {
  buildIssueVisibility,
  buildVisibilityWithTrash,
  type IssueViewer,
} from '../projects/issue-visibility.ts'
import { listWatchers } from './watchers.ts'

const buildOnlooker = (member: ProjectMember): IssueViewer => ({
  user_id: member.user_id,
  team_id: sql`${member.team_id}::uuid`,
  is_admin: sql`${member.permission_level === 'ADMIN'}::boolean`,
  is_scoped: sql`${member.is_scoped}::boolean`,
})

/** SQL condition on `issues`: visible to the member. */
export const isVisibleTo = (member: ProjectMember) => buildIssueVisibility(buildOnlooker(member))

/** SQL condition on `issues`: visible to the member, deleted issues included. */
export const isVisibleInTrashTo = (member: ProjectMember) => buildVisibilityWithTrash(buildOnlooker(member))

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

type AudienceFields = {
  id: string
  project_id: string
  visibility: string
  team_id: string | null
  created_by: string | null
  assignee_id: string | null
}

/** The audience of an issue's events: the whole project, or the users selected by the same rule as `visibleIssues`. */
export async function readIssueAudience(tx: Tx, issue: AudienceFields): Promise<Audience> {
  const { contributor_issue_scope: scope } = await tx
    .selectFrom('projects')
    .select('contributor_issue_scope')
    .where('id', '=', issue.project_id)
    .executeTakeFirstOrThrow()
  const isForAll = issue.visibility === 'ALL'
  if (isForAll && scope === 'ALL') return { level: 'VIEWER' }
  const company = sql<boolean>`${issue.visibility !== 'PRIVATE'}::boolean and m.team_id = ${issue.team_id}`
  const unscoped = sql<boolean>`${isForAll}::boolean and m.permission_level <> 'CONTRIBUTOR'`
  const members = await tx
    .selectFrom('project_members as m')
    .select('m.user_id')
    .where('m.project_id', '=', issue.project_id)
    .where((eb) => eb.or([eb('m.permission_level', '=', 'ADMIN'), company, unscoped]))
    .execute()
  const watchers = await listWatchers(tx, issue.id)
  const owners = await tx
    .selectFrom('team_members')
    .innerJoin('projects', 'projects.team_id', 'team_members.team_id')
    .select('team_members.user_id')
    .where('projects.id', '=', issue.project_id)
    .where('team_members.role', 'in', ['OWNER', 'ADMIN'])
    .execute()
  const named = [issue.created_by, issue.assignee_id].filter((id) => id !== null)
  return {
    users: [...new Set([...named, ...watchers, ...[...members, ...owners].map((row) => row.user_id)])],
  }
}

/** The union of two audiences: those who saw an issue before a change and those who see it after. */
export const mergeAudiences = (a: Audience, b: Audience): Audience =>
  'level' in a ? a : 'level' in b ? b : { users: [...new Set([...a.users, ...b.users])] }
