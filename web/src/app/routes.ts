import { paths } from '../base/paths.ts'
import { createRouter, type PageRoute, type RouteScreen } from '../base/router.ts'
import { storage } from '../base/storage.ts'

/** The routes of the application; each page's code is loaded on demand. */

const shell: RouteScreen = { load: async () => (await import('./Shell.tsx')).Shell }
const project: RouteScreen = { load: async () => (await import('../projects/ProjectPage.tsx')).ProjectPage }

const outside = (path: string, load: RouteScreen['load']): PageRoute => ({ path, screens: [{ load }] })
const inShell = (path: string, load: RouteScreen['load']): PageRoute => ({ path, screens: [shell, { load }] })
const inProject = (path: string, load: RouteScreen['load']): PageRoute => ({
  path: `/project/:id${path}`,
  screens: [shell, project, { load }],
})

export const router = createRouter([
  { path: '/', redirect: () => storage.lastRoute() ?? paths.projects },
  outside('/welcome', async () => (await import('../auth/WelcomePage.tsx')).WelcomePage),
  outside('/login', async () => (await import('../auth/LoginPage.tsx')).LoginPage),
  outside('/signup', async () => (await import('../auth/SignupPage.tsx')).SignupPage),
  outside('/reset-password', async () => (await import('../auth/ResetPage.tsx')).ResetPage),
  outside('/unsubscribe', async () => (await import('../notifications/UnsubscribePage.tsx')).UnsubscribePage),
  outside('/create-account', async () => (await import('../users/NamePage.tsx')).NamePage),
  outside('/onboarding', async () => (await import('../teams/OnboardingPage.tsx')).OnboardingPage),
  outside('/help/:chapter?', async () => (await import('../help/HelpPage.tsx')).HelpPage),
  outside(paths.authorize, async () => (await import('../auth/AuthorizePage.tsx')).AuthorizePage),
  outside('/kyc', async () => (await import('../users/KycPage.tsx')).KycPage),
  outside('/client', async () => (await import('../access/ClientPage.tsx')).ClientPage),
  outside('/errors/restricted', async () => (await import('./AccessPages.tsx')).RestrictedPage),
  outside('/errors/payment', async () => (await import('../billing/PaymentPage.tsx')).PaymentPage),
  inShell('/projects', async () => (await import('../projects/ProjectsPage.tsx')).ProjectsPage),
  inShell('/issues', async () => (await import('../issues/MyIssuesPage.tsx')).MyIssuesPage),
  inShell('/chat', async () => (await import('../chat/ChatPage.tsx')).ChatPage),
  inShell('/terms', async () => (await import('../settings/TermsPage.tsx')).TermsPage),
  inShell('/q/:marker', async () => (await import('../markers/MarkerPage.tsx')).MarkerPage),
  inShell('/me', async () => (await import('../users/me/MePage.tsx')).MePage),
  inShell('/account', async () => (await import('../teams/AccountPage.tsx')).AccountPage),
  inShell(paths.admin, async () => (await import('../admin/AdminPage.tsx')).AdminPage),
  inProject('', async () => (await import('../projects/ProjectHome.tsx')).ProjectHome),
  inProject('/overview', async () => (await import('../issues/overview/OverviewPage.tsx')).OverviewPage),
  inProject('/activity', async () => (await import('../issues/activity/ActivityPage.tsx')).ActivityPage),
  inProject('/issues/:number?', async () => (await import('../issues/IssuesPage.tsx')).IssuesPage),
  inProject('/elements', async () => (await import('../bim/elements/ElementsPage.tsx')).ElementsPage),
  inProject('/models', async () => (await import('../bim/files/ModelsPage.tsx')).ModelsPage),
  inProject('/models/:header', async () => (await import('../bim/files/FilePage.tsx')).FilePage),
  inProject('/viewer', async () => (await import('../bim/viewer/ViewerPage.tsx')).ViewerPage),
  inProject('/settings', async () => (await import('../projects/SettingsPage.tsx')).SettingsPage),
  inProject('/members', async () => (await import('../access/MembersPage.tsx')).MembersPage),
])
