import type { ErrorCode } from '@plumbline/contract/errors'
import {
  type IssueAction,
  type IssueFacts,
  type IssueReason,
  issueAction,
  type Relation,
} from '@plumbline/contract/issues/issues.rules'
import { type FilledSentence, fillSentence, type Sentence } from '@plumbline/contract/sentences'
import { Refusal } from '../http/refusal.ts'

/** The rule of the contract as refusals. */

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

/** Why not, in words; undefined where the text of the refusal's code says it all. */
export function wordsOf(
  reason: IssueReason,
  issue: IssueFacts,
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

/** Refuses what the member may not do with the issue now. */
export function demand(who: Relation, issue: IssueFacts, action: IssueAction): void {
  const verdict = issueAction(who, issue, action)
  if (verdict !== true) throw new Refusal(codes[verdict], { message: wordsOf(verdict, issue, action) })
}
