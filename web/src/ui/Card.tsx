import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/**
 * A box around one thing or group. Cards are not nested.
 *
 *     <Card title="By status" action={<Link href={…}>All issues</Link>}> … </Card>
 */
export function Card(props: {
  /** target of a link within the page */
  id?: string
  /** heading level; h2 by default */
  title?: string
  level?: 2 | 3
  action?: ReactNode
  className?: string
  children: ReactNode
}) {
  const Heading = props.level === 3 ? 'h3' : 'h2'
  return (
    <section
      id={props.id}
      className={cx('min-w-0 scroll-mt-4 rounded-card border border-line bg-surface p-4', props.className)}
    >
      {(props.title || props.action) && (
        <div className="mb-3 flex min-h-7 flex-wrap items-center justify-between gap-x-3 gap-y-2">
          {props.title && <Heading className="font-semibold text-14">{props.title}</Heading>}
          {props.action}
        </div>
      )}
      {props.children}
    </section>
  )
}
