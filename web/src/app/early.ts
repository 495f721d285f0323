import '../app.css'
import type { getMe } from '@plumbline/contract/users/get-me'
import type { Locale } from '@plumbline/contract/users/users'
import { sendEarly } from '../base/early-read.ts'
import { openEarlySocket } from '../base/early-socket.ts'
import { settleScripts } from '../base/load-piece.ts'
import { choosePreferredLocale } from '../base/preferred-locale.ts'
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

/** Here and not in the catalogues, which load with the application. */
const failure: Record<Locale, [title: string, hint: string, again: string]> = {
  en: ['Plumbline could not be loaded', 'The connection was lost, or the server is away.', 'Try again'],
  de: [
    'Plumbline konnte nicht geladen werden',
    'Die Verbindung ist abgebrochen, oder der Server ist nicht erreichbar.',
    'Erneut versuchen',
  ],
  fr: [
    'Plumbline n’a pas pu être chargé',
    'La connexion a été perdue, ou le serveur ne répond pas.',
    'Réessayer',
  ],
  es: [
    'No se ha podido cargar Plumbline',
    'Se ha perdido la conexión o el servidor no responde.',
    'Reintentar',
  ],
}

/** Replaces the splash when the application fails to load. */
function showFailure() {
  const locale = choosePreferredLocale(document.cookie, navigator.languages)
  document.documentElement.lang = locale
  const [words, reason, tryAgain] = failure[locale]
  const main = document.createElement('main')
  main.className = 'grid min-h-page place-content-center justify-items-center gap-4 p-6 text-center'
  const title = document.createElement('h1')
  title.className = 'font-semibold text-20'
  title.textContent = words
  const hint = document.createElement('p')
  hint.className = 'max-w-100 text-text-muted'
  hint.textContent = reason
  const again = document.createElement('button')
  again.type = 'button'
  again.className = buttonClass('primary', 'normal')
  again.textContent = tryAgain
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

// in sequence: on a slow line the page's code would delay the application, which has more to do first
void settleScripts().then(() => router.prepare(pathname))
