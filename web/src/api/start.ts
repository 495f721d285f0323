import { goTo } from '../base/go-to.ts'
import { prepareFormats } from '../base/language.ts'
import { chooseStartPath, isHelpPath, isVisitorPath } from '../base/startup.ts'
import { storage } from '../base/storage.ts'
import { loadSession } from './session.ts'

/** Runs the start-up sequence for the current URL and resolves to the URL to show. */
export async function runStartup(): Promise<string> {
  const { pathname, search, hash } = location
  const href = pathname + search + hash
  if (isVisitorPath(pathname) || isHelpPath(pathname)) return href
  const session = loadSession()
  setTimeout(prepareFormats)
  const me = await session
  if (!me) storage.setWanted(href)
  return chooseStartPath({ href, me, lastRoute: storage.lastRoute() })
}

/** Goes to the next outstanding step after signing in or finishing a step, or to the page first requested. */
export async function goToNextStep(): Promise<void> {
  const me = await loadSession()
  const wanted = storage.wanted()
  const target = chooseStartPath({ href: wanted ?? '/', me, lastRoute: storage.lastRoute() })
  if (wanted && target === wanted) storage.setWanted(null)
  goTo(target, { replace: true })
}
