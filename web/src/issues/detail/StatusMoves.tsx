import type { IssueStatus } from '@plumbline/contract/issues/issues'
import { listStatusMoves } from '@plumbline/contract/issues/issues.rules'
import { use, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { OwnStatusNames } from '../../ui/status-names.ts'
import { useIssueText } from '../text.ts'
import { useIssueRefusal, useOpenIssue } from './issue-context.ts'
import { NextStep } from './NextStep.tsx'
import { ResolveDialog } from './ResolveDialog.tsx'

/** The status, its possible transitions and who is next; transitions reserved for others are disabled with the reason. */
export function StatusMoves({ flashes }: { flashes: boolean }) {
  const issueText = useIssueText()
  // the project's own name describes best where the transition leads
  const ownNames = use(OwnStatusNames)
  const { issue, relation, mayContribute, save } = useOpenIssue()
  const explainRefusal = useIssueRefusal()
  const [resolving, setResolving] = useState(false)
  const all = mayContribute ? listStatusMoves({ ...relation, permission_level: 'ADMIN' }, issue) : []
  function move(to: IssueStatus) {
    if (to === 'RESOLVED' && !issue.has_proof) setResolving(true)
    else void save({ status: to })
  }
  return (
    <div data-issue-part="status" className="flex flex-wrap items-center gap-2">
      <span
        className={cx('-mx-1 rounded-mark px-1 transition-colors duration-1000', flashes && 'bg-accent-soft')}
      >
        <StatusBadge status={issue.status} className="whitespace-normal!" />
      </span>
      {all.map((status) => (
        <Button
          key={status}
          size="small"
          disabled={explainRefusal({ to: status, comment: true })}
          onClick={() => move(status)}
        >
          {ownNames[status] ?? issueText.moveTo[status]}
        </Button>
      ))}
      <NextStep />
      <ResolveDialog open={resolving} onOpenChange={setResolving} />
    </div>
  )
}
