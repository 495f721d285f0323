import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'

/** Every screen, light and dark, wide and on a phone: accessible, within its width, without an error in the console. */

const outside = [
  '/welcome',
  '/login',
  '/signup',
  '/reset-password',
  '/reset-password?code=never-was',
  '/errors/restricted',
]
const inside = [
  '/projects',
  '/projects?layout=list',
  '/chat',
  '/account',
  '/account?part=members',
  '/account?part=projects',
  '/account?part=danger',
  '/me',
  '/terms',
  '/client',
  '/client?code=ZZZZ-ZZZZ',
  '/q/AAAAAAAAAAAAAAAAAAAAAA',
  '/errors/restricted',
  '/errors/payment',
  '/no-such-page',
]
const ofProject = [
  'overview',
  'activity',
  'issues',
  'issues/1',
  'issues/999',
  'models',
  'elements',
  'elements?q=door&where=Pset_DoorCommon.FireRating<EI60',
  'viewer',
  'members',
  'members?list=invitations',
  'members?list=requests',
  'settings',
]

const looks = [
  { name: 'light, 1440 px', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'dark, 1440 px', colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  { name: 'light, 360 px', colorScheme: 'light', viewport: { width: 360, height: 740 } },
  { name: 'dark, 360 px', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
] as const

async function signIn(context: BrowserContext): Promise<string> {
  const data = { email: 'demo@plumbline.example', password: 'plumbline-demo' }
  expect((await context.request.post('/api/auth/login', { data })).status()).toBe(200)
  const projects = (await (await context.request.get('/api/v2/project')).json()) as {
    id: string
    is_demo: boolean
  }[]
  return projects.find((project) => project.is_demo)?.id ?? ''
}

/** Refused calls are shown by the screen; the browser's own line about them is no fault. */
const isFault = (text: string) => !text.includes('Failed to load resource')

async function settle(page: Page) {
  await expect(page.getByText('Loading…')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  await page.waitForLoadState('networkidle')
}

async function check(page: Page, path: string) {
  const faults: string[] = []
  const listen = (message: { type: () => string; text: () => string }) => {
    if (message.type() === 'error' && isFault(message.text())) faults.push(message.text())
  }
  page.on('console', listen)
  await page.goto(path)
  await settle(page)
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .exclude('[data-base-ui-focus-guard]')
    .setLegacyMode(true)
    .analyze()
  page.off('console', listen)
  const problems = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  )
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect({ path, problems, faults, overflow: Math.max(0, overflow) }).toEqual({
    path,
    problems: [],
    faults: [],
    overflow: 0,
  })
}

for (const { name, ...look } of looks)
  test.describe(name, () => {
    test.use(look)
    test('before signing in', async ({ page }) => {
      for (const path of outside) await check(page, path)
    })
    test('for signed-in people', async ({ page, context }) => {
      test.setTimeout(180_000)
      const id = await signIn(context)
      for (const path of inside) await check(page, path)
      for (const path of ofProject) await check(page, `/project/${id}/${path}`)
      await check(page, '/project/0193f0a0-0000-7000-8000-000000000000/issues')
    })
  })

/** What runs out of its window or out of sight, on every screen. */
async function checkBounds(page: Page, id: string, dir: 'ltr' | 'rtl') {
  for (const path of [...inside, ...ofProject.map((tab) => `/project/${id}/${tab}`)]) {
    await page.goto(path)
    await settle(page)
    const found = await page.evaluate((direction) => {
      document.documentElement.dir = direction
      const isOut = (element: Element) => {
        const { left, right, width } = element.getBoundingClientRect()
        return width > 1 && (right > window.innerWidth + 1 || left < -1)
      }
      return {
        overflow: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
        outside: [...document.querySelectorAll('h1, h2, main button, header a')]
          .filter((element) => isOut(element) && !element.closest('nav, [role=tablist]'))
          .map((element) => element.textContent),
      }
    }, dir)
    expect({ path, ...found }).toEqual({ path, overflow: 0, outside: [] })
  }
}

test('right to left, nothing runs out of its window or out of sight', async ({ page, context }) => {
  const id = await signIn(context)
  test.setTimeout(180_000)
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await checkBounds(page, id, 'rtl')
  }
})

async function speak(context: BrowserContext, locale: string) {
  const cookies = await context.cookies()
  const headers = { 'X-XSRF-TOKEN': cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '' }
  expect((await context.request.patch('/api/me', { headers, data: { locale } })).status()).toBe(200)
}

for (const locale of ['de', 'fr', 'es'])
  test(`in ${locale}, every screen keeps to a phone's width`, async ({ page, context }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width: 360, height: 740 })
    const id = await signIn(context)
    await speak(context, locale)
    try {
      await page.goto('/projects')
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      await checkBounds(page, id, 'ltr')
    } finally {
      await speak(context, 'en')
    }
  })
