import type { ErrorCode } from '@plumbline/contract/errors'
import {
  evaluateIssueAction,
  type IssueAction,
  type IssueCaller,
  type IssueForRules,
  type IssueReason,
} from '@plumbline/contract/issues/issues.rules'
import { type FilledSentence, fillSentence, type Sentence } from '@plumbline/contract/reasons'
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

const sentences: Record<Exclude<IssueReason, 'NO_SUCH_MOVE' | 'LEVEL'>, Sentence> = {
  NOT_YOURS: 'Only editors, or who created the issue or is assigned to it, can do this',
  NOT_CREATOR: 'Only editors, or who created the issue, can do this',
  RESOLVED_BY_YOU: 'Somebody else than who resolved the issue has to do this',
  NEEDS_PROOF: 'Add a comment or a photo that shows what was done',
  NOT_OPEN: 'Only editors can delete an issue that is no longer open',
  COMMENTED: 'Others have commented on this issue: only editors can delete it',
}

/** The message for a refused action; undefined: the default text of the error code. */
export function getRefusalMessage(
  reason: IssueReason,
  issue: IssueForRules,
  action: IssueAction,
): Sentence | FilledSentence | undefined {
  if (reason === 'LEVEL') return undefined
  if (typeof action !== 'object') return action === 'RESTORE' ? undefined : sentences[reason as 'NOT_YOURS']
  if ('remove' in action) return 'Only editors, or who added it, can do this'
  if (reason === 'NO_SUCH_MOVE' && 'to' in action)
    return fillSentence('An issue that is {from} cannot become {to} by you', {
      from: issue.status,
      to: action.to,
    })
  return sentences[reason as 'NOT_YOURS']
}

/** Throws a refusal if the contract's rules forbid the member this action on the issue. */
export function checkIssueAction(who: IssueCaller, issue: IssueForRules, action: IssueAction): void {
  const verdict = evaluateIssueAction(who, issue, action)
  if (verdict !== true)
    throw new Refusal(codes[verdict], { message: getRefusalMessage(verdict, issue, action) })
}
