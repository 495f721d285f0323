import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { onRedirect } from '../api/client.ts'
import { queryClient } from '../api/query.ts'
import { NavigateContext } from '../ui/Link.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { router } from './routes.tsx'
import { Splash } from './Splash.tsx'
import { start } from './start.ts'

const navigate = (href: string) => void router.navigate({ href })
onRedirect(navigate)

/** The root: a splash until the application knows who is there and where to go, then the routes. */
export function App() {
  const [initialised, setInitialised] = useState(false)
  useEffect(() => {
    void start().then((target) => {
      router.history.replace(target)
      setInitialised(true)
    })
  }, [])
  return (
    <QueryClientProvider client={queryClient}>
      <NavigateContext value={navigate}>
        {initialised ? <RouterProvider router={router} /> : <Splash />}
        <Toasts />
      </NavigateContext>
    </QueryClientProvider>
  )
}
