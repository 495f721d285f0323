import { type Selectable, sql } from 'kysely'
import type { ProjectCtx, ProjectMember } from '../context.ts'
import type { Db, Tx } from '../db/database.ts'
import { type ParameterOf, prepareQuery } from '../db/prepared-query.ts'
import type { Tables } from '../db/tables.ts'
import { Refusal } from '../http/refusal.ts'
import type { Audience } from '../live/tell.ts'
import {
  buildIssueViewer,
  buildIssueVisibility,
  buildPreparedViewer,
  buildViewerValues,
  buildVisibilityWithTrash,
  type IssueVisibilityFields,
  maySeeIssue,
  type ViewerValues,
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

/** All columns of an issue, named so that prepared queries can be planned once. */
export const issueColumns = [
  'issues.id',
  'issues.project_id',
  'issues.number',
  'issues.name',
  'issues.description',
  'issues.type',
  'issues.status',
  'issues.priority',
  'issues.trade',
  'issues.level_id',
  'issues.section_id',
  'issues.labels',
  'issues.assignee_id',
  'issues.due_date',
  'issues.stage',
  'issues.visibility',
  'issues.team_id',
  'issues.source',
  'issues.created_by',
  'issues.created_at',
  'issues.updated_by',
  'issues.updated_at',
  'issues.resolved_by',
  'issues.resolved_at',
  'issues.closed_by',
  'issues.closed_at',
  'issues.version',
  'issues.deleted_at',
  'issues.deleted_by',
  'issues.round',
  'issues.comments',
  'issues.attachments',
  'issues.reopened',
  'issues.done_at',
  'issues.bcf_guid',
  'issues.estimate_hours',
  'issues.custom_fields',
] as const

export type FoundIssue = Selectable<Tables['issues']>

interface IssueValues extends ViewerValues {
  project_id: string
  issue_id: string
}

const selectVisibleIssue = (db: Db, parameter: ParameterOf<IssueValues>) =>
  db
    .selectFrom('issues')
    .select(issueColumns)
    .where('issues.id', '=', parameter('issue_id'))
    .where('issues.project_id', '=', parameter('project_id'))
    .where(buildIssueVisibility(buildPreparedViewer(parameter)))

const readVisibleIssue = prepareQuery<IssueValues, FoundIssue>(selectVisibleIssue)
const lockVisibleIssue = prepareQuery<IssueValues, FoundIssue>((db, parameter) =>
  selectVisibleIssue(db, parameter).forUpdate('issues'),
)

/** One visible issue; `lock` locks its row for a write. @throws Refusal not_found */
export async function findIssue(
  { tx, member }: ProjectCtx,
  issue_id: string,
  lock = false,
): Promise<FoundIssue> {
  const values = { ...buildViewerValues(member), project_id: member.project_id, issue_id }
  const [row] = await (lock ? lockVisibleIssue : readVisibleIssue)(tx, values)
  if (!row) throw new Refusal('not_found')
  return row
}

type IssueRow = IssueVisibilityFields & { id: string; project_id: string }

/** Ids of the project's members who may see an issue. */
export async function listIssueReaders(tx: Tx, issue: IssueRow): Promise<string[]> {
  const members = await listProjectMembers(tx, issue.project_id)
  const watchers = new Set(await listWatchers(tx, issue.id))
  return members
    .filter((member) => maySeeIssue(member, issue, watchers.has(member.user_id)))
    .map(({ user_id }) => user_id)
}

/**
 * The audience of an issue's events: the whole project, or the members who may see the issue. `member`: supplies the
 * project's setting; without it the setting is read.
 */
export async function readIssueAudience(
  tx: Tx,
  issue: IssueRow,
  member?: Pick<ProjectMember, 'issue_scope'>,
): Promise<Audience> {
  if (issue.visibility === 'ALL') {
    const scope = member?.issue_scope ?? (await readIssueScope(tx, issue.project_id))
    if (scope === 'ALL') return { level: 'VIEWER' }
  }
  return { users: await listIssueReaders(tx, issue) }
}

async function readIssueScope(tx: Tx, projectId: string) {
  const { contributor_issue_scope } = await tx
    .selectFrom('projects')
    .select('contributor_issue_scope')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  return contributor_issue_scope
}

/** The union of two audiences: everybody who saw the issue before a change or sees it after. */
export const mergeAudiences = (a: Audience, b: Audience): Audience =>
  'level' in a ? a : 'level' in b ? b : { users: [...new Set([...a.users, ...b.users])] }
