import { memo } from 'react'
import { cx } from './cx.ts'
import type { IssueStatus } from './issue-codes.ts'
import { useStatusNames } from './status-names.ts'

interface StatusLook {
  /** Tailwind classes for text, fill and stroke in the status's colour */
  text: string
  fill: string
  /** path of the icon in a square of 24 */
  icon: string
  /** SVG `stroke-dasharray` */
  dashes?: string
}

const circle = 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0z'

/** Colour and icon of each status, shared by table, board, pins and charts. */
export const statusLook: Record<IssueStatus, StatusLook> = {
  OPEN: { text: 'text-status-open', fill: 'fill-status-open', icon: circle },
  IN_PROGRESS: {
    text: 'text-status-in-progress',
    fill: 'fill-status-in-progress',
    icon: circle,
    // eight dashes
    dashes: '3.5 3.57',
  },
  RESOLVED: {
    text: 'text-status-resolved',
    fill: 'fill-status-resolved',
    icon: `${circle}M8 12.2l2.8 2.8l5.2-5.4`,
  },
  REOPENED: {
    text: 'text-status-reopened',
    fill: 'fill-status-reopened',
    icon: 'M4 12a8 8 0 1 0 2.6-5.9L4 8.5M4 4v4.5h4.5',
  },
  CLOSED: {
    text: 'text-status-closed',
    fill: 'fill-status-closed',
    icon: 'M2 12.5l4.5 4.5L16 7.5M12 16.5l.5.5L22 7.5',
  },
  VOID: { text: 'text-status-void', fill: 'fill-status-void', icon: `${circle}M5.64 5.64L18.36 18.36` },
}

/**
 * The icon of a status in its colour: one path for all, because rows of a list change their status often, and another icon
 * would be removed and created.
 */
export function StatusIcon({ status }: { status: IssueStatus }) {
  const { icon, dashes, text } = statusLook[status]
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`lucide flex-none ${text}`}
    >
      <path d={icon} strokeDasharray={dashes} />
    </svg>
  )
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
  if (props.iconOnly) {
    return (
      <span className={cx('inline-flex align-middle', props.className)} title={label}>
        <StatusIcon status={props.status} />
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
      <StatusIcon status={props.status} />
      <span className="min-w-0 overflow-hidden text-ellipsis wrap-anywhere">{label}</span>
    </span>
  )
})
