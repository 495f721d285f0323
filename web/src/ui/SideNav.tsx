import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx.ts'
import { useNavigateOnClick } from './Link.tsx'

/**
 * Links to the parts of a screen that have URLs of their own: a column beside the content, a row above it on narrow
 * screens.
 *
 *     <SideNav label="Company settings" links={[{ href, label: 'General', here: true }, …]}> … </SideNav>
 */
export function SideNav(props: {
  label: string
  links: readonly { href: string; label: string; here: boolean }[]
  children: ReactNode
}) {
  const navigate = useNavigateOnClick()
  const nav = useRef<HTMLElement>(null)
  const here = props.links.find((link) => link.here)?.href
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls the row when the current link changes
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [here])
  return (
    <div className="grid gap-4 md:grid-cols-[11rem_minmax(0,1fr)] md:gap-8">
      <nav
        ref={nav}
        aria-label={props.label}
        className="flex gap-1 overflow-x-auto [scrollbar-width:none] md:sticky md:top-4 md:flex-col md:self-start"
      >
        {props.links.map(({ href, label, here }) => (
          <a
            key={href}
            href={href}
            onClick={navigate}
            aria-current={here ? 'page' : undefined}
            className={cx(
              'flex min-h-9 flex-none items-center whitespace-nowrap rounded-control px-3 -outline-offset-2 md:whitespace-normal md:py-1.5 pointer-coarse:min-h-11',
              here ? 'bg-sunken font-medium text-text' : 'text-text-muted hover:bg-sunken hover:text-text',
            )}
          >
            {label}
          </a>
        ))}
      </nav>
      <div className="flex min-w-0 flex-col gap-6">{props.children}</div>
    </div>
  )
}
