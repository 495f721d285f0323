import { countNotifications } from '@plumbline/contract/notifications/notifications'
import { Building2, MessageSquare, Search } from 'lucide-react'
import { type ReactNode, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useIsFirstPageRead } from '../api/first-page.ts'
import { connection } from '../api/live.ts'
import { useRead } from '../api/query.ts'
import { usePathname } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { Splash } from '../base/Splash.tsx'
import { storage } from '../base/storage.ts'
import { useAppText } from '../base/text.ts'
import { useTitle } from '../base/title.ts'
import { typedForPalette } from '../base/typed-ahead.ts'
import { NotificationBell } from '../notifications/NotificationBell.tsx'
import { ProjectSwitcher } from '../projects/ProjectSwitcher.tsx'
import { CountBadge } from '../ui/Badge.tsx'
import { buttonClass } from '../ui/button-look.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Link, useNavigateOnClick } from '../ui/Link.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Wordmark } from '../ui/Mark.tsx'
import { HelpMenu } from './HelpMenu.tsx'
import { ProfileMenu } from './ProfileMenu.tsx'
import { useShellKeys } from './use-shell-keys.ts'

const Palette = lazyPart(() => import('../palette/Palette.tsx'), { placeless: true })
const ShortcutsDialog = lazyPart(() => import('../palette/ShortcutsDialog.tsx'), { placeless: true })
const ChatBackground = lazyPart(() => import('../chat/ChatBackground.tsx'), { placeless: true })
const SyncBadge = lazyPart(() => import('../sync/SyncBadge.tsx'), { placeless: true })
const SyncBanner = lazyPart(() => import('../sync/SyncBanner.tsx'))
const SubscriptionBanner = lazyPart(() => import('../billing/SubscriptionBanner.tsx'))

/** The layout of every signed-in page: skip link, top bar, content. */
export function Shell({ children }: { children?: ReactNode }) {
  const text = useAppText()
  const pathname = usePathname()
  useEffect(() => storage.setLastRoute(pathname), [pathname])
  const isFirstPageRead = useIsFirstPageRead()
  const [shown, setShown] = useState<'palette' | 'shortcuts' | null>(null)
  const [used, setUsed] = useState({ palette: false, shortcuts: false })
  const show = useCallback((what: 'palette' | 'shortcuts') => {
    if (what === 'palette') typedForPalette.collect(Palette.preload())
    setUsed((before) => ({ ...before, [what]: true }))
    setShown(what)
  }, [])
  const showPalette = useCallback(() => show('palette'), [show])
  const showShortcuts = useCallback(() => show('shortcuts'), [show])
  useShellKeys(show)
  return (
    <div className="flex h-page flex-col print:block print:h-auto">
      <a
        href="#content"
        className="sr-only z-50 rounded-control bg-raised px-3 py-2 focus:not-sr-only focus:absolute focus:start-2 focus:top-2"
      >
        {text.skip}
      </a>
      <TopBar onPalette={showPalette} onShortcuts={showShortcuts} />
      {isFirstPageRead && (
        <Suspense>
          <SyncBanner />
          <SubscriptionBanner />
        </Suspense>
      )}
      <main
        id="content"
        tabIndex={-1}
        data-scroll="content"
        className="min-h-0 flex-1 overflow-y-auto outline-none print:overflow-visible"
      >
        <Suspense fallback={<Splash />}>{children}</Suspense>
      </main>
      <Suspense>
        {used.palette && (
          <Palette open={shown === 'palette'} onClose={() => setShown(null)} onShortcuts={showShortcuts} />
        )}
        {used.shortcuts && <ShortcutsDialog open={shown === 'shortcuts'} onClose={() => setShown(null)} />}
      </Suspense>
    </div>
  )
}

/** A link in the top bar; on phones it is in the profile menu instead. */
function IconLink(props: { href: string; name: string; icon: ReactNode; badge?: number }) {
  const navigate = useNavigateOnClick()
  return (
    <a
      href={props.href}
      aria-label={props.name}
      title={props.name}
      onClick={navigate}
      className={`${buttonClass('ghost', 'normal', true)} relative max-sm:hidden`}
    >
      {props.icon}
      {Boolean(props.badge) && <CountBadge value={props.badge ?? 0} className="absolute -end-1 -top-1" />}
    </a>
  )
}

function TopBar({ onPalette, onShortcuts }: { onPalette: () => void; onShortcuts: () => void }) {
  const text = useAppText()
  const project = /^\/project\/([^/]+)/.exec(usePathname())?.[1]
  const { data: counters } = useRead(countNotifications, { query: { project_id: '0' } }, { silent: true })
  const isFirstPageRead = useIsFirstPageRead()
  const open = useSyncExternalStore(connection.subscribe, connection.isOpen)
  const chat = counters?.chat ?? 0
  const unread = (counters?.new ?? 0) + chat
  useTitle('unread', unread > 0 ? String(unread) : null)
  return (
    <header className="flex h-14 flex-none print:hidden items-center gap-1 border-line border-b bg-surface px-3 sm:px-4">
      <Link
        quiet
        href={paths.projects}
        aria-label={text.home}
        onClick={() => storage.setProjectId(null)}
        className="hover:no-underline"
      >
        {/* the buttons need the space on small screens with large letters */}
        <Wordmark nameClassName="max-[20rem]:sr-only" />
      </Link>
      <div className="me-auto min-w-0">{project && <ProjectSwitcher id={project} />}</div>
      {!open && (
        <span role="status" className="me-2 text-13 text-text-muted max-sm:sr-only">
          {text.reconnecting}
        </span>
      )}
      <IconButton name={text.palette} keys="Ctrl K" icon={<Search aria-hidden />} onClick={onPalette} />
      <IconLink href={paths.account} name={text.account} icon={<Building2 aria-hidden />} />
      <IconLink
        href={paths.chat}
        name={chat ? `${text.chat}, ${text.unread(chat)}` : text.chat}
        badge={chat}
        icon={<MessageSquare aria-hidden />}
      />
      {isFirstPageRead && (
        <Suspense>
          <SyncBadge />
          <ChatBackground unread={chat} />
        </Suspense>
      )}
      <HelpMenu onShortcuts={onShortcuts} />
      <NotificationBell fresh={counters?.new ?? 0} />
      <ProfileMenu />
    </header>
  )
}
