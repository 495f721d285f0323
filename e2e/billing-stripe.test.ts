import { expect, type Page } from '@playwright/test'
import type { FakeStripe } from '../server/test/stripe-server.ts'
import { look, newPerson, part } from './account-parts.ts'
import { openPart, paidOrigin, startPaidServer } from './billing-parts.ts'
import { quiet } from './dialogs.ts'
import { cards, playStripe } from './stripe-parts.ts'
import { test } from './test.ts'

/** Card payments of a company: its cards, 3-D Secure checks of its bank, and later notifications from Stripe. */

let stripe: FakeStripe
let stop: (() => Promise<void>) | undefined
test.beforeAll(async () => {
  const started = await startPaidServer()
  stripe = started.stripe
  stop = started.stop
})
test.afterAll(() => stop?.())
test.use({ baseURL: paidOrigin })
test.beforeEach(async ({ page }) => {
  await playStripe(page, stripe)
  await newPerson(page)
})

const current = (page: Page) => part(page, 'Current plan')
const methods = (page: Page) => part(page, 'Payment methods').getByRole('listitem')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Change to Team' })
const bank = (page: Page) => page.getByRole('dialog', { name: 'Your bank' })
const addCard = (page: Page) => page.getByRole('button', { name: 'Add payment method' })

async function typeCard(page: Page, number: string) {
  const form = page.getByRole('form', { name: 'Add payment method' })
  await form.getByLabel('Card number').fill(number)
  await form.getByRole('button', { name: 'Add payment method' }).click()
}

/** A card added on its screen. */
async function giveCard(page: Page, number: string) {
  await openPart(page, 'payment')
  await addCard(page).click()
  await typeCard(page, number)
  await expect(methods(page).filter({ hasText: number.slice(-4) })).toBeVisible()
  await quiet(page)
}

/** Orders Team for three, up to the final button. */
async function orderTeam(page: Page) {
  await page.getByRole('button', { name: 'Choose Team' }).click()
  await dialog(page).getByLabel('Seats').fill('3')
  await expect(dialog(page).getByRole('row', { name: /^Team, 3 seats/ })).toBeVisible()
  const confirm = dialog(page).getByRole('button', { name: 'Confirm' })
  await expect(confirm).toBeEnabled()
  await confirm.click()
}

async function subscribe(page: Page, number: string) {
  await giveCard(page, number)
  await openPart(page, 'plan')
  await orderTeam(page)
}

/** The amounts actually charged to this company's cards, from the records of the stand-in for Stripe. */
async function taken(page: Page): Promise<number[]> {
  const { teams } = await (await page.request.get('/api/me')).json()
  const [customer] = stripe.books
    .all('customer')
    .filter(({ metadata }) => metadata.team_id === teams[0].team_id)
  return stripe.books
    .all('payment_intent')
    .filter((intent) => intent.customer === customer?.id && intent.amount_received > 0)
    .map((intent) => intent.amount_received)
}

test('a plan asks for a card first, is paid by it, and the invoice is there', async ({ page }) => {
  await openPart(page, 'plan')
  await page.getByRole('button', { name: 'Choose Team' }).click()
  await dialog(page).getByLabel('Seats').fill('3')
  await expect(dialog(page).getByRole('row', { name: /^Due today.*€53\.55/ })).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Confirm' })).toBeDisabled()
  await look(page)
  await dialog(page).getByRole('link', { name: 'Add payment method' }).click()

  await addCard(page).click()
  await expect(page.getByText('Your card or account number is sent only to Stripe.')).toBeVisible()
  await look(page)
  await typeCard(page, cards.refused)
  await expect(page.getByRole('form').getByText('Your card was declined.')).toBeVisible()
  await expect(methods(page)).toHaveCount(0)
  await look(page)
  await typeCard(page, cards.works)

  // back where the plan was chosen
  await expect(dialog(page).getByText('Paid by: Visa •••• 4242.')).toBeVisible()
  await dialog(page).getByLabel('Seats').fill('3')
  await expect(dialog(page).getByRole('row', { name: /^Team, 3 seats/ })).toBeVisible()
  await quiet(page)
  await look(page)
  await dialog(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(current(page).getByText('Active')).toBeVisible()
  await expect(current(page).getByText('1 of 3 in use')).toBeVisible()
  expect(await taken(page)).toEqual([5355])

  await openPart(page, 'invoices')
  const invoice = page.getByRole('list', { name: 'Invoices' }).getByRole('listitem')
  await expect(invoice.getByText('€53.55')).toBeVisible()
  await expect(invoice.getByText('Paid', { exact: true })).toBeVisible()
  await expect(part(page, 'Payments').getByText('Visa •••• 4242')).toBeVisible()
  await look(page)
  const address = await invoice.getByRole('link', { name: /as PDF$/ }).getAttribute('href')
  expect(address).toMatch(/^\/api\/team\//)
  const pdf = await page.request.get(address ?? '')
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
})

test('a card declined while charging changes nothing, and another card can be used', async ({ page }) => {
  await subscribe(page, cards.declined)
  await expect(dialog(page).getByText('This card has insufficient funds.')).toBeVisible()
  await expect(dialog(page).getByLabel('Seats')).toHaveValue('3')
  await look(page)
  await page.keyboard.press('Escape')
  await expect(current(page).getByText(/^Trial until /)).toBeVisible()
  expect(await taken(page)).toEqual([])
  await openPart(page, 'invoices')
  await expect(part(page, 'Payments').getByText('This card has insufficient funds.')).toBeVisible()
  await giveCard(page, cards.works)
  await openPart(page, 'plan')
  await orderTeam(page)
  await expect(current(page).getByText('Active')).toBeVisible()
  expect(await taken(page)).toEqual([5355])
})

test('a bank’s question is answered, and the plan begins', async ({ page }) => {
  await subscribe(page, cards.asks)
  await expect(bank(page)).toBeVisible()
  await expect(current(page).getByText(/^Trial until /)).toBeVisible()
  await bank(page).getByRole('button', { name: 'Yes, pay' }).click()
  await expect(current(page).getByText('Active')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm the payment' })).toHaveCount(0)
  expect(await taken(page)).toEqual([5355])
})

test('a bank’s question that was left is asked again from the plan, and no leaves everything as it was', async ({
  page,
}) => {
  await subscribe(page, cards.asks)
  await expect(bank(page)).toBeVisible()
  await page.reload()
  await expect(
    current(page).getByText('Your bank asks you to confirm the payment. Nothing changes until then.'),
  ).toBeVisible()
  await look(page)
  const ask = current(page).getByRole('button', { name: 'Confirm the payment' })
  await ask.click()
  await bank(page).getByRole('button', { name: 'No' }).click()
  await expect(page.getByText('The bank did not get its answer.').first()).toBeVisible()
  await expect(ask).toHaveCount(0)
  await expect(current(page).getByText(/^Trial until /)).toBeVisible()
  expect(await taken(page)).toEqual([])
  await quiet(page)
  await orderTeam(page)
  await bank(page).getByRole('button', { name: 'Yes, pay' }).click()
  await expect(current(page).getByText('Active')).toBeVisible()
  expect(await taken(page)).toEqual([5355])
})

test('of two cards one is charged, either can be removed, and the last one stays', async ({ page }) => {
  await subscribe(page, cards.works)
  await expect(current(page).getByText('Active')).toBeVisible()
  await giveCard(page, cards.declined)
  // the newest card is charged from then on
  await expect(methods(page).filter({ has: page.getByText('Default', { exact: true }) })).toHaveText(/0341/)
  await page.getByRole('button', { name: 'Make default: Visa •••• 4242' }).click()
  await expect(methods(page).filter({ has: page.getByText('Default', { exact: true }) })).toHaveText(/4242/)
  await quiet(page)
  await look(page)
  await page.getByRole('button', { name: 'Remove: Visa •••• 4242' }).click()
  const sure = page.getByRole('alertdialog', { name: 'Remove payment method' })
  await expect(sure.getByText('Visa •••• 4242 will no longer be charged.')).toBeVisible()
  await sure.getByRole('button', { name: 'Remove payment method' }).click()
  await expect(methods(page)).toHaveCount(1)
  await expect(methods(page).filter({ has: page.getByText('Default', { exact: true }) })).toHaveText(/0341/)
  await expect(page.getByRole('button', { name: 'Remove: Visa •••• 0341' })).toBeDisabled()
})

test('changes made at Stripe itself appear without a reload', async ({ page }) => {
  await subscribe(page, cards.works)
  await expect(current(page).getByText('Active')).toBeVisible()
  const subscription = stripe.books.all('subscription').at(-1)
  if (!subscription) throw new Error('nobody subscribed')
  subscription.cancel_at_period_end = true
  subscription.cancel_at = subscription.items.data[0]?.current_period_end ?? null
  stripe.books.tell('customer.subscription.updated', subscription)
  await expect(current(page).getByText(/^Ends on /)).toBeVisible()
  await page.getByRole('button', { name: 'Resume plan' }).click()
  await expect(current(page).getByText('Active')).toBeVisible()
  expect(subscription.cancel_at).toBeNull()
})

test('the form reports that Stripe cannot be reached, and loads when it can', async ({ page }) => {
  let isDown = true
  await page.route('https://js.stripe.com/**', (route) => (isDown ? route.abort() : route.fallback()))
  await openPart(page, 'payment')
  await addCard(page).click()
  await expect(page.getByText('Could not reach Stripe')).toBeVisible()
  await look(page)
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await typeCard(page, cards.works)
  await expect(methods(page).filter({ hasText: '4242' })).toBeVisible()
})

test('a card that Stripe has taken is added by another press when this server did not answer', async ({
  page,
}) => {
  let isDown = true
  await page.route('**/billing/payment_method', (route) =>
    isDown && route.request().method() === 'PATCH'
      ? route.fulfill({
          status: 503,
          json: { error: 'unavailable', message: 'The server is not available', request_id: '1' },
        })
      : route.fallback(),
  )
  await openPart(page, 'payment')
  await addCard(page).click()
  await typeCard(page, cards.works)
  const form = page.getByRole('form', { name: 'Add payment method' })
  await expect(form.getByRole('alert')).toBeVisible()
  isDown = false
  await form.getByRole('button', { name: 'Add payment method' }).click()
  await expect(form).toHaveCount(0)
  await expect(methods(page)).toHaveCount(1)
  await expect(methods(page).filter({ hasText: '4242' })).toBeVisible()
})
