import { type BrowserContext, expect, type Page } from '@playwright/test'
import { findProblems, showTheme } from './accessibility.ts'
import { logIn, MAREN } from './demo-people.ts'
import {
  insideScreens,
  outsideScreens,
  projectScreens,
  UNKNOWN_PROJECT_SCREEN,
} from './screens/screen-list.ts'
import { followRequests, settlePage } from './screens/settle-page.ts'
import { isLong } from './size.ts'
import { test } from './test.ts'

/**
 * Every screen, light and dark, wide and on a phone: accessible, within its width in both directions of writing, with
 * one scrollbar, without an error in the console.
 */

test.describe.configure({ mode: 'parallel' })

type Theme = 'light' | 'dark'
interface Look {
  name: string
  viewport: { width: number; height: number }
  themes: Theme[]
}
/** A short run tests each width in one theme, both on the same opened screen. */
const wide: Look = {
  name: '1440 px',
  viewport: { width: 1440, height: 900 },
  themes: isLong ? ['light', 'dark'] : ['dark'],
}
const narrow: Look = {
  name: '360 px',
  viewport: { width: 360, height: 740 },
  themes: isLong ? ['light', 'dark'] : ['light'],
}
const visits = isLong ? [[wide], [narrow]] : [[wide, narrow]]

const signIn = async (context: BrowserContext) => (await logIn(context, MAREN)).projectId

async function speak(context: BrowserContext, locale: string) {
  const cookies = await context.cookies()
  const headers = { 'X-XSRF-TOKEN': cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '' }
  expect((await context.request.patch('/api/me', { headers, data: { locale } })).status()).toBe(200)
}

/** The screen shows refused calls; the browser's console message about them is not a fault. */
const isFault = (text: string) => !text.includes('Failed to load resource')

async function problemsIn(page: Page, colorScheme: Theme): Promise<string[]> {
  await showTheme(page, colorScheme)
  // a colour on its way to its other half would be taken for the colour
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
  await expect.poll(moving).toBe(0)
  return (await findProblems(page)).map((problem) => `${colorScheme}: ${problem}`)
}

/** Elements outside of their window or of the visible area. */
const findOutside = (page: Page, dir: 'ltr' | 'rtl') =>
  page.evaluate((direction) => {
    document.documentElement.dir = direction
    const isOut = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 1 && (right > window.innerWidth + 1 || left < -1)
    }
    const scrolls = (element: Element) =>
      /auto|scroll/.test(getComputedStyle(element).overflowY) &&
      element.scrollHeight > element.clientHeight + 1 &&
      element.clientHeight > window.innerHeight / 2
    return {
      scrollsTwice:
        document.documentElement.scrollHeight > window.innerHeight + 1 &&
        [...document.body.querySelectorAll('*')].some(scrolls),
      overflow: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
      outside: [...document.querySelectorAll('h1, h2, main button, header a')]
        .filter((element) => isOut(element) && !element.closest('nav, [role=tablist]'))
        .map((element) => element.textContent),
    }
  }, dir)

const nothing = { scrollsTwice: false, overflow: 0, outside: [] }

async function check(page: Page, path: string, looks: Look[]) {
  const faults: string[] = []
  const listen = (message: { type: () => string; text: () => string }) => {
    if (message.type() === 'error' && isFault(message.text())) faults.push(message.text())
  }
  page.on('console', listen)
  followRequests(page)
  const found: object[] = []
  for (const { name, viewport, themes } of looks) {
    await page.setViewportSize(viewport)
    if (found.length === 0) await page.goto(path)
    await settlePage(page)
    const problems: string[] = []
    for (const theme of themes) problems.push(...(await problemsIn(page, theme)))
    const [rtl, ltr] = [await findOutside(page, 'rtl'), await findOutside(page, 'ltr')]
    found.push({ path, name, problems, ltr, rtl })
  }
  page.off('console', listen)
  expect({ found, faults }).toEqual({
    found: looks.map(({ name }) => ({ path, name, problems: [], ltr: nothing, rtl: nothing })),
    faults: [],
  })
}

for (const looks of visits)
  test.describe(looks.map(({ name }) => name).join(', '), () => {
    test('before signing in', async ({ page }) => {
      for (const path of outsideScreens) await check(page, path, looks)
    })
    test('for signed-in people', async ({ page, context }) => {
      test.setTimeout(540_000)
      const id = await signIn(context)
      // the longest words are German; a long run has the other languages below
      if (!isLong) await speak(context, 'de')
      try {
        for (const path of insideScreens) await check(page, path, looks)
        for (const path of projectScreens) await check(page, `/project/${id}/${path}`, looks)
        await check(page, UNKNOWN_PROJECT_SCREEN, looks)
      } finally {
        await speak(context, 'en')
      }
    })
  })

for (const locale of isLong ? ['de', 'fr', 'es'] : [])
  test(`in ${locale}, every screen keeps to a phone's width`, async ({ page, context }) => {
    test.setTimeout(180_000)
    await page.setViewportSize({ width: 360, height: 740 })
    const id = await signIn(context)
    await speak(context, locale)
    followRequests(page)
    try {
      await page.goto('/projects')
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      for (const path of [...insideScreens, ...projectScreens.map((tab) => `/project/${id}/${tab}`)]) {
        await page.goto(path)
        await settlePage(page)
        expect({ path, ...(await findOutside(page, 'ltr')) }).toEqual({ path, ...nothing })
      }
    } finally {
      await speak(context, 'en')
    }
  })
