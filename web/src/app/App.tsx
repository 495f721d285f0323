import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { queryClient } from '../api/query.ts'
import { currentUserId, onLeaveSession } from '../api/session.ts'
import { start } from '../api/start.ts'
import { drafts, draftsIn } from '../base/drafts.ts'
import { provideGoTo } from '../base/go-to.ts'
import { Pages } from '../base/navigation.tsx'
import { FormDraftContext, type FormDraftStore } from '../ui/form-draft.ts'
import { NavigateContext } from '../ui/Link.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { FailedPage, NotFoundPage } from './ErrorPages.tsx'
import { router } from './routes.ts'

provideGoTo(router.go)
onLeaveSession(() => void import('../analytics/consent.ts').then(({ forget }) => forget()))

/** Drafts of visitors end with the browser tab, because the device may be shared. */
const visitorDrafts = draftsIn(() => sessionStorage)
const ofVisitor = 'visitor'
const formDrafts: FormDraftStore = {
  read(name) {
    const userId = currentUserId()
    return userId ? drafts.read(userId, name) : visitorDrafts.read(ofVisitor, name)
  },
  write(name, text) {
    const userId = currentUserId()
    if (userId) drafts.write(userId, name, text)
    else visitorDrafts.write(ofVisitor, name, text)
  },
}

const Afterwards = lazy(async () => ({ default: (await import('./Afterwards.tsx')).Afterwards }))

/** The root component: a splash until start-up has chosen the page, then the pages. */
export function App() {
  const [started, setStarted] = useState(false)
  useEffect(() => {
    // preloads the page's code while the session loads
    router.prepare(location.pathname)
    void start().then((target) => {
      router.go(target, { replace: true })
      setStarted(true)
    })
  }, [])
  return (
    <QueryClientProvider client={queryClient}>
      <NavigateContext value={router.go}>
        <FormDraftContext value={formDrafts}>
          <Pages router={router} failed={FailedPage} notFound={NotFoundPage} />
          <Toasts />
          {started && (
            <Suspense>
              <Afterwards />
            </Suspense>
          )}
        </FormDraftContext>
      </NavigateContext>
    </QueryClientProvider>
  )
}
