import { LoaderCircle } from 'lucide-react'
import { cx } from './cx.ts'
import { useUiText } from './text.tsx'

/**
 * A spinner for work of unknown duration. When the progress is known use Progress.
 *
 *     <Spinner />                      says "Loading…" to a screen reader
 *     <Spinner label="Reading model" />
 */
export function Spinner(props: { label?: string; className?: string }) {
  const text = useUiText()
  return (
    <span role="status" className={cx('inline-flex items-center gap-2 text-text-muted', props.className)}>
      <LoaderCircle aria-hidden className="animate-spin" />
      <span className={props.label ? undefined : 'sr-only'}>{props.label ?? text.loading}</span>
    </span>
  )
}
