import type { IssueStatus } from './issues.ts'
import { levelAtLeast, type PermissionLevel } from './roles.ts'

/** Status moves that exist at all, whoever makes them. */
const moves: Record<IssueStatus, readonly IssueStatus[]> = {
  OPEN: ['IN_PROGRESS', 'RESOLVED', 'VOID'],
  IN_PROGRESS: ['OPEN', 'RESOLVED', 'VOID'],
  RESOLVED: ['CLOSED', 'REOPENED'],
  REOPENED: ['IN_PROGRESS', 'RESOLVED', 'VOID'],
  CLOSED: ['REOPENED'],
  VOID: ['OPEN'],
}

/** Work remains to be done. */
export const openStatuses: readonly IssueStatus[] = ['OPEN', 'IN_PROGRESS', 'REOPENED']

/** The caller in relation to an issue. */
export interface Relation {
  user_id: string
  permission_level: PermissionLevel
}
export interface IssueFacts {
  status: IssueStatus
  created_by: string | null
  assignee_id: string | null
  resolved_by: string | null
}

const isOwn = (who: Relation, issue: IssueFacts) => issue.created_by === who.user_id
const isOwnOrAssigned = (who: Relation, issue: IssueFacts) =>
  isOwn(who, issue) || issue.assignee_id === who.user_id

export function mayCreateIssue(level: PermissionLevel): boolean {
  return levelAtLeast(level, 'CONTRIBUTOR')
}

/** EDITOR and above edit every issue they see; a CONTRIBUTOR those they created or are assigned. */
export function mayEditIssue(who: Relation, issue: IssueFacts): boolean {
  if (levelAtLeast(who.permission_level, 'EDITOR')) return true
  return who.permission_level === 'CONTRIBUTOR' && isOwnOrAssigned(who, issue)
}

/** EDITOR and above delete; a CONTRIBUTOR an own issue while it is OPEN and nobody else has commented. */
export function mayDeleteIssue(who: Relation, issue: IssueFacts, commentsByOthers: number): boolean {
  if (levelAtLeast(who.permission_level, 'EDITOR')) return true
  return (
    who.permission_level === 'CONTRIBUTOR' &&
    isOwn(who, issue) &&
    issue.status === 'OPEN' &&
    commentsByOthers === 0
  )
}

function mayMove(who: Relation, issue: IssueFacts, to: IssueStatus): boolean {
  if (to === 'CLOSED') {
    if (who.permission_level === 'ADMIN') return true
    if (issue.resolved_by === who.user_id) return false
    return (
      levelAtLeast(who.permission_level, 'EDITOR') ||
      (who.permission_level === 'CONTRIBUTOR' && isOwn(who, issue))
    )
  }
  if (levelAtLeast(who.permission_level, 'EDITOR')) return true
  if (who.permission_level !== 'CONTRIBUTOR') return false
  if (to === 'REOPENED' || to === 'VOID' || (issue.status === 'VOID' && to === 'OPEN'))
    return isOwn(who, issue) && issue.resolved_by !== who.user_id
  return isOwnOrAssigned(who, issue)
}

/** The statuses this person may move the issue to now. RESOLVED also needs a comment or photo as proof. */
export function statusMoves(who: Relation, issue: IssueFacts): IssueStatus[] {
  return moves[issue.status].filter((to) => mayMove(who, issue, to))
}
