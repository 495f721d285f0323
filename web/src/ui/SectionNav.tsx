import { useEffect, useState } from 'react'
import { cx } from './cx.ts'

/** The line of the window, as a share of its height, that the current section has reached. */
const READING_LINE = 0.25

/**
 * A table of contents for a long page, beside it on wide screens: links to the sections by id, with the current one
 * highlighted.
 *
 *     <SectionNav label="Parts of this page" items={[{ id: 'profile', label: 'Profile' }, …]} />
 */
export function SectionNav(props: {
  label: string
  items: readonly { id: string; label: string }[]
  className?: string
}) {
  const [current, setCurrent] = useState(props.items[0]?.id)
  const ids = props.items.map(({ id }) => id).join(' ')
  useEffect(() => {
    const sections = ids.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    // told whenever a section crosses the line; where none has reached it, the first is the current one
    const observer = new IntersectionObserver(
      () => {
        const line = innerHeight * READING_LINE
        const reached = sections.filter((section) => section.getBoundingClientRect().top <= line)
        setCurrent((reached.at(-1) ?? sections[0])?.id)
      },
      { rootMargin: `0px 0px -${100 - 100 * READING_LINE}% 0px` },
    )
    for (const section of sections) observer.observe(section)
    return () => observer.disconnect()
  }, [ids])
  return (
    <nav
      aria-label={props.label}
      className={cx('flex-none md:sticky md:top-6 md:w-52 md:self-start print:hidden', props.className)}
    >
      <ul className="flex flex-col gap-1">
        {props.items.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={current === id ? 'location' : undefined}
              className="flex min-h-9 items-center rounded-control px-3 py-1 text-text-muted -outline-offset-2 hover:bg-sunken hover:text-text aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-text pointer-coarse:min-h-11"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
