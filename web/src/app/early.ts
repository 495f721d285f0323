import '../app.css'
import type { getMe } from '@plumbline/contract/users/get-me'
import { sendEarly } from '../base/early-read.ts'
import { openEarlySocket } from '../base/early-socket.ts'
import { settleScripts } from '../base/load-piece.ts'
import { isHelpPath, isVisitorPath } from '../base/startup.ts'
import { buildTeamHeader } from '../base/team-header.ts'
import { restoreAppearance } from '../base/theme.ts'
import { buttonClass } from '../ui/button-look.ts'
import { router } from './routes.ts'

/**
 * The first script of the page: it sets the theme, and asks for the signed-in user, the live updates and the code of the
 * address while the application itself is on its way.
 */

/** written out, because the contract's code would make this script three times as long */
const ME: (typeof getMe)['path'] = '/api/me'

/** Takes the place of the splash when the application does not come. In English: the other languages come with it. */
function showFailure() {
  const main = document.createElement('main')
  main.className = 'grid min-h-page place-content-center justify-items-center gap-4 p-6 text-center'
  const title = document.createElement('h1')
  title.className = 'font-semibold text-20'
  title.textContent = 'Plumbline could not be loaded'
  const hint = document.createElement('p')
  hint.className = 'max-w-100 text-text-muted'
  hint.textContent = 'The connection was lost, or the server is away.'
  const again = document.createElement('button')
  again.type = 'button'
  again.className = buttonClass('primary', 'normal')
  again.textContent = 'Try again'
  again.addEventListener('click', () => location.reload())
  main.append(title, hint, again)
  document.getElementById('root')?.replaceChildren(main)
}

const { pathname } = location
restoreAppearance()
// else the first page is read before the font (App.tsx)
if (navigator.serviceWorker?.controller) document.documentElement.dataset.fonts = 'kept'
import('./main.tsx').catch(showFailure)
const isSignedIn = document.cookie.includes('XSRF-TOKEN=')
if (isSignedIn && !isVisitorPath(pathname) && !isHelpPath(pathname)) {
  sendEarly(ME, buildTeamHeader())
  openEarlySocket()
  void import('../api/live.ts')
  void import('../api/kept-files.ts')
}

// one after the other: on a slow line the page's code would delay the application, which has more to do first
void settleScripts().then(() => router.prepare(pathname))
