import { type Browser, expect, type Page } from '@playwright/test'
import { enter, MAREN } from './demo-people.ts'
import { test } from './test.ts'

/** JavaScript and requests as a real server sends them to a browser without a cache. */

interface Sent {
  /** bytes of all scripts as sent, including those of workers */
  scriptBytes: number
  /** every request in order, with the bytes of its answer */
  requests: string[]
}

/** Counts the bytes that the server sends between calls of the returned function; responses from the cache do not count. */
function watchTransfers(page: Page): () => Promise<Sent> {
  const answers: Promise<{ path: string; bytes: number; isSent: boolean }>[] = []
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname
    const announced = Number(response.headers()['content-length'] ?? 0)
    const answer = response
      .request()
      .sizes()
      .then(({ responseBodySize: bytes }) => ({ path, bytes, isSent: bytes > 0 || announced === 0 }))
    // an answer after the last call may end with the page
    answer.catch(() => undefined)
    answers.push(answer)
  })
  return async () => {
    const sent = (await Promise.all(answers)).filter(({ isSent }) => isSent)
    const scripts = sent.filter(({ path }) => /\.m?js$/.test(path))
    return {
      scriptBytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0),
      requests: sent.map(({ path, bytes }) => `${path} ${bytes}`),
    }
  }
}

/** Waits until the browser has sent no request for half a second. */
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

test('scripts that are here are not asked for again', async ({ browser, baseURL }) => {
  const { page, context, projectId } = await openDemo(browser, baseURL)
  const session = await context.newCDPSession(page)
  const [paths, again] = [new Map<string, string>(), [] as string[]]
  session.on('Network.requestWillBeSent', ({ requestId, request }) =>
    paths.set(requestId, new URL(request.url).pathname),
  )
  session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    if (statusCode === 304) again.push(paths.get(requestId) ?? '')
  })
  await session.send('Network.enable')
  await page.goto(`/project/${projectId}/issues`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await settled(page)
  expect([...paths.values()].filter((path) => path.startsWith('/assets/issues')).length).toBeGreaterThan(0)
  expect(again.filter((path) => path.startsWith('/assets/'))).toEqual([])
})

test('a usable issue list needs at most 20 requests and 260 kB of JavaScript', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId, sent } = await openDemo(browser, baseURL)
  await page.goto(`/project/${projectId}/issues`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await settled(page)
  const { scriptBytes, requests } = await sent()
  // a row is there with the answer about it; its picture follows
  const usable = requests.slice(0, 1 + requests.findIndex((request) => /\/issue \d/.test(request)))
  expect(usable.length, usable.join('\n')).toBeLessThanOrEqual(20)
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
