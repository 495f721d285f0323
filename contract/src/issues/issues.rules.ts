import { isLevelAtLeast, type PermissionLevel } from '../roles.ts'
import type { IssueStatus } from './issues.ts'

/** Who may do what with an issue: one rule, which the server keeps and screens ask. */

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
  /** a comment or photo since it was last opened; asked for only by RESOLVED */
  has_proof?: boolean
  /** asked for only by DELETE */
  comments_by_others?: number
  /** asked for only by RESTORE */
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
  /** a move of the status, perhaps with a comment in the same breath */
  | { to: IssueStatus; comment?: boolean }
  /** removing a file or view that this person added */
  | { remove: string | null }
  /** drawing on a photo or view that this person added */
  | { draw_on: string | null }
  /** changing and deleting a comment that this person wrote */
  | { reword: string | null }
  | { erase: string | null }

/** Why not. */
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

const isOwn = (who: Relation, issue: IssueFacts) => issue.created_by === who.user_id
const isOwnOrAssigned = (who: Relation, issue: IssueFacts) =>
  isOwn(who, issue) || issue.assignee_id === who.user_id

const needs = (who: Relation, level: PermissionLevel): Verdict =>
  isLevelAtLeast(who.permission_level, level) || 'LEVEL'

/** A CONTRIBUTOR may when `own` says so; those above always, VIEWERs never. */
function orEditor(who: Relation, own: () => Verdict): Verdict {
  if (isLevelAtLeast(who.permission_level, 'EDITOR')) return true
  return who.permission_level === 'CONTRIBUTOR' ? own() : 'LEVEL'
}

const mayEdit = (who: Relation, issue: IssueFacts): Verdict =>
  orEditor(who, () => isOwnOrAssigned(who, issue) || 'NOT_YOURS')

/** One's own issue while it is OPEN and nobody else has said anything. */
const mayDelete = (who: Relation, issue: IssueFacts): Verdict =>
  orEditor(who, () => {
    if (!isOwn(who, issue)) return 'NOT_CREATOR'
    if (issue.status !== 'OPEN') return 'NOT_OPEN'
    return (issue.comments_by_others ?? 0) === 0 || 'COMMENTED'
  })

const mayMove = (who: Relation, issue: IssueFacts, to: IssueStatus): Verdict => {
  const isJudged = to === 'CLOSED' || to === 'REOPENED' || to === 'VOID' || issue.status === 'VOID'
  if (!isJudged) return mayEdit(who, issue)
  // a second person closes; only an ADMIN may be the same
  const isResolver = issue.resolved_by === who.user_id
  if (to === 'CLOSED' && isResolver && who.permission_level === 'EDITOR') return 'RESOLVED_BY_YOU'
  return orEditor(who, () => {
    if (!isOwn(who, issue)) return 'NOT_CREATOR'
    return !isResolver || 'RESOLVED_BY_YOU'
  })
}

function move(who: Relation, issue: IssueFacts, to: IssueStatus, comment: boolean): Verdict {
  if (!moves[issue.status].includes(to)) return 'NO_SUCH_MOVE'
  const may = mayMove(who, issue, to)
  if (may !== true || to !== 'RESOLVED') return may
  return issue.has_proof || comment || 'NEEDS_PROOF'
}

/** Moves, and what depends on who added a part. */
function withPart(who: Relation, issue: IssueFacts, action: Exclude<IssueAction, string>): Verdict {
  const isOwn = (author: string | null) => author === who.user_id || 'NOT_YOURS'
  if ('to' in action) return move(who, issue, action.to, action.comment ?? false)
  if ('remove' in action) return orEditor(who, () => isOwn(action.remove))
  if ('draw_on' in action) return orEditor(who, () => action.draw_on === who.user_id || mayEdit(who, issue))
  if (who.permission_level === 'VIEWER') return 'LEVEL'
  if ('reword' in action) return isOwn(action.reword)
  return who.permission_level === 'ADMIN' || isOwn(action.erase)
}

/** Whether this person may do this with the issue now: true, or why not. */
export function issueAction(who: Relation, issue: IssueFacts, action: IssueAction): Verdict {
  if (typeof action === 'object') return withPart(who, issue, action)
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
      return orEditor(who, () => issue.deleted_by === who.user_id || 'NOT_YOURS')
  }
}

const nobodys: IssueFacts = { status: 'OPEN', created_by: null, assignee_id: null, resolved_by: null }

export const mayCreateIssue = (permission_level: PermissionLevel): boolean =>
  issueAction({ user_id: '', permission_level }, nobodys, 'CREATE') === true

/** EDITOR and above edit every issue they see; a CONTRIBUTOR those they created or are assigned. */
export const mayEditIssue = (who: Relation, issue: IssueFacts): boolean =>
  issueAction(who, issue, 'EDIT') === true

/** EDITOR and above delete; a CONTRIBUTOR an own issue while it is OPEN and nobody else has commented. */
export const mayDeleteIssue = (who: Relation, issue: IssueFacts, comments_by_others: number): boolean =>
  issueAction(who, { ...issue, comments_by_others }, 'DELETE') === true

/** The statuses this person may move the issue to now, given a comment where RESOLVED asks for a proof. */
export const statusMoves = (who: Relation, issue: IssueFacts): IssueStatus[] =>
  moves[issue.status].filter((to) => issueAction(who, issue, { to, comment: true }) === true)
