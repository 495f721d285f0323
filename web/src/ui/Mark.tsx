import { cx } from './cx.ts'

/** The logo, a line with a plumb bob, as one path on a 16 by 16 grid, reused as pin, favicon and stamp. */
export const markPath = 'M7.25 0h1.5v6h3.5c.7 3-.9 6.4-4.25 10-3.35-3.6-4.95-7-4.25-10h3.5z'

/**
 * The logo in the current text colour; 16 px by default.
 *
 *     <Mark className="size-6 text-accent" />
 */
export function Mark(props: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={cx('size-4 flex-none', props.className)}>
      <path d={markPath} fill="currentColor" />
    </svg>
  )
}

/**
 * The logo with the product name.
 *
 *     <Link href={paths.projects()} quiet aria-label="Plumbline"><Wordmark /></Link>
 */
export function Wordmark(props: { className?: string; nameClassName?: string }) {
  return (
    <span
      className={cx('inline-flex items-center gap-1.5 font-semibold text-16 tracking-word', props.className)}
    >
      <Mark className="size-5 text-accent" />
      <span className={props.nameClassName}>Plumbline</span>
    </span>
  )
}
