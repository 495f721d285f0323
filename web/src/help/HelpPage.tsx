import { getSettingAsJson } from '@plumbline/contract/settings/settings'
import { type ComponentType, Suspense } from 'react'
import { useRead } from '../api/query.ts'
import { paths } from '../base/paths.ts'
import { Splash } from '../base/Splash.tsx'
import { useTitle } from '../base/title.ts'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Link } from '../ui/Link.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Wordmark } from '../ui/Mark.tsx'
import { useLocale } from '../users/use-locale.ts'
import { Guide } from './Guide.tsx'
import type { GuideChapter } from './guide.ts'
import { useHelpText } from './text.ts'

/** The guide in one language, in a separate file. */
const inLanguage = (load: () => Promise<{ default: GuideChapter[] }>): ComponentType =>
  lazyPart(async () => {
    const { default: chapters } = await load()
    return { default: () => <Guide chapters={chapters} /> }
  })

const guides = {
  en: inLanguage(() => import('virtual:guide/en')),
  de: inLanguage(() => import('virtual:guide/de')),
  fr: inLanguage(() => import('virtual:guide/fr')),
  es: inLanguage(() => import('virtual:guide/es')),
}

/** The user guide, for people who are signed in and for visitors; or the way to the operator's own help. */
export function HelpPage() {
  const text = useHelpText()
  useTitle('page', text.title)
  const [locale] = useLocale()
  const { data: url } = useRead(getSettingAsJson, { params: { name: 'HELP_CENTER_URL' } })
  const Chapters = guides[locale]
  return (
    <div className="flex min-h-page flex-col">
      <header className="flex h-14 flex-none items-center gap-3 border-line border-b bg-surface px-3 sm:px-4 print:hidden">
        <Link quiet href={paths.root} aria-label={text.home} className="hover:no-underline">
          <Wordmark />
        </Link>
        <Link quiet href={paths.help()} className="me-auto font-medium">
          {text.title}
        </Link>
        <ButtonLink href={paths.root}>{text.toApp}</ButtonLink>
      </header>
      <main id="content" tabIndex={-1} className="w-full outline-none">
        {typeof url === 'string' ? (
          <EmptyState
            whole
            drawing="list"
            title={text.elsewhere}
            action={
              <ButtonLink look="primary" href={url} target="_blank" rel="noreferrer">
                {text.open}
              </ButtonLink>
            }
          />
        ) : (
          <Suspense fallback={<Splash />}>
            <Chapters />
          </Suspense>
        )}
      </main>
    </div>
  )
}
