import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { afterFirstPage, useIsFirstPageRead } from '../api/first-page.ts'
import { queryClient } from '../api/query.ts'
import { currentUserId, onSessionEnd } from '../api/session.ts'
import { runStartup } from '../api/start.ts'
import { createDraftStore, drafts } from '../base/drafts.ts'
import { setGoTo } from '../base/go-to.ts'
import { RouterView } from '../base/navigation.tsx'
import { FormDraftContext, type FormDraftStore } from '../ui/form-draft.ts'
import { NavigateContext } from '../ui/Link.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { FailedPage, NotFoundPage } from './ErrorPages.tsx'
import { readFirst } from './first-reads.ts'
import { router } from './routes.ts'

setGoTo(router.go)
onSessionEnd(() => void import('../analytics/consent.ts').then(({ forgetUser }) => forgetUser()))

/** Drafts of visitors end with the browser tab, because the device may be shared. */
const visitorDrafts = createDraftStore(() => sessionStorage)
const VISITOR = 'visitor'
const formDrafts: FormDraftStore = {
  read(name) {
    const userId = currentUserId()
    return userId ? drafts.read(userId, name) : visitorDrafts.read(VISITOR, name)
  },
  write(name, text) {
    const userId = currentUserId()
    if (userId) drafts.write(userId, name, text)
    else visitorDrafts.write(VISITOR, name, text)
  },
  send(name, sent) {
    const userId = currentUserId()
    const sending = userId ? drafts.send(userId, name, sent) : visitorDrafts.send(VISITOR, name, sent)
    // the form shows the error
    sending.catch(() => undefined)
  },
}

const DeferredStartup = lazyPart(
  async () => ({
    default: (await import('./DeferredStartup.tsx')).DeferredStartup,
  }),
  { placeless: true },
)

function Deferred() {
  return (
    useIsFirstPageRead() && (
      <Suspense>
        <DeferredStartup />
      </Suspense>
    )
  )
}

/** The root component: a splash until start-up has chosen the page, then the pages. */
export function App() {
  const [started, setStarted] = useState(false)
  useEffect(() => {
    afterFirstPage(() => {
      document.documentElement.dataset.fonts ??= 'fetched'
    })
    void runStartup().then((target) => {
      readFirst(target)
      router.go(target, { replace: true })
      setStarted(true)
    })
  }, [])
  return (
    <QueryClientProvider client={queryClient}>
      <NavigateContext value={router.go}>
        <FormDraftContext value={formDrafts}>
          <RouterView router={router} failed={FailedPage} notFound={NotFoundPage} />
          <Toasts />
          {started && <Deferred />}
        </FormDraftContext>
      </NavigateContext>
    </QueryClientProvider>
  )
}
