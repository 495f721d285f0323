import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { FailedPage, NotFoundPage, PaymentPage, RestrictedPage } from './ErrorPages.tsx'
import { paths } from './paths.ts'
import { Splash } from './Splash.tsx'
import { storage } from './storage.ts'

/** The routes, each loaded on demand. */

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage })

const outside = (path: string, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => root, path, component })

const outsideRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: storage.lastRoute() ?? paths.projects })
    },
  }),
  outside(
    '/welcome',
    lazyRouteComponent(() => import('../auth/WelcomePage.tsx'), 'WelcomePage'),
  ),
  outside(
    '/login',
    lazyRouteComponent(() => import('../auth/LoginPage.tsx'), 'LoginPage'),
  ),
  outside(
    '/signup',
    lazyRouteComponent(() => import('../auth/SignupPage.tsx'), 'SignupPage'),
  ),
  outside(
    '/reset-password',
    lazyRouteComponent(() => import('../auth/ResetPage.tsx'), 'ResetPage'),
  ),
  outside(
    '/create-account',
    lazyRouteComponent(() => import('../users/NamePage.tsx'), 'NamePage'),
  ),
  outside(
    '/onboarding',
    lazyRouteComponent(() => import('../teams/OnboardingPage.tsx'), 'OnboardingPage'),
  ),
  outside(
    '/kyc',
    lazyRouteComponent(() => import('../users/KycPage.tsx'), 'KycPage'),
  ),
  createRoute({ getParentRoute: () => root, path: '/errors/restricted', component: RestrictedPage }),
  createRoute({ getParentRoute: () => root, path: '/errors/payment', component: PaymentPage }),
]

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazyRouteComponent(() => import('./Shell.tsx'), 'Shell'),
  beforeLoad: ({ location }) => storage.setLastRoute(location.pathname),
})

const inShell = (path: string, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => shell, path, component })

const project = createRoute({
  getParentRoute: () => shell,
  path: '/project/$id',
  component: lazyRouteComponent(() => import('../projects/ProjectPage.tsx'), 'ProjectPage'),
})

const tab = (path: string, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => project, path, component })

const tabs = [
  tab(
    '/',
    lazyRouteComponent(() => import('../projects/ProjectHome.tsx'), 'ProjectHome'),
  ),
  tab(
    '/issues',
    lazyRouteComponent(() => import('../issues/IssuesPage.tsx'), 'IssuesPage'),
  ),
  tab(
    '/issues/$number',
    lazyRouteComponent(() => import('../issues/IssuesPage.tsx'), 'IssuesPage'),
  ),
  tab(
    '/models',
    lazyRouteComponent(() => import('../bim/ModelsPage.tsx'), 'ModelsPage'),
  ),
  tab(
    '/viewer',
    lazyRouteComponent(() => import('../bim/ViewerPage.tsx'), 'ViewerPage'),
  ),
  tab(
    '/members',
    lazyRouteComponent(() => import('../projects/MembersPage.tsx'), 'MembersPage'),
  ),
]

const shellRoutes = [
  inShell(
    '/projects',
    lazyRouteComponent(() => import('../projects/ProjectsPage.tsx'), 'ProjectsPage'),
  ),
  inShell(
    '/chat',
    lazyRouteComponent(() => import('../chat/ChatPage.tsx'), 'ChatPage'),
  ),
  inShell(
    '/terms',
    lazyRouteComponent(() => import('../settings/TermsPage.tsx'), 'TermsPage'),
  ),
  inShell(
    '/me',
    lazyRouteComponent(() => import('../users/MePage.tsx'), 'MePage'),
  ),
  inShell(
    '/account',
    lazyRouteComponent(() => import('../teams/AccountPage.tsx'), 'AccountPage'),
  ),
  project.addChildren(tabs),
]

export const router = createRouter({
  routeTree: root.addChildren([...outsideRoutes, shell.addChildren(shellRoutes)]),
  defaultPreload: 'intent',
  defaultPendingComponent: Splash,
  defaultPendingMs: 300,
  defaultErrorComponent: FailedPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
