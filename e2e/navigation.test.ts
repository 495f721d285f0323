import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { look } from './account-parts.ts'
import { enter, logIn, MAREN } from './demo-people.ts'
import { dialogs } from './dialogs.ts'
import { shortenPauses } from './shorten-pauses.ts'
import { test } from './test.ts'

/** Addresses, Back and forward, and pages that cannot be shown. */

async function openDemo(page: Page) {
  const { projectId } = await logIn(page.context(), MAREN)
  await page.goto(`/project/${projectId}/issues`)
  await expect(page.getByRole('heading', { name: 'Issues' })).toBeVisible()
}

/** between attempts to load code */
const CODE_PAUSES_MS = [500, 2000]

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name })

const scrollOf = (page: Page) =>
  page.locator('[data-scroll="Issues"]').evaluate((list) => Math.round(list.scrollTop))

test('Back gives the list its search and its scroll again', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 320 })
  await openDemo(page)
  const count = page.getByRole('status').filter({ hasText: /^\d+ issues?$/ })
  const all = (await count.textContent()) ?? ''
  await page.getByRole('searchbox').pressSequentially('e')
  // the list before it would be replaced, and its scroll with it
  await expect(count).not.toHaveText(all)
  await expect(page).toHaveURL(/\/issues\?q=e$/)
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.locator('[data-scroll="Issues"]').evaluate((list) => list.scrollTo(0, 60))
  await expect.poll(() => scrollOf(page)).toBe(60)
  await tab(page, 'Members').click()
  await expect(page.getByRole('heading', { name: 'Members' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('e')
  await expect.poll(() => scrollOf(page)).toBe(60)
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Members' })).toBeVisible()
})

test('on a phone Back closes popups, then clears the search, and only then leaves the page', async ({
  browser,
  baseURL,
}) => {
  const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }
  const { page, projectId } = await enter(browser, baseURL, MAREN, phone)
  await page.goto(`/project/${projectId}/members`)
  await expect(page.getByRole('heading', { name: 'Members' })).toBeVisible()
  const here = page.url()
  await page.getByRole('button', { name: 'Invite' }).first().click()
  const invite = dialogs(page)
  await expect(invite).toBeVisible()
  await page.goBack()
  await expect(invite).toBeHidden()
  await expect(page).toHaveURL(here)
  await page.goto(`/project/${projectId}/issues`)
  await page.getByRole('searchbox').pressSequentially('door')
  await expect(page).toHaveURL(/\?q=door$/)
  await page.getByRole('button', { name: 'New issue' }).click()
  const dialog = page.getByRole('dialog', { name: 'New issue' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Half a title')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('searchbox')).toHaveValue('door')
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(page).toHaveURL(/\/issues$/)
  // closing by its button leaves nothing behind that Back would open again
  await page.getByRole('button', { name: 'New issue' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Half a title')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(here)
  await expect(dialogs(page)).toHaveCount(0)
})

test('Back closes a question first, then the drawer in which it is asked', async ({ browser, baseURL }) => {
  const { page, projectId } = await enter(browser, baseURL, MAREN)
  await page.goto(`/project/${projectId}/models`)
  const here = page.url()
  await page.getByRole('button', { name: 'Actions for Building services' }).click()
  await page.getByRole('menuitem', { name: /^\d+ versions?$/ }).click()
  const drawer = page.getByRole('dialog', { name: /Building services/ })
  await drawer.getByRole('button', { name: 'Actions for Version 1' }).click()
  await page.getByRole('menuitem', { name: 'Delete version' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete version' })
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(drawer).toBeVisible()
  await page.goBack()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(here)
})

test('a dialog opened, or a link followed, while a closed dialog is going back in the history stays', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId, context } = await enter(browser, baseURL, MAREN)
  await context.addInitScript(() => {
    const goBack = history.back.bind(history)
    history.back = () => void setTimeout(goBack, 1000)
  })
  await page.goto(`/project/${projectId}/overview`)
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await tab(page, 'Members').click()
  const here = page.url()
  const invite = page.getByRole('button', { name: 'Invite' }).first()
  const dialog = dialogs(page)
  const closeAndBefore = async (act: () => Promise<void>) => {
    await invite.click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await act()
  }
  const arrived = page.evaluate(
    () => new Promise((resolve) => addEventListener('popstate', () => setTimeout(resolve), { once: true })),
  )
  await closeAndBefore(() => invite.click())
  await arrived
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(here)

  const left = page.evaluate(
    () => new Promise((resolve) => addEventListener('popstate', () => setTimeout(resolve), { once: true })),
  )
  await closeAndBefore(() => tab(page, 'Activity').click())
  await left
  await expect(page).toHaveURL(/activity$/)
  await expect(page.getByRole('heading', { name: 'Activity', exact: true })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(here)
})

test('a file dropped outside a drop zone does not replace the page', async ({ page }) => {
  await openDemo(page)
  const isLeftToBrowser = await page.getByRole('heading', { name: 'Issues' }).evaluate((heading) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['ISO-10303-21;'], 'house.ifc'))
    return ['dragover', 'drop'].map((type) =>
      heading.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })),
    )
  })
  // the browser opens a file whose drop the page does not refuse
  expect(isLeftToBrowser).toEqual([false, false])
})

test('a page that is gone to by the keyboard has the focus in its content', async ({ page }) => {
  await openDemo(page)
  await page.getByRole('link', { name: /^Chat/ }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Chat' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('a link that was followed is kept, with its query, through signing in', async ({ page, browser }) => {
  await openDemo(page)
  const wanted = new URL(page.url()).pathname.replace(/\/issues.*/, '/issues?status=CLOSED')
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const other = await context.newPage()
  await other.goto(wanted)
  await expect(other).toHaveURL(/\/welcome$/)
  await other.getByRole('button', { name: 'Open the demo project' }).click()
  await expect(other).toHaveURL(new RegExp(`${wanted.replace('?', '\\?')}$`))
  await expect(other.getByRole('button', { name: 'Status: Closed' })).toBeVisible()
})

test('everything is a few keys away: an issue by its number, a place, a new issue, the list of keys', async ({
  page,
}) => {
  await openDemo(page)
  const holdCode = async (file: RegExp) => {
    const code = Promise.withResolvers<void>()
    await page.route(file, async (route) => {
      await code.promise
      await route.fallback()
    })
    return code
  }
  const form = await holdCode(/\/issue-[^/]*\.js$/)
  await page.keyboard.type('c?cG')
  await page.keyboard.press('Backspace')
  form.resolve()
  const title = page.getByRole('dialog', { name: 'New issue' }).getByLabel('Title')
  await expect(title).toHaveValue('?c')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(dialogs(page)).toHaveCount(0)
  const code = await holdCode(/\/Palette-[^/]*\.js$/)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('cc')
  await page.keyboard.press('Backspace')
  code.resolve()
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await expect(palette.getByRole('combobox')).toHaveValue('c')
  await palette.getByRole('combobox').fill('')
  await expect(palette.getByRole('option', { name: /^Models/ })).toBeVisible()
  await look(page)
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('4')
  await expect(palette.getByRole('option', { name: 'Issue #4' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/issues\/4$/)
  await expect(page.getByRole('heading', { name: /Entrance door/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('option', { name: 'Issue #4' })).toBeVisible()
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('aicha')
  await expect(palette.getByRole('option', { name: 'Aicha Benali' })).toBeVisible()
  await page.keyboard.type(' nobody')
  await expect(palette.getByText('No matches')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await expect(page.getByRole('heading', { name: 'Models' })).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog', { name: 'New issue' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogs(page)).toHaveCount(0)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByText('Go to the 3D view')).toBeVisible()
  await look(page)
  await keys.getByRole('searchbox').fill('highlighted')
  await expect(keys.getByText('Go to the 3D view')).toHaveCount(0)
  await expect(keys.getByText('Open the highlighted row')).toBeVisible()
})

test('an unknown address shows the not-found page', async ({ page }) => {
  await openDemo(page)
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to projects' }).click()
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
})

test('a page whose code fails to load offers to try again', async ({ page }) => {
  await shortenPauses(page.context(), CODE_PAUSES_MS)
  await openDemo(page)
  const code = /\/assets\/MembersPage-[^/]*\.js$/
  await page.route(code, (route) => route.abort())
  await tab(page, 'Members').click()
  await expect(page.getByRole('heading', { name: 'Could not load this page' })).toBeVisible()
  await page.unroute(code)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Members' })).toBeVisible()
})

test('an application whose code fails to load shows this in the reader’s language, and starts by Try again', async ({
  page,
  browser,
  baseURL,
}) => {
  const code = /\/assets\/start-[^/]*\.js$/
  const german = await browser.newContext({ baseURL: baseURL ?? '', locale: 'de-AT' })
  await german.route(code, (route) => route.abort())
  const other = await german.newPage()
  await other.goto('/login')
  await expect(other.getByRole('heading', { name: 'Plumbline konnte nicht geladen werden' })).toBeVisible()
  await page.route(code, (route) => route.abort())
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Plumbline could not be loaded' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute(code)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
})

test('the browser can install the application on the device', async ({ page }) => {
  await page.goto('/client')
  const browser = await page.context().newCDPSession(page)
  const { url, errors } = await browser.send('Page.getAppManifest')
  expect([new URL(url).pathname, errors]).toEqual(['/app.webmanifest', []])
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  // the browser of a test keeps nothing, which alone is in the way
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})

test('a part that cannot be loaded leaves the page and can be tried again', async ({ browser, baseURL }) => {
  const { page, context, projectId } = await enter(browser, baseURL, MAREN)
  await shortenPauses(context, CODE_PAUSES_MS)
  const part = '**/assets/ProjectPresence-*.js'
  let refused = 0
  await page.route(part, (route) => {
    refused++
    return route.abort()
  })
  await page.goto(`/project/${projectId}/issues`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const problem = page.getByText('Could not load this').first()
  await expect(problem).toBeVisible()
  expect(refused).toBeGreaterThan(0)
  await page.unroute(part)
  const loaded = page.waitForResponse(
    (response) => /ProjectPresence-.*\.js$/.test(response.url()) && response.ok(),
  )
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await loaded
  await expect(problem).toBeHidden()
})

test('the tab is titled by the issue or page, the project and the number of unread messages', async ({
  browser,
  baseURL,
}) => {
  const { page, projectId } = await enter(browser, baseURL, MAREN)
  await page.goto('/projects')
  await expect(page).toHaveTitle(/^(\(\d+\) )?Projects · Plumbline$/)
  await page.goto(`/project/${projectId}/issues`)
  await expect(page).toHaveTitle(/^(\(\d+\) )?Issues · Demo Tower · Plumbline$/)
  await page.goto(`/project/${projectId}/issues/1`)
  await expect(page).toHaveTitle(
    /^(\(\d+\) )?#1 Duct too low for the suspended ceiling · Demo Tower · Plumbline$/,
  )
  await page.goBack()
  await expect(page).toHaveTitle(/^(\(\d+\) )?Issues · Demo Tower · Plumbline$/)
})

test('On a phone the current tab is seen whole, also where it is the last of a row', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const { projectId } = await logIn(page.context(), MAREN)
  await page.goto(`/project/${projectId}/members?list=requests`)
  const current = page.getByRole('tab', { name: /^Access requests/ })
  await expect(current).toHaveText(/1$/)
  const isWhole = () =>
    current.evaluate((link) => {
      const row = (link.parentElement as Element).getBoundingClientRect()
      const { left, right } = link.getBoundingClientRect()
      return left >= row.left - 1 && right <= row.right + 1
    })
  await expect.poll(isWhole).toBe(true)
})
