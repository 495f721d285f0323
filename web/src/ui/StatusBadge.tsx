import { memo } from 'react'
import { cx } from './cx.ts'
import type { IssueStatus } from './issue-codes.ts'
import { useStatusNames } from './status-names.ts'

interface StatusLook {
  /** Tailwind classes for text, fill and stroke in the status's colour */
  text: string
  fill: string
  /** outline of the icon in a square of 24 */
  icon: string
}

const circle = 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0z'

/** Colour and icon of each status, shared by table, board, pins and charts. */
export const statusLook: Record<IssueStatus, StatusLook> = {
  OPEN: { text: 'text-status-open', fill: 'fill-status-open', icon: circle },
  IN_PROGRESS: {
    text: 'text-status-in-progress',
    fill: 'fill-status-in-progress',
    icon:
      'M10.1 2.182a10 10 0 0 1 3.8 0M13.9 21.818a10 10 0 0 1-3.8 0M17.609 3.721a10 10 0 0 1 2.69 2.7M2.182 13.9a10 10 0 0 1 0-3.8' +
      'M20.279 17.609a10 10 0 0 1-2.7 2.69M21.818 10.1a10 10 0 0 1 0 3.8M3.721 6.391a10 10 0 0 1 2.7-2.69M6.391 20.279a10 10 0 0 1-2.69-2.7',
  },
  RESOLVED: {
    text: 'text-status-resolved',
    fill: 'fill-status-resolved',
    icon: `${circle}M16 9l-5.5 5.5L8 12`,
  },
  REOPENED: {
    text: 'text-status-reopened',
    fill: 'fill-status-reopened',
    icon: 'M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5',
  },
  CLOSED: {
    text: 'text-status-closed',
    fill: 'fill-status-closed',
    icon: 'M18 6L7 17l-5-5M22 10l-7.5 7.5L13 16',
  },
  VOID: {
    text: 'text-status-void',
    fill: 'fill-status-void',
    icon: `${circle}M4.929 4.929L19.07 19.071`,
  },
}

/**
 * The icon of a status in its colour: one path for all, because rows of a list change their status often, and another icon
 * would be removed and created.
 */
export function StatusIcon({ status }: { status: IssueStatus }) {
  const { icon, text } = statusLook[status]
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`lucide ${text}`}
    >
      <path d={icon} />
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
        'inline-flex items-center gap-1.5 whitespace-nowrap align-middle text-13',
        props.className,
      )}
    >
      <StatusIcon status={props.status} />
      {label}
    </span>
  )
})
