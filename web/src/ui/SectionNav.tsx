import { useEffect, useState } from 'react'
import { cx } from './cx.ts'

/** The band of the window in which a section counts as the current one. */
const READING = '-15% 0px -75% 0px'

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
    const observer = new IntersectionObserver(
      (entries) => {
        const reached = entries.find((entry) => entry.isIntersecting)
        if (reached) setCurrent(reached.target.id)
      },
      { rootMargin: READING },
    )
    for (const id of ids.split(' ')) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
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
