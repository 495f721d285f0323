import { type Browser, expect, type Page, test } from '@playwright/test'
import { enter, MAREN } from './demo-people.ts'

/** JavaScript and requests as a real server sends them to a browser without a cache. */

interface Sent {
  /** bytes of all scripts, as transferred */
  scriptBytes: number
  requests: string[]
}

/** Collects what the server sends from now on, up to the returned function's call. */
function watchTransfers(page: Page): () => Promise<Sent> {
  const finished: Promise<{ url: string; bytes: number; isScript: boolean }>[] = []
  page.on('requestfinished', (request) => {
    finished.push(
      request.sizes().then(({ responseBodySize }) => ({
        url: new URL(request.url()).pathname,
        bytes: responseBodySize,
        isScript: /\.m?js$/.test(new URL(request.url()).pathname),
      })),
    )
  })
  return async () => {
    const all = await Promise.all(finished)
    const scriptBytes = all.filter(({ isScript }) => isScript).reduce((sum, { bytes }) => sum + bytes, 0)
    return { scriptBytes, requests: all.map(({ url, bytes }) => `${url} ${bytes}`) }
  }
}

/** Waits until the browser has asked for nothing more for half a second. */
const settled = (page: Page) => page.waitForLoadState('networkidle')

async function openDemo(browser: Browser, baseURL: string | undefined) {
  const person = await enter(browser, baseURL, MAREN)
  return { ...person, sent: watchTransfers(person.page) }
}

test('the sign-in page needs at most 130 kB of JavaScript', async ({ page }) => {
  const sent = watchTransfers(page)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await settled(page)
  const { scriptBytes, requests } = await sent()
  expect(scriptBytes, requests.join('\n')).toBeLessThanOrEqual(130_000)
})

test('the list of projects needs at most 190 kB of JavaScript', async ({ browser, baseURL }) => {
  const { page, sent } = await openDemo(browser, baseURL)
  await page.goto('/projects')
  await expect(page.getByRole('link', { name: /Demo Tower/ }).first()).toBeVisible()
  await settled(page)
  const { scriptBytes, requests } = await sent()
  expect(scriptBytes, requests.join('\n')).toBeLessThanOrEqual(190_000)
})

test('a usable issue list needs at most 20 requests and 260 kB of JavaScript', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId, sent } = await openDemo(browser, baseURL)
  await page.goto(`/project/${projectId}/issues`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const usable = await sent()
  expect(usable.requests.length, usable.requests.join('\n')).toBeLessThanOrEqual(20)
  await settled(page)
  const { scriptBytes, requests } = await sent()
  expect(scriptBytes, requests.join('\n')).toBeLessThanOrEqual(260_000)
})

test('the first use of the viewer needs at most 420 kB of JavaScript', async ({ browser, baseURL }) => {
  const { page, projectId, sent } = await openDemo(browser, baseURL)
  await page.goto(`/project/${projectId}/viewer`)
  await expect(page.getByRole('button', { name: 'Measure' })).toBeVisible()
  await settled(page)
  const { scriptBytes, requests } = await sent()
  expect(scriptBytes, requests.join('\n')).toBeLessThanOrEqual(420_000)
})
