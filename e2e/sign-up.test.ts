import { expect, type Page } from '@playwright/test'
import {
  choosePicture,
  firstBox,
  forgetSession,
  keyFor,
  linkFor,
  logIn,
  look,
  newAddress,
  newPerson,
  PASSWORD,
  tabTo,
} from './account-parts.ts'
import { test } from './test.ts'

/** From a new address to a company's first screen, and resetting a forgotten password. */

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** Opens a select box with the keyboard and picks the option that starts with the typed letters. */
async function pickByKeys(page: Page, label: string, option: string) {
  await tabTo(page, page.getByRole('combobox', { name: label }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: option, exact: true })).toBeVisible()
  // the list takes the focus a moment after it is seen
  await expect(page.locator(':is([role=option], [role=listbox]):focus')).toHaveCount(1)
  await page.keyboard.type(option)
  await expect(page.locator('[role=option][data-highlighted]')).toHaveText(option)
  await page.keyboard.press('Enter')
  await expect(page.locator('[role=option]:visible')).toHaveCount(0)
}

test('a newcomer signs up with the key of the mail and the keyboard alone', async ({ page }) => {
  test.setTimeout(180_000)
  const email = newAddress()
  await page.goto('/welcome')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await look(page)
  await tabTo(page, page.getByRole('link', { name: 'Create account' }))
  await page.keyboard.press('Enter')

  await expect(page.getByLabel('E-mail')).toBeFocused()
  await look(page)
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Check your mail')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send a new one in \d+ s$/ })).toBeDisabled()
  await look(page)
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Wrong key')).toBeVisible()
  await expect(firstBox(page)).toBeFocused()
  await page.keyboard.type((await keyFor(page, email)).replace(' ', ''))
  await page.keyboard.press('Enter')

  await expect(page.getByText(`For ${email}`)).toBeVisible()
  await expect(page.getByLabel('First name')).toBeFocused()
  await page.keyboard.type('Ines')
  await tabTo(page, page.getByLabel('Last name'))
  await page.keyboard.type('Okafor')
  await tabTo(page, page.getByLabel(/^Password/))
  await page.keyboard.type('short')
  await expect(page.getByText('Too short')).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(PASSWORD)
  await expect(page.getByText('Strong', { exact: true })).toBeVisible()
  await look(page)
  await tabTo(page, page.getByRole('checkbox', { name: 'I accept the terms' }))
  await page.keyboard.press('Space')
  await tabTo(page, button(page, 'Create account'))
  await page.keyboard.press('Enter')

  await expect(page.getByLabel('Company name')).toBeFocused()
  await page.keyboard.type('Okafor Bau')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Invite colleagues')).toBeVisible()
  await tabTo(page, button(page, 'Skip for now'))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Your first project')).toBeVisible()
  await tabTo(page, button(page, 'Skip for now'))
  await page.keyboard.press('Enter')

  await expect(heading(page, 'About your company')).toBeVisible()
  await look(page)
  await pickByKeys(page, 'Type of company', 'Architect')
  await pickByKeys(page, 'Size', '11 to 50 people')
  const kept = page.waitForResponse(
    (reply) =>
      reply.url().endsWith('/kyc/enrich') && (reply.request().postData() ?? '').includes('BIM_COORDINATOR'),
  )
  await pickByKeys(page, 'Your role', 'BIM coordinator')
  // the choice is stored without pressing the button
  await kept
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Size' })).toHaveText('11 to 50 people')
  await tabTo(page, page.getByRole('combobox', { name: 'Country' }))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Norw')
  await expect(page.getByRole('option', { name: 'Norway' })).toBeVisible()
  await page.keyboard.press('Enter')
  await tabTo(page, button(page, 'Save and continue'))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Projects')).toBeVisible()
})

test('an answer about the company that is cleared is deleted, whether it is left or saved', async ({
  page,
}) => {
  await newPerson(page)
  await page.route('**/api/me', async (route) => {
    const response = await route.fetch()
    const me = (await response.json()) as object
    await route.fulfill({ response, json: { ...me, is_kyc_passed: false } })
  })
  await page.goto('/kyc')
  await page.getByText('More', { exact: true }).click()
  await page.unroute('**/api/me')
  const phone = page.getByLabel('Phone')
  /** Leaves the field, or saves the page, with this number; returns the value stored by the server. */
  async function answer(number: string, leave: () => Promise<unknown>) {
    await phone.fill(number)
    const [reply] = await Promise.all([page.waitForResponse('**/kyc/enrich'), leave()])
    const { kyc } = (await reply.json()) as { kyc: { phone?: string } }
    return kyc.phone ?? null
  }
  expect(await answer('+4912345678', () => phone.blur())).toBe('+4912345678')
  expect(await answer('', () => phone.blur())).toBeNull()
  expect(await answer('+4912345678', () => phone.blur())).toBe('+4912345678')
  expect(await answer('', () => phone.press('Control+Enter'))).toBeNull()
  await expect(heading(page, 'Projects')).toBeVisible()
})

test('a link signs up once; later it offers a new one', async ({ page }) => {
  const email = newAddress()
  await page.goto(`/signup?email=${email}&custom_signup_code=PARTNER`)
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await button(page, 'Continue').click()
  await expect(heading(page, 'Check your mail')).toBeVisible()
  const link = await linkFor(page, email)
  await page.goto(link)
  await button(page, 'Create account').click()
  await expect(page.getByRole('alert')).toContainText('Check')
  await look(page)
  await button(page, 'Read the terms').click()
  await expect(page.getByRole('dialog', { name: 'Terms' })).toBeVisible()
  await look(page)
  await page.keyboard.press('Escape')
  await page.getByLabel('First name').fill('Ines')
  await page.getByLabel('Last name').fill('Okafor')
  await page.getByLabel(/^Password/).fill('passwordpassword')
  await page.getByRole('checkbox', { name: 'I accept the terms' }).check()
  await button(page, 'Create account').click()
  await expect(page.getByText('Bad password').first()).toBeVisible()
  await page.getByLabel(/^Password/).fill(PASSWORD)
  await button(page, 'Create account').click()
  await expect(heading(page, 'Create your company')).toBeVisible()

  await page.goto(link)
  await expect(heading(page, 'Verification link expired')).toBeVisible()
  await look(page)
  await page.getByLabel('E-mail').fill(newAddress())
  await button(page, 'Send a new one').click()
  await expect(page.getByRole('button', { name: /^Send a new one in \d+ s$/ })).toBeVisible()
})

test('an address that has got an account meanwhile leads to logging in', async ({ page }) => {
  const email = newAddress()
  await page.request.post('/api/signup', { data: { email } })
  const first = await linkFor(page, email)
  await page.request.post('/api/signup', { data: { email } })
  const second = await linkFor(page, email, first)
  await page.goto(second)
  await page.getByLabel('First name').fill('Ines')
  await page.getByLabel('Last name').fill('Okafor')
  await page.getByLabel(/^Password/).fill(PASSWORD)
  await page.getByRole('checkbox', { name: 'I accept the terms' }).check()
  await page.route('**/api/signup', (route) =>
    route.fulfill({ status: 409, json: { error: 'already_exists', message: 'This already exists' } }),
  )
  await button(page, 'Create account').click()
  await expect(page.getByText('There is an account with this e-mail.')).toBeVisible()
  await page.getByRole('link', { name: 'Log in instead.' }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
})

test('a forgotten password is replaced by a link of a mail', async ({ page }) => {
  const email = await newPerson(page)
  const before = await linkFor(page, email)
  await forgetSession(page)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await look(page)
  await page.getByLabel('E-mail').fill(email)
  await button(page, 'Send link').click()
  await expect(page.getByText('If the address has an account, a message is on its way')).toBeVisible()
  const link = await linkFor(page, email, before)
  await page.goto(link)
  await expect(page.getByText(`For ${email}`)).toBeVisible()
  await look(page)
  await page.getByLabel(/^New password/).fill('Ines Okafor Ines')
  await button(page, 'Save and log in').click()
  await expect(page.getByText('Bad password').first()).toBeVisible()
  await page.getByLabel(/^New password/).fill('quiet gravel under seven boots')
  await button(page, 'Save and log in').click()
  await expect(heading(page, 'Projects')).toBeVisible()
  await page.goto(link)
  await expect(heading(page, 'Verification link expired')).toBeVisible()
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await forgetSession(page)
  await logIn(page, email, 'quiet gravel under seven boots')
  await expect(heading(page, 'Projects')).toBeVisible()
})

test('a person without a name is asked for missing details, with a picture', async ({ page }) => {
  await newPerson(page)
  let renamed = false
  await page.route('**/api/me', async (route) => {
    const response = await route.fetch()
    if (route.request().method() === 'PATCH') renamed = true
    const me = (await response.json()) as object
    await route.fulfill({ response, json: renamed ? me : { ...me, last_name: '' } })
  })
  await page.goto('/projects')
  await expect(heading(page, 'Tell us your name')).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveCount(0)
  await choosePicture(page)
  await button(page, 'Done').click()
  await look(page)
  await page.getByLabel('Last name').fill('Eze')
  await button(page, 'Continue').click()
  await expect(heading(page, 'Projects')).toBeVisible()
  // answers that are still under way belong to no other test
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('anybody can write to the operator, and sees the data sent along', async ({ page }) => {
  await page.goto('/login')
  await button(page, 'Contact us').click()
  const dialog = page.getByRole('dialog', { name: 'Contact us' })
  await expect(dialog.getByText(/^Page: http.*\/login$/)).toBeVisible()
  await expect(dialog.getByText(/^Version: Plumbline \d+\.\d+\.\d+, Chrome \d+/)).toBeVisible()
  await look(page)
  await dialog.getByLabel('Message').fill('How do I move a project to another company?')
  await dialog.getByLabel('Your name').fill('Ines Okafor')
  await dialog.getByLabel('Reply address').fill('ines@example.com')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('We will answer to ines@example.com')).toBeVisible()
  await expect(page.getByText(/PL-\d{4}-\d{6}/)).toBeVisible()
})

test('a person whose session ended is told so, and so is a person who is offline', async ({ page }) => {
  await page.goto('/welcome')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('We could not sign you in. Log in again.')).toHaveCount(0)
  await newPerson(page)
  await page.goto('/projects')
  await expect(heading(page, 'Projects')).toBeVisible()
  await forgetSession(page)
  await page.goto('/projects')
  await expect(page).toHaveURL(/\/welcome$/)
  await expect(page.getByText('We could not sign you in. Log in again.')).toBeVisible()
  await look(page)
  await page.context().setOffline(true)
  await expect(page.getByText('You are offline')).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.context().setOffline(true)
  await page.getByLabel('E-mail').fill('ines@example.com')
  await page.getByLabel(/^Password/).fill(PASSWORD)
  await button(page, 'Log in').click()
  await expect(page.getByText('You need a connection to log in')).toBeVisible()
})

test('another language is chosen below the card, and is there at once at the next visit', async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  const title = await page.getByRole('heading', { level: 1 }).textContent()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '')
  await look(page)
})

test('the operator’s own terms replace the built-in ones', async ({ page }) => {
  const own = 'https://terms.example/of-this-server'
  await page.route('**/api/settings/TERMS_URL/as_json', (route) => route.fulfill({ json: own }))
  await newPerson(page)
  await page.goto('/terms')
  await expect(page.getByRole('link', { name: 'Open the terms' })).toHaveAttribute('href', own)
})

test('an address of sixty letters keeps within the width of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/signup')
  const email = `maximiliane.${'o'.repeat(14)}.${Date.now()}@bauunternehmung-schleswig.example`
  await page.getByLabel('E-mail').fill(email)
  await button(page, 'Continue').click()
  await expect(page.getByText(email)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('links below the form of the sign-in page are as high as a finger is wide', async ({
  browser,
  baseURL,
}) => {
  const viewport = { width: 360, height: 780 }
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport,
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await page.goto('/login')
  for (const name of ['Create account', 'Forgot password?', /^Help/]) {
    const link = page.getByRole('link', { name })
    await expect(link).toBeVisible()
    const isMet = await link.evaluate((element) => {
      const { x, y, height } = element.getBoundingClientRect()
      const ends = [y + height / 2 - 21, y + height / 2 + 21]
      return ends.map((end) => document.elementFromPoint(x + 20, end) === element)
    })
    expect(isMet).toEqual([true, true])
  }
  await context.close()
})
