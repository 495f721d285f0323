import { isLevelAtLeast, type PermissionLevel } from '../roles.ts'
import type { IssueStatus } from './issues.ts'

/** The existing status changes, for any caller. */
const moves: Record<IssueStatus, readonly IssueStatus[]> = {
  OPEN: ['IN_PROGRESS', 'RESOLVED', 'VOID'],
  IN_PROGRESS: ['OPEN', 'RESOLVED', 'VOID'],
  RESOLVED: ['CLOSED', 'REOPENED'],
  REOPENED: ['IN_PROGRESS', 'RESOLVED', 'VOID'],
  CLOSED: ['REOPENED'],
  VOID: ['OPEN'],
}

/** Statuses with work left to do. */
export const openStatuses: readonly IssueStatus[] = ['OPEN', 'IN_PROGRESS', 'REOPENED']

/** The caller of an action on an issue. */
export interface IssueCaller {
  user_id: string
  permission_level: PermissionLevel
}
export interface IssueForRules {
  status: IssueStatus
  created_by: string | null
  assignee_id: string | null
  resolved_by: string | null
  /** a comment or photo shows the work since the issue was last opened; needed for RESOLVED only */
  has_proof?: boolean
  /** needed for DELETE only */
  comments_by_others?: number
  /** needed for RESTORE only */
  deleted_by?: string | null
}

export type IssueAction =
  | 'CREATE'
  | 'EDIT'
  | 'DELETE'
  | 'RESTORE'
  | 'COMMENT'
  | 'ATTACH'
  | 'WATCH'
  | 'BULK'
  /** a status change, optionally with a comment in the same request */
  | { to: IssueStatus; comment?: boolean }
  /** removing a file or viewpoint; the value is the id of its author */
  | { remove: string | null }
  /** drawing on a photo or viewpoint; the value is the id of its author */
  | { draw_on: string | null }
  /** editing or deleting a comment; the value is the id of its author */
  | { reword: string | null }
  | { erase: string | null }

/** Reasons why an action is refused. */
export const issueReasons = [
  'LEVEL',
  'NOT_YOURS',
  'NOT_CREATOR',
  'NO_SUCH_MOVE',
  'RESOLVED_BY_YOU',
  'NEEDS_PROOF',
  'NOT_OPEN',
  'COMMENTED',
] as const
export type IssueReason = (typeof issueReasons)[number]
type Verdict = true | IssueReason

const isCreator = (who: IssueCaller, issue: IssueForRules) => issue.created_by === who.user_id
const isOwnOrAssigned = (who: IssueCaller, issue: IssueForRules) =>
  isCreator(who, issue) || issue.assignee_id === who.user_id

const needs = (who: IssueCaller, level: PermissionLevel): Verdict =>
  isLevelAtLeast(who.permission_level, level) || 'LEVEL'

/** Higher levels are allowed, VIEWERs refused; for a CONTRIBUTOR `own` decides. */
function allowEditorOr(who: IssueCaller, own: () => Verdict): Verdict {
  if (isLevelAtLeast(who.permission_level, 'EDITOR')) return true
  return who.permission_level === 'CONTRIBUTOR' ? own() : 'LEVEL'
}

const mayEdit = (who: IssueCaller, issue: IssueForRules): Verdict =>
  allowEditorOr(who, () => isOwnOrAssigned(who, issue) || 'NOT_YOURS')

/** Contributors delete their own issues that are OPEN and have no comments by others. */
const mayDelete = (who: IssueCaller, issue: IssueForRules): Verdict =>
  allowEditorOr(who, () => {
    if (!isCreator(who, issue)) return 'NOT_CREATOR'
    if (issue.status !== 'OPEN') return 'NOT_OPEN'
    return (issue.comments_by_others ?? 0) === 0 || 'COMMENTED'
  })

const mayMove = (who: IssueCaller, issue: IssueForRules, to: IssueStatus): Verdict => {
  const isJudged = to === 'CLOSED' || to === 'REOPENED' || to === 'VOID' || issue.status === 'VOID'
  if (!isJudged) return mayEdit(who, issue)
  // four-eyes rule: only an ADMIN may close an issue that they resolved themselves
  const isResolver = issue.resolved_by === who.user_id
  if (to === 'CLOSED' && isResolver && who.permission_level === 'EDITOR') return 'RESOLVED_BY_YOU'
  return allowEditorOr(who, () => {
    if (!isCreator(who, issue)) return 'NOT_CREATOR'
    return !isResolver || 'RESOLVED_BY_YOU'
  })
}

function move(who: IssueCaller, issue: IssueForRules, to: IssueStatus, comment: boolean): Verdict {
  if (!moves[issue.status].includes(to)) return 'NO_SUCH_MOVE'
  const may = mayMove(who, issue, to)
  if (may !== true || to !== 'RESOLVED') return may
  return issue.has_proof || comment || 'NEEDS_PROOF'
}

/** Status changes, and actions on a part that depend on its author. */
function evaluatePartAction(
  who: IssueCaller,
  issue: IssueForRules,
  action: Exclude<IssueAction, string>,
): Verdict {
  const isOwn = (author: string | null) => author === who.user_id || 'NOT_YOURS'
  if ('to' in action) return move(who, issue, action.to, action.comment ?? false)
  if ('remove' in action) return allowEditorOr(who, () => isOwn(action.remove))
  if ('draw_on' in action)
    return allowEditorOr(who, () => action.draw_on === who.user_id || mayEdit(who, issue))
  if (who.permission_level === 'VIEWER') return 'LEVEL'
  if ('reword' in action) return isOwn(action.reword)
  return who.permission_level === 'ADMIN' || isOwn(action.erase)
}

/** Evaluates the one rule for actions on issues, used by server and screens: true, or the reason of the refusal. */
export function evaluateIssueAction(who: IssueCaller, issue: IssueForRules, action: IssueAction): Verdict {
  if (typeof action === 'object') return evaluatePartAction(who, issue, action)
  switch (action) {
    case 'WATCH':
      return true
    case 'CREATE':
    case 'COMMENT':
    case 'ATTACH':
      return needs(who, 'CONTRIBUTOR')
    case 'BULK':
      return needs(who, 'EDITOR')
    case 'EDIT':
      return mayEdit(who, issue)
    case 'DELETE':
      return mayDelete(who, issue)
    case 'RESTORE':
      return allowEditorOr(who, () => issue.deleted_by === who.user_id || 'NOT_YOURS')
  }
}

const nobodys: IssueForRules = { status: 'OPEN', created_by: null, assignee_id: null, resolved_by: null }

export const mayCreateIssue = (permission_level: PermissionLevel): boolean =>
  evaluateIssueAction({ user_id: '', permission_level }, nobodys, 'CREATE') === true

/** The statuses that the caller may set now, assuming a comment as proof for RESOLVED. */
export const listStatusMoves = (who: IssueCaller, issue: IssueForRules): IssueStatus[] =>
  moves[issue.status].filter((to) => evaluateIssueAction(who, issue, { to, comment: true }) === true)
