import type { ErrorCode } from '@plumbline/contract/errors'
import {
  evaluateIssueAction,
  type IssueAction,
  type IssueCaller,
  type IssueForRules,
  type IssueReason,
} from '@plumbline/contract/issues/issues.rules'
import { type Reason, reason } from '@plumbline/contract/reasons'
import { Refusal } from '../http/refusal.ts'

const codes: Record<IssueReason, ErrorCode> = {
  LEVEL: 'forbidden',
  NOT_YOURS: 'forbidden',
  NOT_CREATOR: 'forbidden',
  NO_SUCH_MOVE: 'wrong_state',
  RESOLVED_BY_YOU: 'wrong_state',
  NEEDS_PROOF: 'wrong_state',
  NOT_OPEN: 'forbidden',
  COMMENTED: 'forbidden',
}

const reasonsByVerdict: Record<Exclude<IssueReason, 'NO_SUCH_MOVE' | 'LEVEL'>, Reason> = {
  NOT_YOURS: reason('editors_creator_assignee'),
  NOT_CREATOR: reason('editors_creator'),
  RESOLVED_BY_YOU: reason('resolved_by_you'),
  NEEDS_PROOF: reason('proof_missing'),
  NOT_OPEN: reason('editors_delete_started'),
  COMMENTED: reason('editors_delete_commented'),
}

/** The reason to refuse an action; undefined: the default text of the error code. */
export function getRefusalReason(
  verdict: IssueReason,
  issue: IssueForRules,
  action: IssueAction,
): Reason | undefined {
  if (verdict === 'LEVEL') return undefined
  if (typeof action !== 'object')
    return action === 'RESTORE' ? undefined : reasonsByVerdict[verdict as 'NOT_YOURS']
  if ('remove' in action) return reason('editors_author')
  if (verdict === 'NO_SUCH_MOVE' && 'to' in action)
    return reason('status_change_refused', { from: issue.status, to: action.to })
  return reasonsByVerdict[verdict as 'NOT_YOURS']
}

/** Throws a refusal if the contract's rules forbid the member this action on the issue. */
export function checkIssueAction(who: IssueCaller, issue: IssueForRules, action: IssueAction): void {
  const verdict = evaluateIssueAction(who, issue, action)
  if (verdict !== true) throw new Refusal(codes[verdict], getRefusalReason(verdict, issue, action))
}
