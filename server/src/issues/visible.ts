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

const onlooker = (member: ProjectMember): IssueViewer => ({
  user_id: member.user_id,
  team_id: sql`${member.team_id}::uuid`,
  is_admin: sql`${member.permission_level === 'ADMIN'}::boolean`,
  is_scoped: sql`${member.is_scoped}::boolean`,
})

/** The condition of the door for a member, on a query that has `issues` in it. */
export const seenBy = (member: ProjectMember) => buildIssueVisibility(onlooker(member))

/** The same with what is in the trash. */
export const seenInTrashTooBy = (member: ProjectMember) => buildVisibilityWithTrash(onlooker(member))

/** The only door to issue rows: those of the project that this member may see. */
export function visibleIssues(tx: Tx, member: ProjectMember) {
  return tx.selectFrom('issues').where('issues.project_id', '=', member.project_id).where(seenBy(member))
}

/** Whom a file assigns it to, while nobody who is here is: an address. */
export const assignedElsewhere = sql<string | null>`case when issues.assignee_id is null then
  (select k.topic->>'assigned_to' from issue_bcf k where k.issue_id = issues.id) end`

/** One issue through the door, locked when it is about to be written. */
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

type Audible = {
  id: string
  project_id: string
  visibility: string
  team_id: string | null
  created_by: string | null
  assignee_id: string | null
}

/** Who may hear of an issue: everybody in the project, or those named by the same rule as the door. */
export async function issueAudience(tx: Tx, issue: Audible): Promise<Audience> {
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
  const watchers = await tx
    .selectFrom('issue_watchers')
    .select('user_id')
    .where('issue_id', '=', issue.id)
    .execute()
  const owners = await tx
    .selectFrom('team_members')
    .innerJoin('projects', 'projects.team_id', 'team_members.team_id')
    .select('team_members.user_id')
    .where('projects.id', '=', issue.project_id)
    .where('team_members.role', 'in', ['OWNER', 'ADMIN'])
    .execute()
  const named = [issue.created_by, issue.assignee_id].filter((id) => id !== null)
  return {
    users: [...new Set([...named, ...[...members, ...watchers, ...owners].map((row) => row.user_id)])],
  }
}

/** Everybody whom one of the two reaches: who saw an issue before a change, and who sees it now. */
export const eitherAudience = (a: Audience, b: Audience): Audience =>
  'level' in a ? a : 'level' in b ? b : { users: [...new Set([...a.users, ...b.users])] }
