import { memo } from 'react'
import { cx } from './cx.ts'
import type { Priority } from './issue-codes.ts'
import { useUiText } from './text.tsx'

const filled: Record<Priority, number> = { LOW: 1, MEDIUM: 2, HIGH: 3, CRITICAL: 4 }

const corner = (dx: number, dy: number) => `a.5 .5 0 0 1 ${dx / 2} ${dy / 2}`
const bars = [0, 1, 2, 3].map(
  (bar) =>
    `M${1.5 + bar * 4} ${11 - bar * 3}h1${corner(1, 1)}v${2 + bar * 3}${corner(-1, 1)}h-1${corner(-1, -1)}v-${2 + bar * 3}${corner(1, -1)}z`,
)

/**
 * A priority as rising bars. Not as a colour, because colour stands for the status.
 *
 *     <PriorityBars priority="HIGH" />             the word is for screen readers only
 *     <PriorityBars priority="HIGH" showLabel />
 */
export const PriorityBars = memo(function PriorityBars(props: {
  priority: Priority
  showLabel?: boolean
  className?: string
}) {
  const label = useUiText().priority[props.priority]
  return (
    <span
      className={cx('inline-flex items-center gap-1.5 align-middle', props.className)}
      title={props.showLabel ? undefined : label}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 flex-none overflow-visible">
        <path d={bars.slice(0, filled[props.priority]).join('')} className="fill-text" />
        <path d={bars.slice(filled[props.priority]).join('')} className="fill-line-strong/45" />
      </svg>
      <span className={props.showLabel ? undefined : 'sr-only'}>{label}</span>
    </span>
  )
})
