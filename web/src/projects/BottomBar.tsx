import { Box, Ellipsis, Layers, LayoutDashboard, ListChecks } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../base/paths.ts'
import { cx } from '../ui/cx.ts'
import { useNavigateOnClick } from '../ui/Link.tsx'
import { Menu, MenuLink } from '../ui/Menu.tsx'
import { useProjectText } from './text.ts'

const item =
  'flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-12 text-text-muted -outline-offset-2 ' +
  'aria-[current=page]:font-medium aria-[current=page]:text-text aria-[current=page]:[&>svg]:stroke-accent-strong'

/** The project navigation at the bottom of the screen, on phones only. */
export function BottomBar(props: {
  projectId: string
  current: string
  /** links that do not fit in the bar, shown in a menu */
  more: readonly { href: string; label: string }[]
}) {
  const text = useProjectText()
  const { projectId: id, current } = props
  const isAt = (href: string) => current === href || current.startsWith(`${href}/`)
  const more = props.more.filter(({ href }) => href !== paths.viewer(id))
  return (
    <nav
      aria-label={text.tabs}
      className="flex flex-none border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      <BottomBarLink
        href={paths.overview(id)}
        here={isAt(paths.overview(id))}
        icon={<LayoutDashboard aria-hidden />}
      >
        {text.overview}
      </BottomBarLink>
      <BottomBarLink href={paths.issues(id)} here={isAt(paths.issues(id))} icon={<ListChecks aria-hidden />}>
        {text.issues}
      </BottomBarLink>
      <BottomBarLink href={paths.models(id)} here={isAt(paths.models(id))} icon={<Layers aria-hidden />}>
        {text.models}
      </BottomBarLink>
      <BottomBarLink href={paths.viewer(id)} here={isAt(paths.viewer(id))} icon={<Box aria-hidden />}>
        3D
      </BottomBarLink>
      <Menu
        align="end"
        side="top"
        trigger={
          <button
            type="button"
            aria-current={more.some(({ href }) => isAt(href)) ? 'page' : undefined}
            className={item}
          >
            <Ellipsis aria-hidden />
            {text.more}
          </button>
        }
      >
        {more.map(({ href, label }) => (
          <MenuLink key={href} href={href}>
            {label}
          </MenuLink>
        ))}
      </Menu>
    </nav>
  )
}

function BottomBarLink(props: { href: string; here: boolean; icon: ReactNode; children: ReactNode }) {
  const navigate = useNavigateOnClick()
  return (
    <a
      href={props.href}
      onClick={navigate}
      aria-current={props.here ? 'page' : undefined}
      className={cx(item, 'no-underline')}
    >
      {props.icon}
      {props.children}
    </a>
  )
}
