import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx.ts'
import { useNavigateOnClick } from './Link.tsx'

const bar = 'relative flex gap-1 overflow-x-auto border-line border-b [scrollbar-width:none]'
const tab =
  'relative flex h-10 flex-none items-center gap-1.5 whitespace-nowrap rounded-t-control px-3 text-text-muted ' +
  '-outline-offset-2 hover:text-text data-active:font-medium data-active:text-text pointer-coarse:h-11 ' +
  'aria-[current=page]:font-medium aria-[current=page]:text-text ' +
  'after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:rounded-full data-active:after:bg-accent-strong ' +
  'aria-[current=page]:after:bg-accent-strong'

/** The counter in a tab; hidden at 0. */
function TabCount({ count }: { count: number | undefined }) {
  if (!count) return null
  return (
    <span className="rounded-full bg-line px-1.5 font-normal text-12 text-text-muted tabular-nums">
      {count}
    </span>
  )
}

/**
 * Ref of a row of `count` tabs: scrolls so that the current one is fully visible, also when a counter or font makes it
 * wider.
 */
function useShowCurrent<Row extends HTMLElement>(current: string | undefined, count: number) {
  const ref = useRef<Row>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab becomes current, or the row has other tabs
  useEffect(() => {
    const row = ref.current
    if (!row) return
    const show = () => {
      const here = row.querySelector('[aria-current=page], [aria-selected=true]')
      if (!here) return
      const [outer, inner] = [row.getBoundingClientRect(), here.getBoundingClientRect()]
      // the row only: the page stays where it is
      row.scrollLeft += Math.max(0, inner.right - outer.right) - Math.max(0, outer.left - inner.left)
    }
    const observer = new ResizeObserver(show)
    for (const tab of row.children) observer.observe(tab)
    return () => observer.disconnect()
  }, [current, count])
  return ref
}

/**
 * Tabs whose panels replace each other. Arrow keys switch the tab and its panel.
 *
 *     <Tabs label="Panels" tabs={[{ value: 'tree', label: 'Tree', panel: <ModelTree /> }, …]} value={tab} onChange={setTab} />
 */
export function Tabs<V extends string>(props: {
  label: string
  tabs: readonly { value: V; label: string; count?: number; icon?: ReactNode; panel: ReactNode }[]
  value?: V
  defaultValue?: V
  onChange?: (value: V) => void
  className?: string
}) {
  const list = useShowCurrent<HTMLDivElement>(props.value, props.tabs.length)
  return (
    <BaseTabs.Root
      value={props.value}
      defaultValue={props.defaultValue ?? props.tabs[0]?.value}
      onValueChange={(value: V) => props.onChange?.(value)}
      className={cx('flex min-h-0 flex-col', props.className)}
    >
      <BaseTabs.List ref={list} aria-label={props.label} activateOnFocus className={bar}>
        {props.tabs.map((entry) => (
          <BaseTabs.Tab key={entry.value} value={entry.value} className={tab}>
            {entry.icon}
            {entry.label}
            <TabCount count={entry.count} />
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {props.tabs.map((entry) => (
        <BaseTabs.Panel
          key={entry.value}
          value={entry.value}
          className="min-h-0 flex-1 pt-4 -outline-offset-2"
        >
          {entry.panel}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
}

/**
 * Links that look like tabs, for pages with URLs of their own.
 *
 *     <NavTabs label="Project" links={[{ href: paths.issues(id), label: 'Issues', count: 12 }]} current={pathname} />
 */
export function NavTabs(props: {
  label: string
  links: readonly { href: string; label: string; count?: number; icon?: ReactNode }[]
  /** href of the current page, or a path below it */
  current: string
  className?: string
}) {
  const navigate = useNavigateOnClick()
  const nav = useShowCurrent<HTMLElement>(props.current, props.links.length)
  return (
    <nav ref={nav} aria-label={props.label} className={cx(bar, props.className)}>
      {props.links.map((link) => {
        const here = props.current === link.href || props.current.startsWith(`${link.href}/`)
        return (
          <a
            key={link.href}
            href={link.href}
            onClick={navigate}
            aria-current={here ? 'page' : undefined}
            className={tab}
          >
            {link.icon}
            {link.label}
            <TabCount count={link.count} />
          </a>
        )
      })}
    </nav>
  )
}
