import type { Page, Request } from '@playwright/test'

/** Requests without an answer, and callbacks waiting until there are none. */
interface OpenRequests {
  requests: Set<Request>
  waiting: (() => void)[]
}
const pages = new WeakMap<Page, OpenRequests>()

/** Follows the requests of a page from now on, which `settlePage` waits for. */
export function followRequests(page: Page): OpenRequests {
  const known = pages.get(page)
  if (known) return known
  const open: OpenRequests = { requests: new Set(), waiting: [] }
  pages.set(page, open)
  const close = (request: Request) => {
    open.requests.delete(request)
    if (open.requests.size === 0) for (const go of open.waiting.splice(0)) go()
  }
  page.on('request', (request) => open.requests.add(request))
  page.on('requestfinished', close)
  page.on('requestfailed', close)
  return open
}

async function waitForAnswers({ requests, waiting }: OpenRequests) {
  if (requests.size > 0) await new Promise<void>((resolve) => waiting.push(resolve))
}

/** In English, German, French and Spanish. */
const LOADING = /^(Loading…|Wird geladen …|Chargement…|Cargando…)$/

/** Waits until a page shows what it asked for and asks for nothing more. */
export async function settlePage(page: Page) {
  const open = followRequests(page)
  const isLoading = page.getByText(LOADING).first()
  // not by role: an open dialog hides the headings behind it
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await isLoading.waitFor({ state: 'detached' })
  await waitForAnswers(open)
  // rendering the last answer may send more requests
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  await waitForAnswers(open)
  await isLoading.waitFor({ state: 'detached' })
}
