import { memo } from 'react'
import { cx } from './cx.ts'
import type { Priority } from './issue-codes.ts'
import { useUiText } from './text.tsx'

const filled: Record<Priority, number> = { LOW: 1, MEDIUM: 2, HIGH: 3, CRITICAL: 4 }

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
      <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 flex-none">
        {[0, 1, 2, 3].map((bar) => (
          <rect
            key={bar}
            x={1 + bar * 4}
            y={11 - bar * 3}
            width={2}
            height={3 + bar * 3}
            rx={0.5}
            className={bar < filled[props.priority] ? 'fill-text' : 'fill-line-strong/45'}
          />
        ))}
      </svg>
      <span className={props.showLabel ? undefined : 'sr-only'}>{label}</span>
    </span>
  )
})
