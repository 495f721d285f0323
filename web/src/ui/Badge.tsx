import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

const tones: Record<Tone, string> = {
  neutral: 'bg-line text-text-muted',
  info: 'bg-info-soft text-info',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
}

/**
 * A short label for a role, state or version. For the status of an issue use StatusBadge.
 *
 *     <Badge tone="warning">Past due</Badge>
 */
export function Badge(props: { tone?: Tone; icon?: ReactNode; children: ReactNode; className?: string }) {
  return (
    <span
      className={cx(
        'inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-mark px-1.5 font-medium text-12',
        tones[props.tone ?? 'neutral'],
        props.className,
      )}
    >
      {props.icon}
      {props.children}
    </span>
  )
}

/**
 * A counter on an icon or beside a name; hidden at 0, "99+" above 99. The number belongs in the accessible name of the
 * element it sits on; it is drawn by a style, as "99+" is no part of that name.
 *
 *     <span className="relative"><IconButton name="Notifications, 3 new" icon={<Bell />} /><Count value={3} /></span>
 */
export function CountBadge(props: { value: number; className?: string }) {
  if (props.value <= 0) return null
  return (
    <span
      aria-hidden
      data-count={props.value > 99 ? '99+' : props.value}
      className={cx(
        'pointer-events-none absolute -end-1.5 -top-1 grid h-4 min-w-4 place-items-center rounded-full bg-text px-1 font-medium text-12 text-surface tabular-nums leading-none before:content-[attr(data-count)]',
        props.className,
      )}
    />
  )
}
