import { cx } from './cx.ts'

/** Line and plumb bob on a grid of 16: one path, so it can be a pin, a favicon or a stamp on paper. */
export const markPath = 'M7.25 0h1.5v6h3.5c.7 3-.9 6.4-4.25 10-3.35-3.6-4.95-7-4.25-10h3.5z'

/**
 * The mark, in the colour of the text around it; 16 px unless a class says otherwise.
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
 * The mark and the name.
 *
 *     <Link href={paths.projects()} quiet aria-label="Plumbline"><Wordmark /></Link>
 */
export function Wordmark(props: { className?: string }) {
  return (
    <span
      className={cx('inline-flex items-center gap-1.5 font-semibold text-16 tracking-word', props.className)}
    >
      <Mark className="size-5 text-accent" />
      Plumbline
    </span>
  )
}
