import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export interface TimelineEntry {
  id: string
  /** picture or icon of 20 px on the line */
  sign: ReactNode
  /** one line with actor and action */
  title: ReactNode
  /** readable time, and ISO 8601 for machines; `title` is the full time */
  time: { text: string; iso: string; title: string }
  /** comment or attachment */
  children?: ReactNode
}

/**
 * A chronological list of events: comments and activity of an issue, or a project's feed.
 *
 *     <Timeline label="Comments and activity" entries={entries} />
 */
export function Timeline(props: { label: string; entries: readonly TimelineEntry[]; className?: string }) {
  return (
    <ol aria-label={props.label} className={cx('flex flex-col', props.className)}>
      {props.entries.map((entry) => (
        <li
          key={entry.id}
          className="relative flex gap-3 pb-4 before:absolute before:inset-y-0 before:start-2.5 before:w-px before:bg-line first:before:top-2.5 last:pb-0 last:before:bottom-auto last:before:h-2.5 only:before:hidden"
        >
          <span className="relative grid size-5 flex-none place-items-center rounded-full bg-canvas text-text-muted">
            {entry.sign}
          </span>
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="min-w-0">{entry.title}</span>
              <time
                dateTime={entry.time.iso}
                title={entry.time.title}
                className="text-12 text-text-muted tabular-nums"
              >
                {entry.time.text}
              </time>
            </p>
            {entry.children && <div className="mt-1">{entry.children}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
}
