import { type ComponentType, Suspense } from 'react'
import { LoadingState } from '../api/LoadingState.tsx'
import { useMe } from '../api/session.ts'
import { useSearch } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { useTitle } from '../base/title.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { SideNav } from '../ui/SideNav.tsx'
import { useAdminText } from './text.ts'

const parts = ['people', 'storage', 'work', 'server', 'log'] as const
const screens: Record<(typeof parts)[number], ComponentType> = {
  people: lazyPart(() => import('./PeoplePart.tsx')),
  storage: lazyPart(() => import('./StoragePart.tsx')),
  work: lazyPart(() => import('./WorkPart.tsx')),
  server: lazyPart(() => import('./ServerPart.tsx')),
  log: lazyPart(() => import('./LogPart.tsx')),
}

/** The administration of the server, for its operators; for everybody else the page does not exist. */
export function AdminPage() {
  const text = useAdminText()
  const me = useMe()
  const [search] = useSearch()
  useTitle('page', text.title)
  if (!me.is_operator) return <EmptyState whole drawing="search" title={text.notFound} />
  const part = parts.find((name) => name === search.part) ?? 'people'
  const Screen = screens[part]
  const links = parts.map((name) => ({
    href: paths.adminPart(name),
    label: text[name],
    here: name === part,
  }))
  return (
    <div className="mx-auto max-w-300 p-4 sm:p-6">
      <h1 className="mb-4 font-semibold text-26">{text.title}</h1>
      <SideNav label={text.parts} links={links}>
        <Suspense fallback={<LoadingState error={null} onRetry={() => undefined} />}>
          <Screen />
        </Suspense>
      </SideNav>
    </div>
  )
}
