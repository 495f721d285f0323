import { Ban, CheckCheck, Circle, CircleCheck, CircleDashed, RotateCcw } from 'lucide-react'
import { type ComponentType, memo } from 'react'
import { cx } from './cx.ts'
import type { IssueStatus } from './issue-codes.ts'
import { useStatusNames } from './status-names.ts'

interface StatusLook {
  icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>
  /** Tailwind classes for text, fill and stroke in the status's colour */
  text: string
  fill: string
}

/** Colour and icon of each status, shared by table, board, pins and charts. */
export const statusLook: Record<IssueStatus, StatusLook> = {
  OPEN: { icon: Circle, text: 'text-status-open', fill: 'fill-status-open' },
  IN_PROGRESS: { icon: CircleDashed, text: 'text-status-in-progress', fill: 'fill-status-in-progress' },
  RESOLVED: { icon: CircleCheck, text: 'text-status-resolved', fill: 'fill-status-resolved' },
  REOPENED: { icon: RotateCcw, text: 'text-status-reopened', fill: 'fill-status-reopened' },
  CLOSED: { icon: CheckCheck, text: 'text-status-closed', fill: 'fill-status-closed' },
  VOID: { icon: Ban, text: 'text-status-void', fill: 'fill-status-void' },
}

/**
 * The status of an issue: icon, colour and word. `iconOnly` hides the word except for screen readers.
 *
 *     <StatusBadge status="IN_PROGRESS" />
 *     <StatusBadge status={issue.status} iconOnly />
 */
export const StatusBadge = memo(function StatusBadge(props: {
  status: IssueStatus
  /** in place of the name of the open project, or the built-in one */
  name?: string | null
  iconOnly?: boolean
  className?: string
}) {
  const names = useStatusNames()
  const label = props.name ?? names[props.status]
  const { icon: Icon, text } = statusLook[props.status]
  if (props.iconOnly) {
    return (
      <span className={cx('inline-flex align-middle', text, props.className)} title={label}>
        <Icon aria-hidden />
        <span className="sr-only">{label}</span>
      </span>
    )
  }
  return (
    <span
      className={cx(
        'inline-flex min-w-0 max-w-full items-center gap-1.5 whitespace-nowrap align-middle text-13',
        props.className,
      )}
    >
      <Icon aria-hidden className={cx('flex-none', text)} />
      <span className="min-w-0 overflow-hidden text-ellipsis wrap-anywhere">{label}</span>
    </span>
  )
})
