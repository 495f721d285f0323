import { type ReactNode, Suspense } from 'react'
import { paths } from '../base/paths.ts'
import { useTitle } from '../base/title.ts'
import { Link } from '../ui/Link.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Wordmark } from '../ui/Mark.tsx'
import { VisitorFooter } from './VisitorFooter.tsx'

const Blueprint = lazyPart(() => import('./Blueprint.tsx'))

/** The layout of the pages before sign-in: one card, the logo above it and a drawing beside it. */
export function VisitorLayout(props: {
  title: string
  hint?: ReactNode
  footer?: ReactNode
  children: ReactNode
}) {
  useTitle('page', props.title)
  return (
    <div className="grid min-h-page grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="flex flex-col items-center px-4 py-8 sm:justify-center">
        <div className="w-full max-w-100">
          <main id="content" tabIndex={-1} className="outline-none">
            <Link quiet href={paths.welcome} className="mb-6 inline-block hover:no-underline">
              <Wordmark />
            </Link>
            <div className="rounded-card border border-line bg-surface p-5 sm:p-6">
              <h1 className="font-semibold text-20 [overflow-wrap:anywhere]">{props.title}</h1>
              {props.hint && (
                <div className="mt-1 text-text-muted [overflow-wrap:anywhere]">{props.hint}</div>
              )}
              <div className="mt-5">{props.children}</div>
            </div>
            {props.footer && (
              <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">{props.footer}</div>
            )}
          </main>
          <VisitorFooter />
        </div>
      </div>
      <div aria-hidden className="hidden place-items-center border-line border-s bg-sunken lg:grid">
        <Suspense>
          <Blueprint className="w-3/4 max-w-140" />
        </Suspense>
      </div>
    </div>
  )
}
