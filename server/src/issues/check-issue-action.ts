import type { ErrorCode } from '@plumbline/contract/errors'
import type { IssueStatus } from '@plumbline/contract/issues/issues'
import {
  evaluateIssueAction,
  type IssueAction,
  type IssueCaller,
  type IssueForRules,
  type IssueReason,
} from '@plumbline/contract/issues/issues.rules'
import { type Reason, reason } from '@plumbline/contract/reasons'
import type { ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { readProjectWords } from '../projects/vocabulary.ts'

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

/**
 * The reason to refuse an action; undefined: the default text of the error code. `statusNames`: the project's own names of
 * statuses, which take the place of the codes that each language has a word for.
 */
export function getRefusalReason(
  verdict: IssueReason,
  issue: IssueForRules,
  action: IssueAction,
  statusNames: Readonly<Record<string, string>> = {},
): Reason | undefined {
  if (verdict === 'LEVEL') return undefined
  if (typeof action !== 'object')
    return action === 'RESTORE' ? undefined : reasonsByVerdict[verdict as 'NOT_YOURS']
  if ('remove' in action) return reason('editors_author')
  if (verdict === 'NO_SUCH_MOVE' && 'to' in action)
    return reason('status_change_refused', {
      from: statusNames[issue.status] ?? issue.status,
      to: statusNames[action.to] ?? action.to,
    })
  return reasonsByVerdict[verdict as 'NOT_YOURS']
}

/** Throws a refusal if the contract's rules forbid the member this action on the issue. */
export function checkIssueAction(who: IssueCaller, issue: IssueForRules, action: IssueAction): void {
  const verdict = evaluateIssueAction(who, issue, action)
  if (verdict !== true) throw new Refusal(codes[verdict], getRefusalReason(verdict, issue, action))
}

/** The same for a change of the status, described in the project's words. */
export async function checkStatusMove(
  { tx, member }: Pick<ProjectCtx, 'tx' | 'member'>,
  issue: IssueForRules,
  action: Extract<IssueAction, { to: IssueStatus }>,
): Promise<void> {
  const verdict = evaluateIssueAction(member, issue, action)
  if (verdict === true) return
  const { vocabulary } = await readProjectWords(tx, member.project_id)
  throw new Refusal(codes[verdict], getRefusalReason(verdict, issue, action, vocabulary.status.names))
}
