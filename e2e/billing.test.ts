import { expect, type Page } from '@playwright/test'
import type { Subscription } from '@plumbline/contract/billing/subscription'
import {
  fillAccount,
  headersOf,
  linkFor,
  look,
  newAddress,
  newPerson,
  part,
  passOnboarding,
} from './account-parts.ts'
import { billedOrigin, openPart, startBilledServer, subscribe } from './billing-parts.ts'
import { dialogs, quiet } from './dialogs.ts'
import { isLong } from './size.ts'
import { test } from './test.ts'
import { enterDemo, hidePins } from './viewer-parts.ts'

/** Billing of a company: its plan, seats, invoices, and refusals when the plan does not cover something. */

let server: Awaited<ReturnType<typeof startBilledServer>> | undefined
test.beforeAll(async () => {
  server = await startBilledServer()
})
test.afterAll(() => server?.stop())
const operate = (...args: string[]) => server?.operate(...args)

const current = (page: Page) => part(page, 'Current plan')
const said = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible()

/** Changes the server's answer about the subscription to a later state. */
async function asIf(page: Page, changes: Partial<Subscription>) {
  await page.route('**/billing/subscription', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...changes } })
  })
}

test('a server without payments shows that', async ({ page }) => {
  await newPerson(page)
  for (const name of ['plan', 'payment', 'details', 'invoices'] as const) {
    await openPart(page, name)
    await said(page, 'Payments are switched off on this server')
  }
  await look(page)
  await expect(page.getByRole('button', { name: /Choose/ })).toHaveCount(0)
})

test.describe('with payment by invoice', () => {
  test.use({ baseURL: billedOrigin })

  test('a plan is chosen after an estimate, and the invoice equals the estimate', async ({ page }) => {
    await newPerson(page)
    await openPart(page, 'plan')
    await expect(current(page).getByText(/^Trial until /)).toBeVisible()
    await look(page)
    await page.getByRole('switch', { name: /^Pay yearly/ }).click()
    await expect(page.getByText('€150').first()).toBeVisible()
    await page.getByRole('button', { name: 'Choose Team' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change to Team' })
    await expect(dialog.getByRole('radio', { name: /^Yearly/ })).toBeChecked()
    await dialog.getByRole('radio', { name: 'Monthly' }).click()
    await dialog.getByLabel('Seats').fill('3')
    await expect(dialog.getByRole('row', { name: /^Team, 3 seats.*€45\.00/ })).toBeVisible()
    await look(page)
    const due = await dialog
      .getByRole('row', { name: /^Due today/ })
      .getByRole('cell')
      .textContent()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(current(page).getByText('Active')).toBeVisible()
    await expect(current(page).getByText('1 of 3 in use')).toBeVisible()

    await openPart(page, 'invoices')
    const invoice = page.getByRole('list', { name: 'Invoices' }).getByRole('listitem').first()
    await expect(invoice.getByText(due ?? '')).toBeVisible()
    await look(page)
    const download = page.waitForEvent('download')
    await invoice.getByRole('link', { name: /as PDF$/ }).click()
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
    const address = await invoice.getByRole('link', { name: /as PDF$/ }).getAttribute('href')
    const pdf = await page.request.get(address ?? '')
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('seats are added for the rest of the period, and fewer seats start with the next one', async ({
    page,
  }) => {
    await newPerson(page)
    await subscribe(page)
    await openPart(page, 'plan')
    await page.getByRole('button', { name: 'Team size' }).click()
    const dialog = page.getByRole('dialog', { name: 'Team size' })
    await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeDisabled()
    await dialog.getByLabel('Seats').fill('5')
    await expect(dialog.getByRole('row', { name: /^Due today/ })).toBeVisible()
    await look(page)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(current(page).getByText('1 of 5 in use')).toBeVisible()

    await page.getByRole('button', { name: 'Team size' }).click()
    await dialog.getByLabel('Seats').fill('2')
    await expect(dialog.getByText('Nothing is due today')).toBeVisible()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(current(page).getByText(/^From .*: Team, 2 seats, monthly\.$/)).toBeVisible()
    await page.getByRole('button', { name: 'Cancel scheduled change' }).click()
    await expect(current(page).getByText(/Team, 2 seats/)).toHaveCount(0)
  })

  test('a plan is cancelled in two steps, and kept after all', async ({ page }) => {
    await newPerson(page)
    await subscribe(page)
    await openPart(page, 'plan')
    await page.getByRole('button', { name: 'Cancel plan' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel plan' })
    await expect(dialog.getByText(/You can export everything/)).toBeVisible()
    await look(page)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByText(/^Team ends on /)).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel plan' }).click()
    await expect(current(page).getByText(/^Ends on /)).toBeVisible()
    await quiet(page)
    await look(page)
    await page.getByRole('button', { name: 'Resume plan' }).click()
    await expect(current(page).getByText('Active')).toBeVisible()
  })

  test('a trial is made longer once', async ({ page }) => {
    await newPerson(page)
    await openPart(page, 'plan')
    await page.getByRole('button', { name: 'Extend the trial by 14 days' }).click()
    await said(page, 'Trial extended by 14 days')
    await expect(page.getByRole('button', { name: /Extend the trial/ })).toHaveCount(0)
  })

  test('a limit of the plan is shown in advance, and typed text is not lost', async ({ page }) => {
    await newPerson(page)
    await openPart(page, 'plan')
    await page.getByRole('button', { name: 'Choose Free' }).click()
    await dialogs(page).getByRole('button', { name: 'Confirm' }).click()
    await expect(current(page).getByText('Free', { exact: true })).toBeVisible()
    const newProject = async (name: string) => {
      await page.goto('/projects')
      await page.getByRole('button', { name: 'New project' }).first().click()
      await dialogs(page).getByLabel('Name').fill(name)
    }
    await newProject('Harbour School')
    await dialogs(page).getByRole('button', { name: 'Create' }).click()
    await expect(page).toHaveURL(/\/models$/)

    await newProject('Harbour Hotel')
    await said(page, 'Your company’s plan includes 1 active project.')
    await look(page)
    await dialogs(page).getByRole('button', { name: 'Create' }).click()
    await expect(page).toHaveURL(/\/errors\/payment$/)
    await expect(
      page.getByRole('heading', { name: 'This company’s subscription needs attention' }),
    ).toBeVisible()
    await expect(dialogs(page)).toHaveCount(0)
    await look(page)
    await page.getByRole('button', { name: 'Go back' }).click()
    await expect(dialogs(page).getByLabel('Name')).toHaveValue('Harbour Hotel')
    await dialogs(page).getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: 'Go to billing' }).click()
    await expect(current(page)).toBeVisible()
  })

  test('in every language, and right to left, a long name keeps within its window', async ({ page }) => {
    test.setTimeout(150_000)
    await newPerson(page)
    await subscribe(page)
    const headers = await headersOf(page)
    const [{ team_id }] = (await (await page.request.get('/api/me')).json()).teams
    const name = 'Brückenbau- und Tiefgründungsgesellschaft Mecklenburgische Seenplatte mbH & Co. KG'
    await page.request.patch(`/api/team/${team_id}`, { headers, data: { name } })
    const bounds = () =>
      page.evaluate(() => ({
        page: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
        parts: [...document.querySelectorAll('nav a, main h2, main button')]
          .filter((one) => one.scrollWidth > one.clientWidth + 1)
          .map((one) => one.textContent),
      }))
    for (const locale of isLong ? ['de', 'fr', 'es'] : ['de']) {
      await page.request.patch('/api/me', { headers, data: { locale } })
      for (const part of ['plan', 'payment', 'details', 'invoices', 'plan&choose=business']) {
        await page.goto(`/account?part=${part}`)
        await expect(page.locator('html')).toHaveAttribute('lang', locale)
        await expect(page.getByRole('heading', { name, level: 1, includeHidden: true })).toBeAttached()
        await expect(page.locator('main section, [role=dialog]').last()).toBeVisible()
        await look(page)
        for (const dir of ['rtl', 'ltr']) {
          await page.evaluate((value) => {
            document.documentElement.dir = value
          }, dir)
          const nav = page.locator('nav').filter({ has: page.locator('a[href*="part=plan"]') })
          expect(await nav.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(1)
          expect({ part, dir, ...(await bounds()) }).toEqual({ part, dir, page: 0, parts: [] })
        }
      }
    }
  })

  test('billing details are checked at their fields', async ({ page }) => {
    await newPerson(page)
    await openPart(page, 'details')
    await page.getByLabel('VAT number').fill('DE123456789')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByLabel('VAT number')).toHaveAccessibleDescription(/This is not a valid VAT number$/)
    await look(page)
    await page.getByLabel('VAT number').fill('DE136695976')
    await page.getByRole('button', { name: 'Save' }).click()
    await said(page, 'Changes applied')
  })

  test('the last payment method stays while the subscription is running', async ({ page }) => {
    await newPerson(page)
    await subscribe(page)
    await openPart(page, 'payment')
    await expect(page.getByRole('button', { name: /^Remove: / })).toBeDisabled()
    await look(page)
  })

  test('people who can pay see a due payment on every screen, once a day', async ({ page }) => {
    await newPerson(page)
    const soon = new Date(Date.now() + 3 * 24 * 3600_000).toISOString()
    await asIf(page, { slug: 'team', status: 'PAST_DUE', blocks_at: soon })
    await page.goto('/projects')
    const banner = page.getByRole('status').filter({ hasText: 'Past due since' })
    await expect(banner).toBeVisible()
    await look(page)
    await banner.getByRole('button', { name: 'Close' }).click()
    await expect(banner).toHaveCount(0)
    const asked = page.waitForResponse('**/billing/subscription')
    await page.reload()
    await asked
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    // waits until the answer has been drawn
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    await expect(banner).toHaveCount(0)
    await openPart(page, 'plan')
    await expect(current(page).getByText(/^Past due since /)).toBeVisible()
    await look(page)
  })

  test('the operator sees unpaid invoices and marks one as paid', async ({ page }) => {
    await newPerson(page)
    await subscribe(page)
    await openPart(page, 'invoices')
    const invoice = page.getByRole('list', { name: 'Invoices' }).getByRole('listitem').first()
    await expect(invoice.getByText('Open', { exact: true })).toBeVisible()
    const number = /\d{4}-\d{6}/.exec((await invoice.textContent()) ?? '')?.[0] ?? ''
    expect(operate('invoices')?.said).toMatch(new RegExp(`^${number}  €53\\.55  due .*  Okafor Bau  `, 'm'))
    expect(operate('paid', '1999-000001')).toEqual({
      said: 'There is no open invoice 1999-000001.',
      status: 1,
    })
    expect(operate('paid', number)).toEqual({ said: `${number} is paid.`, status: 0 })
    await page.reload()
    await expect(invoice.getByText('Paid', { exact: true })).toBeVisible()
    await expect(part(page, 'Payments').getByText('Paid', { exact: true })).toBeVisible()
  })

  test('a partner’s code is said on the way to an account, and is the company’s from then on', async ({
    page,
  }) => {
    operate(
      'code',
      'KONTOR-60',
      '--partner',
      'Kontor Nord',
      '--plan',
      'team',
      '--days',
      '60',
      '--discount',
      '25',
    )
    const email = newAddress()
    await page.goto('/signup')
    await page.getByRole('button', { name: 'I have a sign-up code' }).click()
    await page.getByLabel('Sign-up code').fill('kontor-60')
    await page.getByRole('button', { name: 'Apply' }).click()
    const terms = page.getByText('Kontor Nord gives you Team free for 60 days, then 25% off every invoice.')
    await expect(terms).toBeVisible()
    await look(page)
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible()
    await page.goto(await linkFor(page, email))
    await fillAccount(page)
    await page.getByLabel('Company name').fill('Okafor Bau')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Invite colleagues' })).toBeVisible()

    await passOnboarding(page)
    await openPart(page, 'plan')
    await expect(current(page).getByText('Team', { exact: true })).toBeVisible()
    await expect(current(page).getByText(/^Trial until /)).toBeVisible()
    await expect(current(page).getByText('Kontor Nord, 25% off')).toBeVisible()
    await page.getByRole('button', { name: 'Choose Team' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change to Team' })
    await dialog.getByLabel('Seats').fill('4')
    await expect(dialog.getByRole('row', { name: /^Discount.*€15\.00/ })).toBeVisible()
    await expect(dialog.getByRole('row', { name: /^Due today.*€45\.00/ })).toBeVisible()
    await look(page)
  })

  test('the billing pages can be reached by keyboard, if the person may see them', async ({ page }) => {
    await newPerson(page)
    await page.goto('/projects')
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('invoices')
    await expect(palette.getByRole('option', { name: /^Invoices/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/account\?part=invoices$/)
    await expect(page.getByText('No invoices yet')).toBeVisible()
  })

  test('a non-administrator sees no billing, and whom to ask', async ({ page }) => {
    await newPerson(page)
    await page.goto('/account')
    await page.route('**/api/me', async (route) => {
      const response = await route.fetch()
      const me = await response.json()
      const teams = me.teams.map((each: { team_id: string }) => ({ ...each, role: 'MEMBER' }))
      await route.fulfill({ response, json: { ...me, teams } })
    })
    await page.goto('/account?part=plan')
    const nav = page.getByRole('navigation', { name: 'Company settings' })
    await expect(nav.getByRole('link', { name: 'General' })).toHaveAttribute('aria-current', 'page')
    await expect(nav.getByRole('link', { name: 'Plan' })).toHaveCount(0)
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    await expect(palette.getByRole('option', { name: /^Company settings/ })).toBeVisible()
    await expect(palette.getByRole('option', { name: /Invoices|Plan/ })).toHaveCount(0)
    await page.goto('/errors/payment')
    await expect(page.getByText(/Ask Ines Okafor\.$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Go to billing' })).toHaveCount(0)
    await look(page)
  })
})

test('a refusal in the viewer keeps the view and the typed text', async ({ page }) => {
  await hidePins(page.context())
  await page.goto(`/project/${await enterDemo(page.context())}/viewer`)
  const canvas = page.getByLabel('Model', { exact: true })
  await expect(page.getByRole('combobox', { name: 'Storey', exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/^Loading \d+ %$/)).toHaveCount(0)
  const box = await canvas.boundingBox()
  await canvas.click({ position: { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) / 2 } })
  const said = page.getByRole('status').filter({ hasText: /selected$/ })
  await expect(said).toHaveText(/^\w.*, .*selected$/)
  const selected = (await said.textContent()) ?? ''
  await page.keyboard.press('i')
  const hidden = page.getByRole('status').getByText(/^[\d,]{4,} hidden$/)
  await expect(hidden).toBeVisible()
  const count = (await hidden.textContent()) ?? ''
  await canvas.focus()
  await page.keyboard.press('c')
  const card = page.getByRole('form', { name: 'New issue' })
  await card.getByLabel('Title').fill('Crack beside the lift')
  await expect(page).toHaveURL(/[?&]select=.*&only=/)
  const address = page.url()

  const fetched: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/model/')) fetched.push(request.url())
  })
  const refuse = { error: 'payment_required', message: 'The subscription of this company is not paid' }
  await page.route('**/issue', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 402, json: refuse }) : route.fallback(),
  )
  await card.getByLabel('Title').press('Control+Enter')
  await expect(page).toHaveURL(/\/errors\/payment$/)
  await expect(card).toHaveCount(0)
  await page.getByRole('button', { name: 'Go back' }).click()
  await expect(page).toHaveURL(address)
  await expect(card.getByLabel('Title')).toHaveValue('Crack beside the lift')
  await expect(said).toHaveText(selected)
  await expect(page.getByRole('status').getByText(count, { exact: true })).toBeVisible()
  expect(fetched).toEqual([])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await card.getByLabel('Title').press('Control+Enter')
  await expect(page.getByText(/^Issue #\d+ created$/)).toBeVisible()
})
