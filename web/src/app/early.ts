import '../app.css'
import type { getMe } from '@plumbline/contract/users/get-me'
import { sendEarly } from '../base/early-read.ts'
import { openEarlySocket } from '../base/early-socket.ts'
import { settleScripts } from '../base/load-piece.ts'
import { isHelpPath, isVisitorPath } from '../base/startup.ts'
import { buildTeamHeader } from '../base/team-header.ts'
import { restoreAppearance } from '../base/theme.ts'
import { router } from './routes.ts'

/**
 * The first script of the page: it sets the theme, and asks for the signed-in user, the live updates and the code of the
 * address while the application itself is on its way.
 */

/** written out, because the contract's code would make this script three times as long */
const ME: (typeof getMe)['path'] = '/api/me'

const { pathname } = location
restoreAppearance()
// else the first page is read before the font (App.tsx)
if (navigator.serviceWorker?.controller) document.documentElement.dataset.fonts = 'kept'
import('./main.tsx').catch(() => {
  const root = document.getElementById('root')
  if (root) root.textContent = 'Plumbline could not be loaded. Check the connection, and load the page again.'
})
const isSignedIn = document.cookie.includes('XSRF-TOKEN=')
if (isSignedIn && !isVisitorPath(pathname) && !isHelpPath(pathname)) {
  sendEarly(ME, buildTeamHeader())
  openEarlySocket()
  void import('../api/live.ts')
  void import('../api/kept-files.ts')
}

// one after the other: on a slow line the page's code would delay the application, which has more to do first
void settleScripts().then(() => router.prepare(pathname))
