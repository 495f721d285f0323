import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { onRedirect } from '../api/client.ts'
import { queryClient } from '../api/query.ts'
import { NavigateContext } from '../ui/Link.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { Pages } from './navigation.tsx'
import { router } from './routes.ts'
import { start } from './start.ts'

onRedirect(router.go)

const Afterwards = lazy(async () => ({ default: (await import('./Afterwards.tsx')).Afterwards }))

/** The root: a splash until the application knows who is there and where to go, then the pages. */
export function App() {
  const [started, setStarted] = useState(false)
  useEffect(() => {
    // the code of the page is fetched while the session is
    router.prepare(location.pathname)
    void start().then((target) => {
      router.go(target, { replace: true })
      setStarted(true)
    })
  }, [])
  return (
    <QueryClientProvider client={queryClient}>
      <NavigateContext value={router.go}>
        <Pages router={router} />
        <Toasts />
        {started && (
          <Suspense>
            <Afterwards />
          </Suspense>
        )}
      </NavigateContext>
    </QueryClientProvider>
  )
}
