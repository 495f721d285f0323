import { expect, type Page, test } from '@playwright/test'
import type { Subscription } from '@plumbline/contract/billing'
import { look, newPerson, part } from './account-parts.ts'
import { billedOrigin, openPart, quiet, startBilledServer, subscribe } from './billing-parts.ts'

/** What a company pays for: its plan, its seats, its invoices, and what happens when a plan does not cover something. */

let stop: (() => Promise<void>) | undefined
test.beforeAll(async () => {
  stop = await startBilledServer()
})
test.afterAll(() => stop?.())

const current = (page: Page) => part(page, 'Current plan')
const said = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible()

/** What the server says of the subscription, as it would be some time from now. */
async function asIf(page: Page, changes: Partial<Subscription>) {
  await page.route('**/billing/subscription', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...changes } })
  })
}

test('a server that takes no payments says so', async ({ page }) => {
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

  test('a plan is chosen after its estimate, and the invoice is what was estimated', async ({ page }) => {
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

  test('seats are added for what is left of the period, and fewer begin with the next one', async ({
    page,
  }) => {
    await newPerson(page)
    await subscribe(page)
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
    await page.getByRole('button', { name: 'Keep it as it is' }).click()
    await expect(current(page).getByText(/Team, 2 seats/)).toHaveCount(0)
  })

  test('a plan is cancelled in two steps, and kept after all', async ({ page }) => {
    await newPerson(page)
    await subscribe(page)
    await page.getByRole('button', { name: 'Cancel plan' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel plan' })
    await expect(dialog.getByText(/You can take everything along/)).toBeVisible()
    await look(page)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByText(/^Team ends on /)).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel plan' }).click()
    await expect(current(page).getByText(/^Ends on /)).toBeVisible()
    await quiet(page)
    await look(page)
    await page.getByRole('button', { name: 'Keep the plan' }).click()
    await expect(current(page).getByText('Active')).toBeVisible()
  })

  test('a trial is made longer once', async ({ page }) => {
    await newPerson(page)
    await openPart(page, 'plan')
    await page.getByRole('button', { name: 'Extend the trial by 14 days' }).click()
    await said(page, 'The trial is 14 days longer')
    await expect(page.getByRole('button', { name: /Extend the trial/ })).toHaveCount(0)
  })

  test('what the plan does not cover says so before, and loses nothing of what was typed', async ({
    page,
  }) => {
    await newPerson(page)
    await openPart(page, 'plan')
    await page.getByRole('button', { name: 'Choose Free' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
    await expect(current(page).getByText('Free', { exact: true })).toBeVisible()
    const newProject = async (name: string) => {
      await page.goto('/projects')
      await page.getByRole('button', { name: 'New project' }).first().click()
      await page.getByRole('dialog').getByLabel('Name').fill(name)
    }
    await newProject('Harbour School')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await expect(page).toHaveURL(/\/models$/)

    await newProject('Harbour Hotel')
    await said(page, 'The plan of this company has 1 active project.')
    await look(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await expect(page).toHaveURL(/\/errors\/payment$/)
    await expect(
      page.getByRole('heading', { name: 'This company’s subscription needs attention' }),
    ).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await look(page)
    await page.getByRole('button', { name: 'Back to where you were' }).click()
    await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Harbour Hotel')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: 'Go to billing' }).click()
    await expect(current(page)).toBeVisible()
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

  test('the last payment method stays while the subscription goes on', async ({ page }) => {
    await newPerson(page)
    await subscribe(page)
    await openPart(page, 'payment')
    await expect(page.getByRole('button', { name: /^Remove: / })).toBeDisabled()
    await look(page)
  })

  test('who can pay hears of a payment that is due on every screen, once a day', async ({ page }) => {
    await newPerson(page)
    const soon = new Date(Date.now() + 3 * 24 * 3600_000).toISOString()
    await asIf(page, { slug: 'team', status: 'PAST_DUE', blocks_at: soon })
    await page.goto('/projects')
    const banner = page.getByRole('status').filter({ hasText: 'Past due since' })
    await expect(banner).toBeVisible()
    await look(page)
    await banner.getByRole('button', { name: 'Close' }).click()
    await expect(banner).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    await expect(banner).toHaveCount(0)
    await openPart(page, 'plan')
    await expect(current(page).getByText(/^Past due since /)).toBeVisible()
    await look(page)
  })

  test('who is no administrator finds nothing of it, and whom to ask', async ({ page }) => {
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
    await page.goto('/errors/payment')
    await expect(page.getByText(/Ask Ines Okafor\.$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Go to billing' })).toHaveCount(0)
    await look(page)
  })
})
